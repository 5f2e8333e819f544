import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '../platform/crypto/key-ring.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import type { SecurityEvent } from '../platform/callers/security-events.js';
import { storableText } from '../platform/text/stored-json.js';
import { SecurityLog } from '../platform/telemetry/security-log.js';
import { currentTraceId } from '../platform/telemetry/trace-context.js';
import { cutFault, cutText, entryText, newestValid } from './audit-chain.js';
import type { SealedEntry } from './audit-chain.js';
import { AuditRepository } from './audit.repository.js';
import { AUDIT_EVENTS, NO_RATE } from './audit.types.js';
import type { AuditEntry, AuditHead, AuditRate } from './audit.types.js';

/** An attempt fails only if another entry was written at the same time. */
const ATTEMPTS = 100;
/** Searched at the end of the log for the last entry of the service. */
const MAX_FOREIGN_ENTRIES = 100;

/** The audit log. Each entry's HMAC covers the previous one, so no entry can be removed unnoticed. */
@Injectable()
export class AuditService {
  private newestReported = 0;

  constructor(
    private readonly log: AuditRepository,
    @Inject(KeysService) private readonly keys: { ring(): Promise<KeyRing> },
    @Inject(SecurityLog) private readonly security: Pick<SecurityLog, 'tell'>,
  ) {}

  /** Records an action before it is done, so that none lacks an entry. Throws database errors. */
  async record(entry: AuditEntry): Promise<void> {
    await this.recordWithin(entry, NO_RATE);
  }

  /** As `record`, but writes nothing above the actor's rate. Returns the wait in milliseconds; 0: recorded. */
  async recordWithin(entry: AuditEntry, { most, withinMs }: AuditRate): Promise<number> {
    const { actor, action, detail } = entry;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      // Read before the count: an entry written after the count then conflicts with the number of this one.
      const end = await this.end();
      const { now, times, oldest } = await this.log.recentUses(actor.id, action, withinMs);
      if (times >= most) return (oldest ?? now).getTime() + withinMs - now.getTime() + 1;
      if (!(await this.log.append(await this.sealed(entry, end, now)))) continue;
      const event = AUDIT_EVENTS[action];
      if (event !== null) this.tell(event, entry, event === 'webhook_changed' ? detail : {});
      return 0;
    }
    throw new Problem('unavailable', PROBLEM_TEXTS.auditNotWritten);
  }

  /** Records a revocation after it was done: revoking must not wait for the log, so a failure is only reported. */
  async recordDone(entry: AuditEntry): Promise<void> {
    await this.record(entry).catch((error: unknown) => this.tell('audit_not_written', entry, { err: error }));
  }

  private tell(event: SecurityEvent, { actor, action, target }: AuditEntry, more: AuditEntry['detail']): void {
    this.security.tell(event, { actor: actor.id, address: actor.address, action, target, ...more });
  }

  /** Returns how many. The last entry cut off is stored under a seal, so the rest can still be checked. */
  async cutOld(olderThanMs: number, most: number): Promise<number> {
    const ring = await this.keys.ring();
    const cut = await this.log.cut();
    const bad = cut !== null && cutFault(cut, ring) !== null ? cut.seal : null;
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
    const ring = await this.keys.ring();
    let newest = await this.log.newest(2);
    let valid = newestValid(newest, null, ring);
    if (valid !== 0 && newest.length > 0) {
      newest = await this.log.newest(MAX_FOREIGN_ENTRIES);
      valid = newestValid(newest, (await this.log.cut())?.mac ?? null, ring);
    }
    const [top] = newest;
    if (valid !== 0 && top !== undefined && top.id > this.newestReported) {
      this.newestReported = top.id;
      this.tellAltered({ entry: top.id });
    }
    return { id: (top?.id ?? 0) + 1, mac: (newest[valid] ?? top)?.mac ?? null };
  }

  private tellAltered(facts: Readonly<Record<string, unknown>>): void {
    this.security.tell('audit_log_altered', { actor: null, address: null, ...facts });
  }

  private async sealed(entry: AuditEntry, end: AuditHead, now: Date): Promise<SealedEntry> {
    const { actor, action, target, reason, detail = {} } = entry;
    const chained = {
      id: end.id,
      at: now.toISOString().replace('Z', '000Z'),
      traceId: currentTraceId(),
      action,
      detail,
      // The HMAC covers the text as it is stored.
      actor: { ...actor, name: storableText(actor.name) },
      target: target === null ? null : storableText(target),
      reason: reason === null ? null : storableText(reason),
    };
    const ring = await this.keys.ring();
    return { ...chained, ...ring.sign('audit-log', entryText(chained, end.mac)) };
  }
}
