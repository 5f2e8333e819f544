import type { Role, Scope } from '../../platform/shared/caller.js';
import type { Secret } from '../../platform/shared/secret.js';

/** What is stored of an API key. */
export interface ApiKeyRow {
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly role: Role;
  /** Which orders a server sees; null: it is the key of staff. */
  readonly scope: Scope | null;
  /** The id of the first key of a chain of rotations: all of the chain are one caller. */
  readonly account: string;
  /** The part of the key that is no secret; no two keys have the same. */
  readonly prefix: string;
  /** Of the whole key. */
  readonly hash: Buffer;
  /** Of this row. */
  readonly seal: Buffer;
  /** The service key under which both were made. */
  readonly keyId: string;
  readonly createdAt: Date;
  /** The id of the actor. */
  readonly createdBy: string;
  /** Addresses and subnets from which it counts; null: from anywhere. */
  readonly addresses: readonly string[] | null;
  /** null: never. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
  /** To the minute; null: not yet. */
  readonly lastUsedAt: Date | null;
  /** The id of the key that a rotation put in its place. */
  readonly replacedBy: string | null;
}

/** When a new key ends: at a moment, or some milliseconds from now by Postgres' clock; null: as late as its role may. */
export type KeyExpiry = Date | { readonly afterMs: number } | null;

/** A key that was just made, the one time that it is known. */
export interface NewKey {
  readonly key: Secret;
  readonly row: ApiKeyRow;
}

/** The stored row, and the time by Postgres' clock at which it was read. */
export interface SeenKey {
  readonly row: ApiKeyRow;
  readonly now: Date;
}
