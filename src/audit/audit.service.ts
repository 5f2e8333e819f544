import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '../platform/crypto/key-ring.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import type { SecurityEvent } from '../platform/callers/security-events.js';
import { storableText } from '../platform/text/stored-json.js';
import { SecurityLog } from '../platform/telemetry/security-log.js';
import { currentTraceId } from '../platform/telemetry/trace-context.js';
import { cutFault, cutText, entryText, newestGood } from './audit-chain.js';
import type { Reseal, SealedEntry } from './audit-chain.js';
import { AuditRepository } from './audit.repository.js';
import { NO_RATE } from './audit.types.js';
import type { AuditAction, AuditEntry, AuditHead, AuditRate } from './audit.types.js';

/** The security event of each action; null: none. */
const EVENTS: Readonly<Record<AuditAction, SecurityEvent | null>> = {
  'order.read': 'sensitive_read',
  'order.search': 'sensitive_read',
  'order.reveal': 'sensitive_reveal',
  'order.ask': 'authz_admin',
  'order.revoke_secret': 'authn_token_revoked',
  'mismatch.resolve': 'authz_admin',
  'person.forget': 'sensitive_delete',
  'person.replay': 'sensitive_delete',
  'report.export': 'sensitive_export',
  'order.export': 'sensitive_export',
  'key.create': 'authn_token_created',
  'key.rotate': 'authn_token_created',
  'key.revoke': 'authn_token_revoked',
  'audit.anchor': null,
  'servicekey.retire': 'authn_token_revoked',
  'servicekey.reencrypt': null,
  'webhook.create': 'webhook_changed',
  'webhook.rotate': 'webhook_changed',
  'webhook.change': 'webhook_changed',
  'webhook.delete': 'webhook_changed',
  'webhook.test': null,
  'webhook.replay': 'webhook_changed',
  'webhook.redeliver': null,
};

/** An attempt fails only if another entry was written at the same time. */
const ATTEMPTS = 100;
/** How many foreign entries at the end of the log are searched for the last entry of the service. */
const MOST_PASSED_OVER = 100;

const resealBy =
  (ring: KeyRing): Reseal =>
  (text, keyId) =>
    ring.mac('audit-log', text, keyId);

/** The audit log. Each entry's HMAC covers the previous one, so no entry can be removed unnoticed. */
@Injectable()
export class AuditService {
  private toldAltered = 0;

  constructor(
    private readonly log: AuditRepository,
    @Inject(KeysService) private readonly keys: { ring(): Promise<KeyRing> },
    @Inject(SecurityLog) private readonly security: Pick<SecurityLog, 'tell'>,
  ) {}

  /**
   * Records an action before it is done; resolves once the entry is stored. So no action lacks an entry, and an entry
   * without its action is an attempt. Throws database errors.
   */
  async record(entry: AuditEntry): Promise<void> {
    await this.recordWithin(entry, NO_RATE);
  }

  /**
   * As `record`, but writes nothing if the actor exceeds the rate, counted over all replicas. Returns the wait in
   * milliseconds; 0: recorded.
   */
  async recordWithin(entry: AuditEntry, { most, withinMs }: AuditRate): Promise<number> {
    const { actor, action, detail } = entry;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      // Read before the count: an entry written after the count then conflicts with the number of this one.
      const end = await this.end();
      const { now, times, oldest } = await this.log.often(actor.id, action, withinMs);
      if (times >= most) return (oldest ?? now).getTime() + withinMs - now.getTime() + 1;
      if (!(await this.log.append(await this.sealed(entry, end, now)))) continue;
      const event = EVENTS[action];
      if (event !== null) this.tell(event, entry, event === 'webhook_changed' ? detail : {});
      return 0;
    }
    throw new Problem('unavailable', PROBLEM_TEXTS.auditNotWritten);
  }

  /**
   * Records a revocation after it was done. Revoking must not wait for the log, so a failure becomes a security event.
   */
  async recordDone(entry: AuditEntry): Promise<void> {
    await this.record(entry).catch((error: unknown) => this.tell('audit_not_written', entry, { err: error }));
  }

  private tell(event: SecurityEvent, { actor, action, target }: AuditEntry, more: AuditEntry['detail']): void {
    this.security.tell(event, { actor: actor.id, address: actor.address, action, target, ...more });
  }

  /**
   * Cuts off up to `most` entries older than the limit and returns how many. The last entry cut off is stored under a
   * seal, so the rest can still be checked.
   */
  async cutOld(olderThanMs: number, most: number): Promise<number> {
    const ring = await this.keys.ring();
    const cut = await this.log.cut();
    const bad = cut !== null && cutFault(cut, resealBy(ring)) !== null ? cut.seal : null;
    if (bad !== null) this.tellAltered({ cut: cut?.entry });
    const last = await this.log.lastOld(olderThanMs, most);
    if (last === null && bad !== null) return 0;
    if (last !== null) {
      const { keyId, mac } = ring.sign('audit-log', cutText(last));
      await this.log.moveCut({ ...last, keyId, seal: mac }, bad);
    }
    return this.log.deleteCut();
  }

  /** The next entry's id, and the HMAC of the newest entry that the service wrote. */
  private async end(): Promise<AuditHead> {
    const reseal = resealBy(await this.keys.ring());
    let newest = await this.log.newest(2);
    let good = newestGood(newest, null, reseal);
    if (good !== 0 && newest.length > 0) {
      newest = await this.log.newest(MOST_PASSED_OVER);
      good = newestGood(newest, (await this.log.cut())?.mac ?? null, reseal);
    }
    const [top] = newest;
    if (good !== 0 && top !== undefined && top.id > this.toldAltered) {
      this.toldAltered = top.id;
      this.tellAltered({ entry: top.id });
    }
    return { id: (top?.id ?? 0) + 1, mac: (newest[good] ?? top)?.mac ?? null };
  }

  private tellAltered(facts: Readonly<Record<string, unknown>>): void {
    this.security.tell('audit_log_altered', { actor: null, address: null, ...facts });
  }

  private async sealed(
    { actor, reason, detail = {}, ...entry }: AuditEntry,
    end: AuditHead,
    now: Date,
  ): Promise<SealedEntry> {
    const chained = {
      ...entry,
      id: end.id,
      at: now.toISOString().replace('Z', '000Z'),
      actor: { ...actor, name: storableText(actor.name) },
      traceId: currentTraceId(),
      reason: reason === null ? null : storableText(reason),
      detail,
    };
    const ring = await this.keys.ring();
    const mac = ring.mac('audit-log', entryText(chained, end.mac));
    if (mac === null) throw new Error('there is no key for the audit log');
    return { ...chained, keyId: ring.newestId, mac };
  }
}
