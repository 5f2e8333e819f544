import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Span } from '../span.js';
import type { ExportedOrder } from './order-line.js';

/** Few enough that a batch with all its metadata is small, many enough that trips do not matter. */
const BATCH = 500;

/** The place is text: a Date would lose its microseconds. */
const PAGE = `
  SELECT o.merchant_order_no AS "merchantOrderNo", o.side, o.status, o.failure_code AS "failureCode",
         o.in_review AS "inReview", o.created_at AS "createdAt", o.updated_at AS "updatedAt", o.fiat,
         o.amount::text, o.crypto, o.network, o.pay_way_code AS "payWayCode", o.country, o.customer_id AS "customerId",
         o.metadata, o.created_at::text AS place,
         coalesce((SELECT jsonb_agg(jsonb_build_object('tradeNo', t.trade_no, 'n', t.n, 'side', t.side, 'status', t.status,
                     'outcome', t.outcome, 'superseded', t.superseded, 'refusal', t.refusal, 'orderNo', t.order_no,
                     'rampStatus', t.ramp_status, 'facts', t.facts) ORDER BY t.n)
                     FROM trades t WHERE t.merchant_order_no = o.merchant_order_no), '[]') AS trades
    FROM (SELECT * FROM orders
           WHERE (created_at, merchant_order_no) > ($1::timestamptz, $2::text) AND created_at < $3::timestamptz
           ORDER BY created_at, merchant_order_no LIMIT $4) o
   ORDER BY o.created_at, o.merchant_order_no`;

/** Reads what is exported of orders, batch by batch; none is kept, and between two nothing is held of the database. */
@Injectable()
export class OrderLineRepository {
  constructor(private readonly database: Database) {}

  /** The orders that were created in `span`, oldest first, each as it is when it is read. */
  async *createdIn({ from, to }: Span): AsyncGenerator<readonly ExportedOrder[]> {
    const end = to?.toISOString() ?? 'infinity';
    for (let after = { place: from?.toISOString() ?? '-infinity', number: '' }; ;) {
      const rows = await this.database.query<ExportedOrder & { readonly place: string }>(PAGE, [
        ...[after.place, after.number, end, BATCH],
      ]);
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) return;
      after = { place: last.place, number: last.merchantOrderNo };
    }
  }
}
