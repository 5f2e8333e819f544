import type { Role, Scope } from '../../platform/callers/caller.js';
import type { Secret } from '../../platform/callers/secret.js';

export interface ApiKeyRow {
  readonly id: string;
  /** A label for people. */
  readonly name: string;
  readonly role: Role;
  /** The orders that a server sees; null: a staff key. */
  readonly scope: Scope | null;
  /** The id of the first key in a chain of rotations: the whole chain is one caller. */
  readonly account: string;
  /** The public part of the key, unique. */
  readonly prefix: string;
  /** HMAC of the whole key. */
  readonly hash: Buffer;
  /** HMAC of this row. */
  readonly seal: Buffer;
  /** The id of the service key that made `hash` and `seal`. */
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
  /** The id of the key that replaced this one in a rotation. */
  readonly replacedBy: string | null;
}

/**
 * When a new key expires: at a moment, or after some milliseconds by Postgres' clock; null: the longest that its role
 * allows.
 */
export type KeyExpiry = Date | { readonly afterMs: number } | null;

/** A new key. Its text is not stored and cannot be shown again. */
export interface NewKey {
  readonly key: Secret;
  readonly row: ApiKeyRow;
}

/** The stored row, and Postgres' time at which it was read. */
export interface SeenKey {
  readonly row: ApiKeyRow;
  readonly now: Date;
}
