import { requireHttps } from './https-rule.js';
import type { SettingsReader } from './reader.js';

/** How much staff may reveal, and where the audit log is anchored. With `AUTH=none` nobody is limited. */
export function auditSettings(read: SettingsReader, auth: 'required' | 'none') {
  const reveals = read.integer('REVEALS_PER_HOUR');
  const anchorUrl = read.url('AUDIT_ANCHOR_URL');
  requireHttps(read, 'AUDIT_ANCHOR_URL', anchorUrl, ': whoever can alter what is sent can alter what it proves');
  return { revealsPerHour: reveals === 0 || auth === 'none' ? Infinity : reveals, anchorUrl };
}
