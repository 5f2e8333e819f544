import { createHash } from 'node:crypto';
import type { AuditVerifier } from '../../audit/audit-check.service.js';
import type { Database } from '../../platform/database/database.js';
import { pages } from '../pages.js';
import type { Anchor, HistoryHead } from './anchor.js';

/** After this time no older entry is added, not even by a process that hung. The HMACs cover the dates. */
const SETTLED_MS = 15 * 60_000;

const AT_ONCE = 1000;

/** Sorted by bytes, so that an index serves in any database locale. The HMACs of removed orders are kept. */
const PAGE = `
  SELECT o.place, e.entries, e.digest
    FROM (SELECT * FROM (
            (SELECT lower(merchant_order_no) AS place, merchant_order_no AS number FROM orders
              WHERE lower(merchant_order_no) ~>~ $1 ORDER BY lower(merchant_order_no) USING ~<~ LIMIT $3)
            UNION ALL
            (SELECT merchant_order_no, NULL FROM removed_orders WHERE merchant_order_no > $1 COLLATE "C"
              ORDER BY merchant_order_no LIMIT $3)) every ORDER BY place USING ~<~ LIMIT $3) o
   CROSS JOIN LATERAL (
          SELECT count(*)::integer AS entries, sha256(string_agg(int4send(seq) || mac, ''::bytea ORDER BY seq)) AS digest
            FROM (SELECT seq, at, mac FROM order_events WHERE merchant_order_no = o.number
                  UNION ALL
                  SELECT seq::integer, at, mac
                    FROM removed_orders r, unnest(r.times, r.macs) WITH ORDINALITY AS entry (at, mac, seq)
                   WHERE o.number IS NULL AND r.merchant_order_no = o.place) entries
           WHERE at <= $2) e
   ORDER BY o.place USING ~<~`;

interface OrderDigest {
  /** The order's number in lower case. */
  readonly place: string;
  readonly entries: number;
  /** null: no entries. */
  readonly digest: Buffer | null;
}

export class AnchorService {
  constructor(
    private readonly audit: AuditVerifier,
    private readonly database: Database,
  ) {}

  /** Covers the audit log up to now and the order histories up to 15 minutes ago. */
  async make(): Promise<Anchor> {
    const at = await this.database.now();
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
    const read = (after: OrderDigest | null): Promise<OrderDigest[]> =>
      this.database.query(PAGE, [after?.place ?? '', until, AT_ONCE]);
    for await (const page of pages(AT_ONCE, read)) {
      for (const { place, entries, digest } of page) {
        if (digest === null) continue;
        hash.update(`${place} ${entries} ${digest.toString('hex')}\n`);
        all += entries;
      }
    }
    return { until, entries: all, digest: hash.digest() };
  }
}
