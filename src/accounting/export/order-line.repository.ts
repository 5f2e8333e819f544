import { Injectable } from '@nestjs/common';
import { OrderSearchService } from '../../orders/read/order-search.service.js';
import { Database } from '../../platform/database/database.js';
import type { Span } from '../span.js';
import type { ExportedOrder } from './order-line.js';

/** Few enough that a batch with all its metadata is small, many enough that trips do not matter. */
const BATCH = 500;

/** The place is text: a Date would lose its microseconds. */
const PAGE = `
  SELECT merchant_order_no AS number, created_at::text AS place FROM orders
   WHERE (created_at, merchant_order_no) > ($1::timestamptz, $2::text) AND created_at < $3::timestamptz
   ORDER BY created_at, merchant_order_no LIMIT $4`;

/** Reads what is exported of orders, batch by batch; none is kept, and between two nothing is held of the database. */
@Injectable()
export class OrderLineRepository {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderSearchService,
  ) {}

  /** The orders that were created in `span`, oldest first, each as it is when it is read; without those that were altered. */
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
