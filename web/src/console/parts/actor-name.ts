import type { Translate } from '../../i18n/messages.js';
import type { AuditEntry } from '../net/types.js';
import { textFor } from './words.js';

/** `key:7c0e1d52-…` by its name, if an entry of the audit log has told it. */
export function actorName(by: string, audit: readonly AuditEntry[], t: Translate): string {
  const known = audit.find(({ actor }) => by === actor.id || by === `staff:${actor.id}`)?.actor.name;
  if (known !== undefined) return known;
  const name = by.replace(/^staff:/, '');
  const [, key] = /^key:(\w{8})[\w-]*$/.exec(name) ?? [];
  return key === undefined ? (textFor(t, `console.word.${name}`) ?? name) : t('console.event.key', { key });
}
