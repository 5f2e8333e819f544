import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '../platform/crypto/key-ring.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { pageOf } from '../platform/shared/page.js';
import type { Page, PageRequest } from '../platform/shared/page.js';
import { Problem, PROBLEM_TEXTS } from '../platform/shared/problem.js';
import type { SecurityEvent } from '../platform/shared/security-events.js';
import { storableText } from '../platform/shared/storable.js';
import { SecurityLog } from '../platform/telemetry/security-log.js';
import { currentTraceId } from '../platform/telemetry/trace-context.js';
import { cutText, entryText } from './audit-chain.js';
import type { SealedEntry } from './audit-chain.js';
import { AuditRepository } from './audit.repository.js';
import type { LogState } from './audit.repository.js';
import { NO_RATE } from './audit.types.js';
import type { AuditAction, AuditEntry, AuditFilter, AuditRate, AuditRow } from './audit.types.js';

/** What whoever guards the service is told of a deed, beside the entry; null: nothing. */
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
  'webhook.create': 'authn_token_created',
  'webhook.rotate': 'authn_token_created',
  'webhook.change': null,
  'webhook.delete': null,
  'webhook.test': null,
  'webhook.replay': null,
  'webhook.redeliver': null,
};

/** Each attempt fails only because somebody else's entry was written meanwhile. */
const ATTEMPTS = 100;

/** The audit log: who did what, when, from where, why. Each entry's HMAC covers the one before, so none can be taken out. */
@Injectable()
export class AuditService {
  constructor(
    private readonly log: AuditRepository,
    @Inject(KeysService) private readonly keys: { ring(): Promise<KeyRing> },
    @Inject(SecurityLog) private readonly security: Pick<SecurityLog, 'tell'>,
  ) {}

  /**
   * Writes down that somebody is about to do something; resolves when it is stored. Called before it is done: nothing is
   * done without an entry, and an entry whose deed does not follow tells of an attempt. Throws what the database throws.
   */
  async record(entry: AuditEntry): Promise<void> {
    await this.recordWithin(entry, NO_RATE);
  }

  /**
   * The same, unless the actor has done it too often lately, counted over all replicas: then nothing is written. Gives in
   * how many milliseconds it may be done again; 0: it is written.
   */
  async recordWithin(entry: AuditEntry, { most, withinMs }: AuditRate): Promise<number> {
    const { actor, action, target } = entry;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const state = await this.log.state(actor.id, action, withinMs);
      if (state.times >= most) return (state.oldest ?? state.now).getTime() + withinMs - state.now.getTime() + 1;
      // Whatever was written after the count has this number.
      if (!(await this.log.append(await this.sealed(entry, state)))) continue;
      const event = EVENTS[action];
      if (event !== null) this.security.tell(event, { actor: actor.id, address: actor.address, action, target });
      return 0;
    }
    throw new Problem('unavailable', PROBLEM_TEXTS.auditBusy);
  }

  /** Newest first. */
  async list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditRow>> {
    const found = await this.log.list(filter, page);
    return pageOf(found, page.limit, (row) => ({ at: row.position_at, id: row.position_id }));
  }

  /**
   * Cuts off some of the oldest entries, if they were made so long ago; gives how many. What is left can still be checked:
   * the last entry that was cut off is noted, under a seal.
   */
  async cutOld(olderThanMs: number, most: number): Promise<number> {
    const last = await this.log.lastOld(olderThanMs, most);
    if (last !== null) {
      const { keyId, mac } = (await this.keys.ring()).sign('audit-log', cutText(last));
      await this.log.moveCut({ ...last, keyId, seal: mac });
    }
    return this.log.deleteCut();
  }

  private async sealed({ actor, reason, detail = {}, ...entry }: AuditEntry, end: LogState): Promise<SealedEntry> {
    const chained = {
      ...entry,
      id: end.id + 1,
      at: end.now.toISOString().replace('Z', '000Z'),
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
