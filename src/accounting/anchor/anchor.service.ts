import { createHash } from 'node:crypto';
import { AuditCheckService } from '../../audit/audit-check.service.js';
import type { Anchor, HistoryHead } from './anchor.types.js';
import { HistoryHeadRepository } from './history-head.repository.js';

/**
 * An entry is dated when it is decided and written at once. After this time no older entry is added, not even by a
 * process that hung. The HMACs cover the dates.
 */
const SETTLED_MS = 15 * 60_000;

export class AnchorService {
  constructor(
    private readonly audit: AuditCheckService,
    private readonly histories: HistoryHeadRepository,
  ) {}

  /** Covers the audit log up to now and the order histories up to 15 minutes ago. */
  async make(): Promise<Anchor> {
    const at = await this.histories.now();
    const auditLog = await this.audit.head();
    return { at, auditLog, history: await this.historyHead(new Date(at.getTime() - SETTLED_MS)) };
  }

  /** How the order histories differ from an anchor, or null. */
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
