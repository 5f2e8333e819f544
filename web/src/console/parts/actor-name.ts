import { ownValue } from '../../own-value.js';
import type { Translate } from '../../i18n/messages.js';
import type { AuditEntry } from '../net/types.js';
import { textFor } from './words.js';

/** What names actors. */
export interface Names {
  readonly audit: readonly AuditEntry[];
  /** By `key:` and id. */
  readonly keyNames: Readonly<Record<string, string>>;
}

/** `key:7c0e1d52-…` by its name, a person as the audit log has told. */
export function actorName(by: string, { audit, keyNames }: Names, t: Translate): string {
  const name = by.replace(/^staff:/, '');
  const known = ownValue(keyNames, name) ?? audit.find(({ actor }) => actor.id === name)?.actor.name;
  if (known !== undefined) return known;
  const [, key] = /^key:(\w{8})[\w-]*$/.exec(name) ?? [];
  return key === undefined ? (textFor(t, `console.word.${name}`) ?? name) : t('console.event.key', { key });
}
