import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

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

const ORDERS = 1000;

export interface OrderDigest {
  /** The order's number in lower case. */
  readonly place: string;
  readonly entries: number;
  /** null: no entries. */
  readonly digest: Buffer | null;
}

@Injectable()
export class HistoryHeadRepository {
  constructor(private readonly database: Database) {}

  now(): Promise<Date> {
    return this.database.now();
  }

  async *digests(until: Date): AsyncGenerator<OrderDigest> {
    for (let place = ''; ;) {
      const page = await this.database.query<OrderDigest>(PAGE, [place, until, ORDERS]);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < ORDERS) return;
      place = last.place;
    }
  }
}
