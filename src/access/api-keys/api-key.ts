import type { Chance } from '../../platform/chance.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { partsOf } from '../../platform/crypto/sealed-parts.js';
import type { Coverage } from '../../platform/crypto/sealed-parts.js';
import { EVERYBODY } from '../../platform/callers/caller.js';
import type { Role, Scope } from '../../platform/callers/caller.js';
import { DAY } from '../../platform/time/time.js';
import { base32 } from '../../platform/terms/order.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { Secret } from '../../platform/callers/secret.js';

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The orders that a server sees; null: a staff key. */
  readonly scope: Scope | null;
  /** The first key of a chain of rotations, which is one caller. */
  readonly account: string;
  /** The public part of the key, unique. */
  readonly prefix: string;
  /** HMAC of the whole key. */
  readonly hash: Buffer;
  /** HMAC of this row. */
  readonly seal: Buffer;
  /** The service key of `hash` and `seal`. */
  readonly keyId: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** Addresses and subnets from which the key is allowed; null: any. */
  readonly addresses: readonly string[] | null;
  /** null: never. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
  /** To the minute; null: never used. */
  readonly lastUsedAt: Date | null;
  /** After a rotation. */
  readonly replacedBy: string | null;
}

/** The stored row, and Postgres' time at which it was read. */
export interface StoredKey {
  readonly row: ApiKeyRow;
  readonly now: Date;
}

/** The text of a new key is not stored and cannot be shown again. */
export interface NewKey extends StoredKey {
  readonly key: Secret;
}

/** `rck_`, 60 bits as the public prefix, and 256 bits of secret. */
const KEY_TEXT = /^rck_([a-km-np-z2-9]{12})_[A-Za-z0-9_-]{43}$/;

export function newKeyText(chance: Chance): { key: Secret; prefix: string } {
  const prefix = base32(chance.bytes(8)).slice(0, 12);
  return { key: new Secret(`rck_${prefix}_${chance.bytes(32).toString('base64url')}`), prefix };
}

/** The public part of a key; null: not the format of our keys. */
export function prefixOf(key: Secret): string | null {
  return KEY_TEXT.exec(key.reveal())?.[1] ?? null;
}

/** 1 to 64 visible characters with at most single blanks between them, so that a list stays readable. */
export function isKeyName(name: string): boolean {
  return name.length <= 64 && /^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u.test(name);
}

type KeyRights = Pick<ApiKeyRow, 'name' | 'role' | 'scope' | 'addresses' | 'expiresAt' | 'createdBy'>;

/** `account` null: the key is a caller of its own. */
export function makeKey(ring: KeyRing, chance: Chance, rights: KeyRights, account: string | null, now: Date): NewKey {
  const { key, prefix } = newKeyText(chance);
  const id = chance.uuid();
  const ended = { revokedAt: null, revokedBy: null, lastUsedAt: null, replacedBy: null };
  const row = sealKey(ring, { ...rights, ...ended, id, account: account ?? id, prefix, createdAt: now }, key);
  return { key, row, now };
}

/** For the same caller, with the same rights and lifetime. */
export function makeSuccessor(ring: KeyRing, chance: Chance, { row, now }: StoredKey, createdBy: string): NewKey {
  const { name, role, scope, addresses, account } = row;
  const lifeMs = row.expiresAt === null ? null : row.expiresAt.getTime() - row.createdAt.getTime();
  const expiresAt = lifeMs === null ? null : new Date(now.getTime() + lifeMs);
  return makeKey(ring, chance, { name, role, scope, addresses, expiresAt, createdBy }, account, now);
}

/** In the order of the seal. */
export const OF_KEY: Coverage<ApiKeyRow> = {
  id: true,
  name: true,
  role: true,
  scope: true,
  account: true,
  prefix: true,
  hash: true,
  createdAt: true,
  createdBy: true,
  addresses: true,
  expiresAt: true,
  revokedAt: true,
  revokedBy: true,
  replacedBy: true,
  seal: 'the seal itself',
  keyId: 'says whose seal it is',
  lastUsedAt: 'updated at each use',
};

type Unsealed = Omit<ApiKeyRow, 'hash' | 'seal' | 'keyId'> & Partial<Pick<ApiKeyRow, 'seal'>>;

/** With the HMACs a copy of the table does not help to guess keys, nor does write access to it add or extend one. */
export function sealKey(ring: KeyRing, row: Unsealed, key: Secret): ApiKeyRow {
  const keyId = ring.newestId;
  const hash = ring.mac('api-key', key.reveal(), keyId);
  if (hash === null) throw new Error('the newest key is not in the ring');
  return resealKey(ring, { seal: Buffer.alloc(0), ...row, hash, keyId });
}

/** Under the row's own service key, since another one needs the key's text. Without it the old seal stays, invalid. */
export function resealKey(ring: KeyRing, row: ApiKeyRow): ApiKeyRow {
  const parts = partsAfter(row);
  const mac = ring.mac('api-key-row', sealText(row, parts), row.keyId);
  return { ...row, seal: mac === null ? row.seal : Buffer.concat([mac, parts]) };
}

const MAC_BYTES = 32;
const partsIn = ({ seal }: ApiKeyRow): Buffer => seal.subarray(MAC_BYTES);
const partsAfter = (row: ApiKeyRow): Buffer => partsOf(partsIn(row), [[null, row, OF_KEY]]);

const hasItsSeal = (ring: KeyRing, row: ApiKeyRow): boolean =>
  ring.verify('api-key-row', sealText(row, partsIn(row)), row.keyId, row.seal.subarray(0, MAC_BYTES)) &&
  partsAfter(row).equals(partsIn(row));

function sealText(row: ApiKeyRow, parts: Buffer): string {
  const sealed = (Object.keys(OF_KEY) as (keyof ApiKeyRow)[]).filter((name) => OF_KEY[name] === true);
  const values = sealed.map((name) => (name === 'hash' ? row.hash.toString('hex') : row[name]));
  return JSON.stringify([...values, ...(parts.length > 0 ? [parts.toString('hex')] : [])]);
}

/** `expiring`: still valid, but it has a successor or expires within two weeks. */
export const KEY_STATUSES = ['active', 'expiring', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** A key is invalid from the very moment of its expiry. */
export function keyStatus({ row: { revokedAt, expiresAt, replacedBy }, now }: StoredKey): KeyStatus {
  if (revokedAt !== null) return 'revoked';
  const leftMs = expiresAt === null ? Infinity : expiresAt.getTime() - now.getTime();
  if (leftMs <= 0) return 'expired';
  return replacedBy !== null || leftMs <= 14 * DAY ? 'expiring' : 'active';
}

/**
 * `keyless`: its service key is gone; `altered`: the seal does not match; `wrong`: the prefix of one key with the
 * secret of another; `anybodys`: created under `AUTH=none`, by anyone who could connect.
 */
export type KeyVerdict = 'good' | 'keyless' | 'altered' | 'wrong' | 'expired' | 'revoked' | 'anybodys';

export function judgeKey(ring: KeyRing, stored: StoredKey, shown: Secret): KeyVerdict {
  const { row } = stored;
  if (!ring.has(row.keyId)) return 'keyless';
  if (!hasItsSeal(ring, row)) return 'altered';
  if (!ring.verify('api-key', shown.reveal(), row.keyId, row.hash)) return 'wrong';
  const status = keyStatus(stored);
  if (status === 'expired' || status === 'revoked') return status;
  return row.createdBy === EVERYBODY.id ? 'anybodys' : 'good';
}

/** No successor gets more rights than the key. A broken seal is never copied: it would become valid. */
export function refuseRotation(ring: KeyRing, stored: StoredKey): void {
  const reason = rotationFault(ring, stored);
  if (reason !== null) throw new Problem('key_not_rotatable', reason);
}

function rotationFault(ring: KeyRing, stored: StoredKey): string | null {
  const { row } = stored;
  const status = keyStatus(stored);
  if (status === 'revoked') return PROBLEM_TEXTS.keyRevoked;
  if (row.replacedBy !== null) return PROBLEM_TEXTS.keyRotated(row.replacedBy);
  if (status === 'expired') return PROBLEM_TEXTS.keyExpired;
  if (row.createdBy === EVERYBODY.id) return PROBLEM_TEXTS.keyMadeByAnybody;
  if (!ring.has(row.keyId)) return PROBLEM_TEXTS.keyWithoutServiceKey;
  return hasItsSeal(ring, row) ? null : PROBLEM_TEXTS.keyAltered;
}
