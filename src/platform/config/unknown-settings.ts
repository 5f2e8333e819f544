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

/** Warns of missing companions, and of unknown names that begin like ours or like settings that are gone. */
export function settingWarnings(environment: Environment): string[] {
  const known = settingVariables();
  const words = new Set(['HTTP', ...known.filter((name) => name.includes('_')).map(firstWord)]);
  const unknown = Object.keys(environment)
    .filter((name) => name.includes('_') && words.has(firstWord(name)) && !SHARED_WORDS.has(firstWord(name)))
    .filter((name) => !known.includes(name) && !FOREIGN.some((form) => form.test(name)))
    .filter((name) => (environment[name]?.trim() ?? '') !== '')
    .map((name) => `Unknown setting ${name}`);
  return [...unknown, ...unmetNeeds(environment)];
}

function firstWord(name: string): string {
  return name.split('_', 1)[0] ?? '';
}
