import { SettingsReader } from './reader.js';
import type { Environment } from './reader.js';
import { isSettingName, needText, SETTINGS, settingVariables } from './settings-table.js';

/** First words of our names with which other programs begin theirs. */
const SHARED_WORDS: ReadonlySet<string> = new Set(['LOG', 'PUBLIC', 'REPORT', 'SERVICE']);

/** Names that begin like ours and mean something to others. */
const FOREIGN: readonly RegExp[] = [
  /^HTTP_(?:HOST|PROXY)$/,
  // By which shops reach the service.
  /^RAMP_CHECKOUT_/,
  // Variables that Kubernetes sets for each service, such as `AUTH_PORT_80_TCP` for a service named auth.
  /_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/,
];

/** How many letters may be wrong, so that two that changed places are still the same name. */
const MOST_WRONG_LETTERS = 2;

/** A default has sensible size: a time of less than a 200th of it is probably in seconds. */
function shortTimes(environment: Environment): string[] {
  return Object.entries(SETTINGS).flatMap(([name, setting]) => {
    const most = setting.kind === 'integer' && setting.unit === 'ms' ? (setting.default ?? 0) / 200 : 0;
    const value = Number(environment[name] ?? 0);
    return value > 0 && value <= most
      ? [`${name} is in milliseconds, and so short that seconds were probably meant`]
      : [];
  });
}

/** Settings without the one that they need, where that does not end the start. */
function unmetNeeds(environment: Environment): string[] {
  const read = new SettingsReader(environment);
  return Object.keys(SETTINGS)
    .filter(isSettingName)
    .flatMap((name) => {
      const [needed = '', , refused] = SETTINGS[name].needs ?? [];
      const isUnmet = isSettingName(needed) && read.isChanged(name) && !read.isChanged(needed);
      return isUnmet && refused === undefined ? [needText(name)] : [];
    });
}

/** Warns of times that are probably in seconds, of missing companions, and of unknown names that begin like ours. */
export function settingWarnings(environment: Environment): string[] {
  const known = settingVariables();
  const words = new Set(known.filter((name) => name.includes('_')).map(firstWord));
  const unknown = Object.keys(environment)
    .filter((name) => name.includes('_') && words.has(firstWord(name)) && !SHARED_WORDS.has(firstWord(name)))
    .filter((name) => !known.includes(name) && !FOREIGN.some((form) => form.test(name)))
    .filter((name) => (environment[name]?.trim() ?? '') !== '')
    .map((name) => `Unknown setting ${name}${suggestion(name, known)}`);
  return [...unknown, ...shortTimes(environment), ...unmetNeeds(environment)];
}

function firstWord(name: string): string {
  return name.split('_', 1)[0] ?? '';
}

function suggestion(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, wrong: distance(name, candidate) }))
    .filter(({ wrong }) => wrong <= MOST_WRONG_LETTERS)
    .sort((a, b) => a.wrong - b.wrong);
  return nearest === undefined ? '' : `; did you mean ${nearest.candidate}?`;
}

/** How many letters have to be put in, left out or replaced (Levenshtein). */
function distance(from: string, to: string): number {
  let row = [...Array(to.length + 1).keys()];
  for (const [i, letter] of [...from].entries()) {
    const above = row;
    row = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (above[j] ?? 0) + (letter === other ? 0 : 1);
      row.push(Math.min(replaced, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
