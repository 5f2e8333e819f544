import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../audit/audit.types.js';
import { subnetOf, subnetText } from '../../platform/config/subnets.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { Role, Scope } from '../../platform/callers/caller.js';
import { DAY } from '../../platform/time/time.js';
import { Problem, PROBLEM_TEXTS, wrongField } from '../../platform/problems/problem.js';
import { isUuid } from '../../platform/text/text.js';
import { makeKey, makeSuccessor, refuseRotation, resealKey } from './api-key.js';
import type { NewKey, StoredKey } from './api-key.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { Chance } from '../../platform/chance.js';

/** Give up after this many version conflicts in a row. */
const ATTEMPTS = 10;
/** Staff keys expire, because laptops get lost and people leave. Server keys need not. */
const STAFF_DEFAULT_DAYS = 30;
const STAFF_MAX_DAYS = 90;
const MAX_ADDRESSES = 20;

/** Absent: all orders, and any address. */
export interface KeyRequest {
  /** Satisfies `isKeyName`. */
  readonly name: string;
  readonly role: Role;
  readonly scope?: Scope | null;
  /** null: the default of its role. */
  readonly expiresAt: Date | null;
  readonly addresses?: readonly string[] | null;
}

/** The audit log records each act before it happens, except a revocation. A key can only end, not change. */
@Injectable()
export class KeyManagementService {
  constructor(
    private readonly repository: ApiKeyRepository,
    @Inject(KeysService) private readonly keys: { ring(): Promise<KeyRing> },
    private readonly audit: AuditService,
    private readonly chance: Chance,
  ) {}

  /** After a database error the key may exist although its text is lost: the list shows it, and it should be revoked. */
  async create(actor: Actor, { name, role, scope, expiresAt, addresses }: KeyRequest): Promise<NewKey> {
    const now = await this.repository.now();
    const limits = {
      role,
      scope: scopeOf(role, scope ?? null),
      expiresAt: expiryOf(role, expiresAt, now),
      addresses: addressesOf(addresses ?? null),
    };
    const made = makeKey(await this.keys.ring(), this.chance, { ...limits, name, createdBy: actor.id }, null, now);
    const { id, prefix } = made.row;
    const detail = { ...limits, name, prefix };
    await this.audit.record({ actor, action: 'key.create', target: id, reason: null, detail });
    await this.repository.insert(made.row);
    return made;
  }

  /** Newest first. `next`: the `after` of the next page; null: this is the last. */
  async list(limit: number, after: string | null): Promise<{ items: StoredKey[]; next: string | null }> {
    const found = await this.repository.list(limit + 1, after);
    const items = found.slice(0, limit);
    return { items, next: found.length > limit ? (items.at(-1)?.row.id ?? null) : null };
  }

  /** The old key expires after `overlapMs` or sooner by itself. If the response was lost, rotate its successor. */
  async rotate(actor: Actor, id: string, overlapMs: number): Promise<{ successor: NewKey; replaced: StoredKey }> {
    const ring = await this.keys.ring();
    return this.untilWritten(id, async (stored, attempt) => {
      refuseRotation(ring, stored);
      const { row, now } = stored;
      const successor = makeSuccessor(ring, this.chance, stored, actor.id);
      const end = Math.min(now.getTime() + overlapMs, row.expiresAt?.getTime() ?? Infinity);
      const replaced = resealKey(ring, { ...row, expiresAt: new Date(end), replacedBy: successor.row.id });
      if (attempt === 1) {
        const { name, role, prefix } = row;
        const detail = { name, role, prefix, successor: successor.row.id, successorPrefix: successor.row.prefix };
        await this.audit.record({ actor, action: 'key.rotate', target: id, reason: null, detail });
      }
      const isWritten = await this.repository.replace(replaced, row, successor.row);
      return isWritten ? { successor, replaced: { row: replaced, now } } : null;
    });
  }

  /** Works even while the audit log is unavailable; does nothing to a revoked key. */
  async revoke(actor: Actor, id: string, reason: string | null): Promise<StoredKey> {
    const ring = await this.keys.ring();
    return this.untilWritten(id, async ({ row, now }) => {
      if (row.revokedAt !== null) return { row, now };
      const revoked = resealKey(ring, { ...row, revokedAt: now, revokedBy: actor.id });
      if (!(await this.repository.rewrite(revoked, row))) return null;
      const { name, role, prefix } = row;
      const detail = { name, role, prefix };
      await this.audit.recordDone({ actor, action: 'key.revoke', target: row.id, reason, detail });
      return { row: revoked, now };
    });
  }

  /** Reads the key anew and tries again where `write` met another write, which it says by null. */
  private async untilWritten<T>(
    id: string,
    write: (stored: StoredKey, attempt: number) => Promise<T | null>,
  ): Promise<T> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const stored = isUuid(id) ? await this.repository.find('id', id) : null;
      if (stored === null) throw new Problem('not_found', PROBLEM_TEXTS.keyNotFound);
      const written = await write(stored, attempt);
      if (written !== null) return written;
    }
    throw new Problem('unavailable', PROBLEM_TEXTS.keyBusy);
  }
}

const isStaff = (role: Role): boolean => role !== 'checkout';

function expiryOf(role: Role, requested: Date | null, now: Date): Date | null {
  const end = requested ?? (isStaff(role) ? new Date(now.getTime() + STAFF_DEFAULT_DAYS * DAY) : null);
  if (end === null) return null;
  if (end <= now) throw wrongField('expiresAt', 'must be in the future');
  if (isStaff(role) && end.getTime() - now.getTime() > STAFF_MAX_DAYS * DAY) {
    throw wrongField('expiresAt', `must be within ${STAFF_MAX_DAYS} days for the role ${role}`);
  }
  return end;
}

function scopeOf(role: Role, requested: Scope | null): Scope | null {
  if (!isStaff(role)) return requested ?? 'all';
  if (requested !== null) throw wrongField('scope', 'is for the role checkout alone');
  return null;
}

/** In canonical form. */
function addressesOf(addresses: readonly string[] | null): string[] | null {
  if (addresses === null) return null;
  const subnets = addresses.flatMap((text) => subnetOf(text.trim()) ?? []);
  if (subnets.length !== addresses.length || subnets.length === 0 || subnets.length > MAX_ADDRESSES) {
    const form = 'addresses and subnets such as 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32';
    throw wrongField('addresses', `must list 1 to ${MAX_ADDRESSES} ${form}`);
  }
  return [...new Set(subnets.map(subnetText))];
}
