import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { AuditCheckService } from '../../audit/audit-check.service.js';
import type { Anchor, HistoryHead } from './anchor.types.js';
import { HistoryHeadRepository } from './history-head.repository.js';

/**
 * Entries are dated when they are decided and written at once: after so long none with an older date comes any more, also
 * from a process that hung. Dates are under the entries' HMACs.
 */
const SETTLED_MS = 15 * 60_000;

/** Makes anchors, and holds them against what is stored now. */
@Injectable()
export class AnchorService {
  constructor(
    private readonly audit: AuditCheckService,
    private readonly histories: HistoryHeadRepository,
  ) {}

  /** Of the audit log up to now, of the orders' histories up to a quarter of an hour ago. */
  async make(): Promise<Anchor> {
    const at = await this.histories.now();
    const auditLog = await this.audit.head();
    return { at, auditLog, history: await this.historyHead(new Date(at.getTime() - SETTLED_MS)) };
  }

  /** What does not fit between the orders' histories as they were anchored and as they are; null: all does. */
  async historyFault({ history: was }: Anchor): Promise<string | null> {
    const is = await this.historyHead(was.until);
    if (is.digest.equals(was.digest) && is.entries === was.entries) return null;
    const [until, then, now] = [was.until.toISOString(), was.entries, is.entries];
    return `the history up to ${until} is not the one that was anchored (${then} entries then, ${now} now)`;
  }

  private async historyHead(until: Date): Promise<HistoryHead> {
    const hash = createHash('sha256');
    let all = 0;
    for await (const { place, entries, digest } of this.histories.digests(until)) {
      if (digest === null) continue;
      hash.update(`${place} ${entries} ${digest.toString('hex')}\n`);
      all += entries;
    }
    return { until, entries: all, digest: hash.digest() };
  }
}
