import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** In bytes' order, in which numbers stand in an index whatever the language of the database is. */
const PAGE = `
  SELECT lower(o.merchant_order_no) AS place, o.merchant_order_no AS number, e.entries, e.digest
    FROM (SELECT merchant_order_no FROM orders WHERE lower(merchant_order_no) ~>~ $1
           ORDER BY lower(merchant_order_no) USING ~<~ LIMIT $3) o
   CROSS JOIN LATERAL (
          SELECT count(*)::integer AS entries, sha256(string_agg(int4send(seq) || mac, ''::bytea ORDER BY seq)) AS digest
            FROM order_events WHERE merchant_order_no = o.merchant_order_no AND at <= $2) e
   ORDER BY lower(o.merchant_order_no) USING ~<~`;

const ORDERS = 1000;

/** The HMACs of one order's entries, as far as they count. */
export interface OrderDigest {
  readonly number: string;
  readonly entries: number;
  /** null: there is no such entry. */
  readonly digest: Buffer | null;
}

@Injectable()
export class HistoryHeadRepository {
  constructor(private readonly database: Database) {}

  now(): Promise<Date> {
    return this.database.now();
  }

  /** Of all orders, page by page, the entries that are dated up to `until`. */
  async *digests(until: Date): AsyncGenerator<OrderDigest> {
    for (let place = ''; ;) {
      const page = await this.database.query<OrderDigest & { place: string }>(PAGE, [place, until, ORDERS]);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < ORDERS) return;
      place = last.place;
    }
  }
}
