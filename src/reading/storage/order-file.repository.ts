import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { FiledEvent, FiledMismatch, OrderFile } from '../../orders/model/order-file.types.js';
import { ORDER_WITH_TRADE, orderFrom, tradeFrom, TRADES } from '../../orders/storage/stored-orders.service.js';

type JsonOf<Row, Dates extends keyof Row> = { [K in keyof Row]: K extends Dates ? string | null : Row[K] };

type FileRecord = Record<string, unknown> & {
  now: Date;
  t_trade_no: string | null;
  events:
    | (JsonOf<Omit<FiledEvent, 'mac' | 'evidenceMac'>, 'at'> & {
        at: string;
        mac: string;
        evidenceMac: string | null;
      })[]
    | null;
  mismatches: (JsonOf<FiledMismatch, 'openedAt' | 'resolvedAt'> & { openedAt: string })[] | null;
};

const EVENTS = `(SELECT jsonb_agg(jsonb_build_object('merchantOrderNo', e.merchant_order_no, 'seq', e.seq, 'at', e.at,
    'isWholeTime', e.at = date_trunc('milliseconds', e.at), 'tradeNo', e.trade_no, 'kind', e.kind, 'cause', e.cause,
    'data', e.data, 'evidence', e.evidence, 'evidenceMac', encode(e.evidence_mac, 'hex'), 'keyId', e.key_id, 'mac', encode(e.mac, 'hex')) ORDER BY e.seq)
  FROM order_events e WHERE e.merchant_order_no = o.merchant_order_no)`;

const MISMATCHES = `(SELECT jsonb_agg(jsonb_build_object('id', m.id, 'tradeNo', m.trade_no, 'kind', m.kind,
    'field', m.field, 'asked', m.asked, 'seen', m.seen, 'openedAt', m.opened_at, 'resolvedAt', m.resolved_at,
    'resolvedBy', m.resolved_by, 'note', m.note) ORDER BY m.opened_at, m.id)
  FROM mismatches m WHERE m.merchant_order_no = o.merchant_order_no)`;

/** One statement for consistency. One row per trade; the order's own lists are in the first. */
const FILE = `
  SELECT clock.now, ${ORDER_WITH_TRADE},
         CASE WHEN row_number() OVER (ORDER BY t.n) = 1 THEN ${EVENTS} END AS events,
         CASE WHEN row_number() OVER (ORDER BY t.n) = 1 THEN ${MISMATCHES} END AS mismatches
    FROM (SELECT checkout_now() AS now) clock JOIN orders o ON o.merchant_order_no = $1
    LEFT JOIN ${TRADES} ORDER BY t.n`;

const OF_ORDER = 'merchant_order_no = $1';
const OF_ITS_TRADES = `trade_no = ANY (ARRAY(SELECT trade_no FROM trades WHERE ${OF_ORDER}))`;

/** The rows that staff's view of an order is made of, by table, and what of a row differs after a change. */
const SHOWN_ROWS = {
  orders: ['orders::text', OF_ORDER],
  trades: ['trades::text', OF_ORDER],
  schedules: ['schedules::text', OF_ITS_TRADES],
  // Written once, and evidence is large.
  order_events: [`seq || encode(mac, 'hex')`, OF_ORDER],
  mismatches: ['mismatches::text', OF_ORDER],
  // A page that shows the file shows them beside it.
  order_notes: ['id::text', OF_ORDER],
  callback_receipts: [`concat_ws(' ', id, times, dropped, last_received_at)`, OF_ITS_TRADES],
} as const;

/** A database that lost commits may write the same rows again, in another epoch. */
const VERSION = `
  SELECT encode(sha256(convert_to(epoch || (
    SELECT string_agg(version, ' ' ORDER BY version) FROM (
      ${Object.entries(SHOWN_ROWS)
        .map(([table, [row, which]]) => `SELECT '${table}' || md5(${row}) AS version FROM ${table} WHERE ${which}`)
        .join(' UNION ALL ')}) shown), 'UTF8')), 'hex') AS version
    FROM database_epoch`;

const KEY_NAMES = `
  WITH named AS (SELECT cause ->> 'by' AS by FROM order_events WHERE merchant_order_no = $1
                 UNION SELECT resolved_by FROM mismatches WHERE merchant_order_no = $1)
  SELECT 'key:' || id AS id, name FROM api_keys
   WHERE id::text IN (SELECT regexp_replace(by, '^(staff:)?key:', '') FROM named)`;

@Injectable()
export class OrderFileRepository {
  constructor(private readonly database: Database) {}

  /** Differs after any change of what `find` and the receipts of callbacks show; null: no such order. */
  async version(merchantOrderNo: string): Promise<string | null> {
    const [row] = await this.database.query<{ version: string | null }>(VERSION, [merchantOrderNo]);
    return row?.version ?? null;
  }

  async keyNames(merchantOrderNo: string): Promise<Readonly<Record<string, string>>> {
    const rows = await this.database.query<{ id: string; name: string }>(KEY_NAMES, [merchantOrderNo]);
    return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
  }

  async find(merchantOrderNo: string): Promise<OrderFile | null> {
    const rows = await this.database.query<FileRecord>(FILE, [merchantOrderNo]);
    const [first] = rows;
    if (first === undefined) return null;
    return {
      order: orderFrom(first),
      trades: rows.flatMap((row) => (row.t_trade_no === null ? [] : [tradeFrom(row)])),
      events: (first.events ?? []).map((event) => ({
        ...event,
        at: new Date(event.at),
        mac: Buffer.from(event.mac, 'hex'),
        evidenceMac: event.evidenceMac === null ? null : Buffer.from(event.evidenceMac, 'hex'),
      })),
      mismatches: (first.mismatches ?? []).map((mismatch) => ({
        ...mismatch,
        openedAt: new Date(mismatch.openedAt),
        resolvedAt: mismatch.resolvedAt === null ? null : new Date(mismatch.resolvedAt),
      })),
      now: first.now,
    };
  }
}
