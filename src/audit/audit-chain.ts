import type { KeyRing } from '../platform/crypto/key-ring.js';
import { canonicalJson } from '../platform/text/stored-json.js';
import type { AuditEntry, AuditHead } from './audit.types.js';

export interface ChainedEntry extends Required<AuditEntry> {
  readonly id: number;
  /** Six digits of seconds; only three are ever written. */
  readonly at: string;
  readonly traceId: string | null;
}

export interface SealedEntry extends ChainedEntry {
  readonly keyId: string;
  readonly mac: Buffer;
}

/** `isKeyKnown`: the database holds the service key. */
export type NewestEntry = SealedEntry & { readonly isKeyKnown: boolean };

/** The text that an entry's HMAC covers: its content and the HMAC of the entry before it. */
export function entryText(entry: ChainedEntry, before: Buffer | null): string {
  const { id, at, actor, traceId, action, target, reason, detail } = entry;
  const who = [actor.id, actor.name, actor.address, traceId];
  return canonicalJson([id, at, who, action, target, reason, detail, before?.toString('hex') ?? null]);
}

/** The last entry that was cut off, and its seal. */
export interface AuditCut {
  readonly entry: number;
  readonly mac: Buffer;
  readonly keyId: string;
  readonly seal: Buffer;
}

export const cutText = ({ entry, mac }: Pick<AuditCut, 'entry' | 'mac'>): string =>
  canonicalJson(['cut', entry, mac.toString('hex')]);

/** The service keys; one may be missing here. */
export type AuditKeys = Pick<KeyRing, 'has' | 'verify'>;

/** Why the seal of a cut is not ours, or null. */
export function cutFault(cut: AuditCut, keys: AuditKeys): string | null {
  if (!keys.has(cut.keyId)) return `there is no service key ${cut.keyId}`;
  const fits = keys.verify('audit-log', cutText(cut), cut.keyId, cut.seal);
  return fits ? null : 'what says where it was cut off was altered';
}

const fits = (entry: SealedEntry, before: Buffer | null, keys: AuditKeys): boolean =>
  keys.verify('audit-log', entryText(entry, before), entry.keyId, entry.mac);

/** The service chains past entries that it did not write, so the HMAC may also follow `good`, the last valid one. */
export function entryFault(entry: SealedEntry, before: AuditHead, good: Buffer | null, keys: AuditKeys): string | null {
  if (entry.id !== before.id + 1) return `stands where entry ${before.id + 1} belongs`;
  if (!keys.has(entry.keyId)) return `there is no service key ${entry.keyId}`;
  if (fits(entry, before.mac, keys) || fits(entry, good, keys)) return null;
  return 'does not have the HMAC of what it says and of the entry before it';
}

/** Newest first; -1: none. `first`: the HMAC before them. A rotation may use a service key that this process lacks. */
export const newestValid = (entries: readonly NewestEntry[], first: Buffer | null, keys: AuditKeys): number =>
  entries.findIndex((entry, at) => {
    if (!keys.has(entry.keyId)) return entry.isKeyKnown;
    return [...entries.slice(at + 1).map(({ mac }) => mac), first].some((before) => fits(entry, before, keys));
  });
