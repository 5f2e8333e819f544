import { canonicalJson } from '../platform/shared/canonical-json.js';
import type { AuditEntry, AuditHead } from './audit.types.js';

/** What an entry says, as it is stored. */
export interface ChainedEntry extends Required<AuditEntry> {
  readonly id: number;
  /** With six digits of the second, of which only three are ever written. */
  readonly at: string;
  readonly traceId: string | null;
}

export interface SealedEntry extends ChainedEntry {
  readonly keyId: string;
  readonly mac: Buffer;
}

/** The text that an entry's HMAC covers: all that it says, and the HMAC of the entry before it. */
export function entryText(entry: ChainedEntry, before: Buffer | null): string {
  const { id, at, actor, traceId, action, target, reason, detail } = entry;
  const who = [actor.id, actor.name, actor.address, traceId];
  return canonicalJson([id, at, who, action, target, reason, detail, before?.toString('hex') ?? null]);
}

/** Where the log begins, once its oldest entries were cut off: the last of them. */
export interface AuditCut {
  readonly entry: number;
  readonly mac: Buffer;
  readonly keyId: string;
  readonly seal: Buffer;
}

/** The text that the seal of a cut covers. */
export const cutText = ({ entry, mac }: Pick<AuditCut, 'entry' | 'mac'>): string =>
  canonicalJson(['cut', entry, mac.toString('hex')]);

/** Why a cut is not one that the service made; null: it is. */
export function cutFault(cut: AuditCut, reseal: Reseal): string | null {
  const seal = reseal(cutText(cut), cut.keyId);
  if (seal === null) return `there is no service key ${cut.keyId}`;
  return seal.equals(cut.seal) ? null : 'what says where it was cut off was altered';
}

/** `reseal` makes the HMAC of a text again under the key with this id; null: there is no such key. */
type Reseal = (text: string, keyId: string) => Buffer | null;

/** What does not fit about the entry that stands behind `before`; null: all does. */
export function entryFault(entry: SealedEntry, before: AuditHead, reseal: Reseal): string | null {
  if (entry.id !== before.id + 1) return `stands where entry ${before.id + 1} belongs`;
  const mac = reseal(entryText(entry, before.mac), entry.keyId);
  if (mac === null) return `there is no service key ${entry.keyId}`;
  return mac.equals(entry.mac) ? null : 'does not have the HMAC of what it says and of the entry before it';
}
