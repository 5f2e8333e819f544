import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../audit/audit.types.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { Role, Scope } from '../../platform/callers/caller.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { ApiKeyRepository } from './api-key.repository.js';
import type { ApiKeyRow, KeyExpiry, NewKey, SeenKey } from './api-key.types.js';
import { addressesOf, endOf, scopeOf } from './key-limits.js';
import { resealKey, sealKey } from './key-seal.js';
import { newKeyText } from './key-text.js';
import { refuseRotation } from './rotation.js';
import { isUuid } from '../../platform/text/text.js';

/** Give up after this many version conflicts in a row. */
const ATTEMPTS = 10;

/** `name` satisfies `isKeyName`. */
export interface KeyWish {
  readonly name: string;
  readonly role: Role;
  /** The orders that a server sees; absent: all. */
  readonly scope?: Scope | null;
  readonly expiry: KeyExpiry;
  /** Addresses and subnets from which the key is allowed; absent: any. */
  readonly addresses?: readonly string[] | null;
}

export interface Rotation {
  readonly successor: NewKey;
  /** Stays valid until it expires. */
  readonly replaced: SeenKey;
}

/**
 * Creates, lists, rotates and revokes API keys. The audit log records each act before it happens, except a revocation.
 * A key can only end; nothing else of it changes. All methods pass on database errors.
 */
@Injectable()
export class KeyManagementService {
  constructor(
    private readonly repository: ApiKeyRepository,
    @Inject(KeysService) private readonly keys: { ring(): Promise<KeyRing> },
    private readonly audit: AuditService,
  ) {}

  /**
   * Returns the key's text, which cannot be read again. Throws `invalid_request` for a forbidden expiry, scope or
   * address. After a database error the key may exist although its text is lost: it appears in the list and
   * should be revoked.
   */
  async create(
    actor: Actor,
    { name, role, scope: seen = null, expiry, addresses: wished = null }: KeyWish,
  ): Promise<NewKey & SeenKey> {
    const now = await this.repository.now();
    const [scope, expiresAt, addresses] = [scopeOf(role, seen), endOf(role, expiry, now), addressesOf(wished)];
    const id = randomUUID();
    const limits = { role, scope, expiresAt, addresses };
    const made = await this.make({ ...limits, id, name, account: id, createdAt: now, createdBy: actor.id });
    const detail = { ...limits, name, prefix: made.row.prefix };
    await this.audit.record({ actor, action: 'key.create', target: id, reason: null, detail });
    await this.repository.insert(made.row);
    return { ...made, now };
  }

  /** Newest first. `next`: the `after` of the next page; null: this is the last. */
  async list(limit: number, after: string | null): Promise<{ items: SeenKey[]; next: string | null }> {
    const found = await this.repository.list(limit + 1, after);
    const items = found.slice(0, limit);
    return { items, next: found.length > limit ? (items.at(-1)?.row.id ?? null) : null };
  }

  /**
   * Makes a successor for the same caller with the lifetime of the old key; the old one expires after `overlapMs` or at
   * its own expiry, if that is sooner. Throws `not_found`, and `key_not_rotatable` for a key that is no longer
   * valid or already has a successor. Rotate the successor then, even if the response with its text was lost.
   */
  async rotate(actor: Actor, id: string, overlapMs: number): Promise<Rotation> {
    const ring = await this.keys.ring();
    let isAudited = false;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const seen = await this.existing(id);
      refuseRotation(ring, seen);
      const successor = await this.successorOf(actor, seen);
      const replaced = resealKey(ring, endedSoon(seen, overlapMs, successor.row.id));
      if (!isAudited) await this.recordRotation(actor, seen.row, successor.row);
      isAudited = true;
      if (await this.repository.replace(replaced, seen.row, successor.row)) {
        return { successor, replaced: { row: replaced, now: seen.now } };
      }
    }
    throw tooBusy();
  }

  /** Revokes a key, even while the audit log is unavailable; does nothing to a revoked one. Throws `not_found`. */
  async revoke(actor: Actor, id: string, reason: string | null): Promise<SeenKey> {
    const ring = await this.keys.ring();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const seen = await this.existing(id);
      if (seen.row.revokedAt !== null) return seen;
      const revoked = resealKey(ring, { ...seen.row, revokedAt: seen.now, revokedBy: actor.id });
      if (!(await this.repository.rewrite(revoked, seen.row))) continue;
      const { name, role, prefix } = seen.row;
      const detail = { name, role, prefix };
      await this.audit.recordDone({ actor, action: 'key.revoke', target: seen.row.id, reason, detail });
      return { row: revoked, now: seen.now };
    }
    throw tooBusy();
  }

  private async existing(id: string): Promise<SeenKey> {
    const seen = isUuid(id) ? await this.repository.find(id) : null;
    if (seen === null) throw new Problem('not_found', PROBLEM_TEXTS.keyNotFound);
    return seen;
  }

  private async make(
    given: Pick<
      ApiKeyRow,
      'id' | 'name' | 'role' | 'scope' | 'account' | 'createdAt' | 'createdBy' | 'expiresAt' | 'addresses'
    >,
  ): Promise<NewKey> {
    const { key, prefix } = newKeyText();
    const ended = { revokedAt: null, revokedBy: null, lastUsedAt: null, replacedBy: null };
    return { key, row: sealKey(await this.keys.ring(), { ...given, ...ended, prefix }, key) };
  }

  private successorOf(actor: Actor, { row, now }: SeenKey): Promise<NewKey> {
    const { name, role, scope, account, addresses } = row;
    const lifeMs = row.expiresAt === null ? null : row.expiresAt.getTime() - row.createdAt.getTime();
    const expiresAt = lifeMs === null ? null : new Date(now.getTime() + lifeMs);
    const same = { name, role, scope, account, addresses };
    return this.make({ ...same, id: randomUUID(), createdAt: now, createdBy: actor.id, expiresAt });
  }

  private recordRotation(actor: Actor, { id, name, role, prefix }: ApiKeyRow, successor: ApiKeyRow): Promise<void> {
    const detail = { name, role, prefix, successor: successor.id, successorPrefix: successor.prefix };
    return this.audit.record({ actor, action: 'key.rotate', target: id, reason: null, detail });
  }
}

function endedSoon({ row, now }: SeenKey, overlapMs: number, replacedBy: string): ApiKeyRow {
  const end = now.getTime() + overlapMs;
  return { ...row, expiresAt: new Date(Math.min(end, row.expiresAt?.getTime() ?? Infinity)), replacedBy };
}

const tooBusy = (): Problem => new Problem('unavailable', PROBLEM_TEXTS.keyBusy);
