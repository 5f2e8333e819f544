import type { SettingsReader } from './reader.js';

/** How much staff may reveal. With `AUTH=none` nobody is limited. */
export function auditSettings(read: SettingsReader, auth: 'required' | 'none') {
  const reveals = read.integer('REVEALS_PER_HOUR');
  return { revealsPerHour: reveals === 0 || auth === 'none' ? Infinity : reveals };
}
