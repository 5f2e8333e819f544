import type { Check } from './finding.js';

const NAME_WIDTH = 14;
const INDENT = ' '.repeat(6 + NAME_WIDTH);

/** `pass` or `FAIL`, the name, what was seen, and beneath it what to do. Control characters are taken out. */
export function renderCheck({ name, ok, detail, fix }: Check): string {
  const line = `${ok ? 'pass' : 'FAIL'}  ${name.padEnd(NAME_WIDTH)}${printable(detail)}\n`;
  return fix === null ? line : `${line}${INDENT}-> ${printable(fix)}\n`;
}

export function renderVerdict(checks: readonly Check[]): string {
  const wrong = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  return wrong.length === 0
    ? `\nAll ${checks.length} checks passed.\n`
    : `\n${wrong.length} of ${checks.length} checks failed: ${wrong.join(', ')}.\n`;
}

export function renderJson(checks: readonly Check[]): string {
  return `${JSON.stringify({ ok: checks.every(({ ok }) => ok), checks }, null, 2)}\n`;
}

/** What others said, such as the provider's messages, must not move the cursor of whoever reads it. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
}
