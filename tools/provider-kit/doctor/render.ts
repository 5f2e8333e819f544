import { json, oneLine } from '../../../src/cli/lib/program.js';
import { isOk } from './finding.js';
import type { Check, State } from './finding.js';

const MARKS: Readonly<Record<State, string>> = { pass: 'pass', warning: 'WARN', fail: 'FAIL', not_run: '-   ' };
const NAME_WIDTH = 14;
const INDENT = ' '.repeat(6 + NAME_WIDTH);

/** State, name and observation, with the remedy beneath. Control characters are removed. */
export function renderCheck({ name, state, detail, fix }: Check): string {
  const text = state === 'not_run' ? `not run: ${detail}` : detail;
  const line = `${MARKS[state]}  ${name.padEnd(NAME_WIDTH)}${oneLine(text)}\n`;
  return fix === null ? line : `${line}${INDENT}-> ${oneLine(fix)}\n`;
}

export function renderVerdict(checks: readonly Check[]): string {
  const named = (wanted: State): string[] => checks.filter(({ state }) => state === wanted).map(({ name }) => name);
  const [wrong, waiting, noted] = [named('fail'), named('not_run'), named('warning')];
  const verdict =
    wrong.length + waiting.length === 0
      ? `All ${checks.length} checks passed`
      : `${wrong.length} of ${checks.length} checks failed: ${wrong.join(', ') || 'none'}`;
  const others = [
    ...(waiting.length === 0 ? [] : [`not run: ${waiting.join(', ')}`]),
    ...(noted.length === 0 ? [] : [`with a warning: ${noted.join(', ')}`]),
  ];
  return `\n${[verdict, ...others].join('; ')}.\n`;
}

export function renderJson(checks: readonly Check[]): string {
  const all = checks.map(({ name, ...finding }) => ({ name, ok: isOk(finding), ...finding }));
  return json({ ok: checks.every(isOk), checks: all });
}
