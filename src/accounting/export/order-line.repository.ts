import { Injectable } from '@nestjs/common';
import { OrderSearchService } from '../../orders/read/order-search.service.js';
import { Database } from '../../platform/database/database.js';
import type { Span } from '../span.js';
import type { ExportedOrder } from './order-line.js';

/** Small enough for memory with all metadata, large enough to make round trips negligible. */
const BATCH = 500;

/** The cursor's time is text: a Date would lose its microseconds. */
const PAGE = `
  SELECT merchant_order_no AS number, created_at::text AS place FROM orders
   WHERE (created_at, merchant_order_no) > ($1::timestamptz, $2::text) AND created_at < $3::timestamptz
   ORDER BY created_at, merchant_order_no LIMIT $4`;

/** Reads orders for export, batch by batch. No transaction stays open between batches. */
@Injectable()
export class OrderLineRepository {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderSearchService,
  ) {}

  /** The orders created in `span`, oldest first, each in its present state. Altered orders are left out. */
  async *createdIn({ from, to }: Span): AsyncGenerator<readonly ExportedOrder[]> {
    const end = to?.toISOString() ?? 'infinity';
    for (let after = { place: from?.toISOString() ?? '-infinity', number: '' }; ;) {
      const page = [after.place, after.number, end, BATCH];
      const rows = await this.database.query<{ readonly number: string; readonly place: string }>(PAGE, page);
      const states = await this.orders.sound(rows.map(({ number }) => number));
      yield states.map(({ order, trades }) => ({ ...order, trades }));
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) return;
      after = { place: last.place, number: last.number };
    }
  }
}
