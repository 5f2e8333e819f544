import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { pages } from '../pages.js';
import type { Span } from '../span.js';
import type { OpenMismatch, ResolvedMismatch } from '../../orders/model/order.types.js';
import {
  OPEN_AND_SETTLED,
  ORDER_JSON,
  orderFromJson,
  TRADE_JSON,
  tradeFromJson,
} from '../../orders/storage/stored-json.js';
import type { RemovedOrder, StoredEvent, StoredOrder } from './judge-order.js';

/** Small enough for memory with long histories, large enough to make round trips negligible. */
const BATCH = 250;

interface HistoryRow {
  number: string;
  head: Record<string, unknown> | null;
  trades: Record<string, unknown>[] | null;
  open: OpenMismatch[] | null;
  settled: ResolvedMismatch[] | null;
  events:
    | (Omit<StoredEvent, 'at' | 'mac' | 'evidenceMac'> & { at: string; mac: string; evidenceMac: string | null })[]
    | null;
}

/** One statement, so from one snapshot. `which` is a condition on `merchant_order_no`. */
const readSql = (which: string): string => `
  SELECT coalesce(o.merchant_order_no, e.merchant_order_no) AS number, o.head, e.events,
         (SELECT jsonb_agg(${TRADE_JSON} ORDER BY t.n)
            FROM trades t WHERE t.merchant_order_no = o.merchant_order_no) AS trades,
         ${OPEN_AND_SETTLED}
    FROM (SELECT merchant_order_no, ${ORDER_JSON} AS head FROM orders WHERE ${which}) o
    FULL JOIN (SELECT merchant_order_no, jsonb_agg(jsonb_build_object('merchantOrderNo', merchant_order_no, 'seq', seq,
                   'at', at, 'isWholeTime', at = date_trunc('milliseconds', at), 'tradeNo', trade_no, 'kind', kind,
                   'cause', cause, 'data', data, 'evidence', evidence,
                   'evidenceMac', encode(evidence_mac, 'hex'), 'keyId', key_id, 'mac', encode(mac, 'hex'))
                 ORDER BY seq) AS events
            FROM order_events WHERE ${which} GROUP BY merchant_order_no) e USING (merchant_order_no)`;

const READ_RANGE = readSql(
  '($1::text IS NULL OR merchant_order_no > $1) AND ($2::text IS NULL OR merchant_order_no <= $2)',
);
const READ_LISTED = readSql('merchant_order_no = ANY($1::text[])');

/** The last number of the batch after `$1`; no row for the last batch. */
const RANGE_END = `SELECT merchant_order_no AS number FROM orders WHERE $1::text IS NULL OR merchant_order_no > $1
  ORDER BY merchant_order_no OFFSET $2 LIMIT 1`;

/** The cursor's time is text: a Date would lose its microseconds. */
const CREATED_PAGE = `SELECT merchant_order_no AS number, created_at::text AS created FROM orders
  WHERE ($1::timestamptz IS NULL OR created_at >= $1) AND ($2::timestamptz IS NULL OR created_at < $2)
    AND ($3::timestamptz IS NULL OR (created_at, merchant_order_no) > ($3, $4::text))
  ORDER BY created_at, merchant_order_no LIMIT $5`;

interface StoredRemoval extends RemovedOrder {
  /** An order with this number still exists. */
  readonly isThere: boolean;
}

const REMOVED_PAGE = `
  SELECT merchant_order_no AS "merchantOrderNo", times, macs, key_id AS "keyId", seal,
         EXISTS (SELECT FROM orders o WHERE lower(o.merchant_order_no) = r.merchant_order_no) AS "isThere"
    FROM removed_orders r WHERE merchant_order_no > $1 ORDER BY merchant_order_no LIMIT $2`;

/** Each batch is from one snapshot. */
@Injectable()
export class HistoryRepository {
  constructor(private readonly database: Database) {}

  /** Yields nothing if neither the order nor an entry of it exists. */
  async *one(merchantOrderNo: string): AsyncGenerator<StoredOrder[]> {
    yield await this.listed([merchantOrderNo]);
  }

  listed(merchantOrderNos: readonly string[]): Promise<StoredOrder[]> {
    return this.read(READ_LISTED, [merchantOrderNos]);
  }

  /** Entries without an order are included. */
  async *all(): AsyncGenerator<StoredOrder[]> {
    for (let after: string | null = null; ;) {
      const [end]: { number: string }[] = await this.database.query(RANGE_END, [after, BATCH - 1]);
      yield await this.read(READ_RANGE, [after, end?.number ?? null]);
      if (end === undefined) return;
      after = end.number;
    }
  }

  async *createdIn({ from, to }: Span): AsyncGenerator<StoredOrder[]> {
    const read = (after: { number: string; created: string } | null): Promise<{ number: string; created: string }[]> =>
      this.database.query(CREATED_PAGE, [from, to, after?.created ?? null, after?.number ?? null, BATCH]);
    for await (const page of pages(BATCH, read)) yield await this.listed(page.map(({ number }) => number));
  }

  async *removed(): AsyncGenerator<StoredRemoval> {
    const read = (after: StoredRemoval | null): Promise<StoredRemoval[]> =>
      this.database.query(REMOVED_PAGE, [after?.merchantOrderNo ?? '', BATCH]);
    for await (const page of pages(BATCH, read)) yield* page;
  }

  private async read(sql: string, parameters: readonly unknown[]): Promise<StoredOrder[]> {
    const rows = await this.database.query<HistoryRow>(sql, parameters);
    return rows.map(({ number, head, trades, open, settled, events }) => ({
      merchantOrderNo: number,
      order: head && orderFromJson(head),
      trades: (trades ?? []).map(tradeFromJson),
      openMismatches: open ?? [],
      resolvedMismatches: settled ?? [],
      events: (events ?? []).map((event) => ({
        ...event,
        at: new Date(event.at),
        mac: Buffer.from(event.mac, 'hex'),
        evidenceMac: event.evidenceMac === null ? null : Buffer.from(event.evidenceMac, 'hex'),
      })),
    }));
  }
}
