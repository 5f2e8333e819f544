import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { assignments, columnNames, ORDER_COLUMNS, recordFrom, recordShape, TRADE_COLUMNS } from './order-columns.js';
import type { OrderChange } from '../decisions/order-change.js';
import type { OrderEvent, OrderRow, TradeRow } from '../model/order.types.js';
import { storableJson } from '../../platform/shared/storable.js';
import { isCallbackSql } from './watch-queues.js';

const without = <C extends readonly [string, ...unknown[]]>(columns: readonly C[], ...left: string[]): C[] =>
  columns.filter(([property]) => !left.includes(property));

const only = <C extends readonly [string, ...unknown[]]>(columns: readonly C[], ...kept: string[]): C[] =>
  columns.filter(([property]) => kept.includes(property));

const DRIVE = ['driveLease', 'driveUntil', 'drivePatienceUntil'];
const ASKED = ['lastAskedAt', 'lastAnswerAt', 'understood', 'quietAnswers', 'missedAnswers', 'fruitlessAnswers'];
const SCHEDULE = ['watchClass', 'nextQueryAt', ...ASKED];
/** Written by claims and poll requests alone. */
const CLAIMED = ['leaseId', 'leaseUntil', 'hintedAt', 'hintCause'];
const FIXED = ['tradeNo', 'merchantOrderNo', 'n', 'side', 'createdAt'];

const ORDER_BELIEF = without(ORDER_COLUMNS, 'merchantOrderNo', 'side', 'caller', 'secretSalt', 'createdAt', ...DRIVE);
const TRADE_BELIEF = without(TRADE_COLUMNS, ...FIXED, ...SCHEDULE, ...CLAIMED);
const TRADE_ASKED = only(TRADE_COLUMNS, ...ASKED);

const EVENT_COLUMNS = 'merchant_order_no, seq, at, trade_no, kind, cause, data, evidence, key_id, mac';
const EVENT_SHAPE = `merchant_order_no text, seq integer, at timestamptz, trade_no text, kind text, cause jsonb, data jsonb,
  evidence jsonb, key_id text, mac bytea`;
const OPENED_SHAPE = `id uuid, merchant_order_no text, trade_no text, kind text, field text, asked text, seen text,
  opened_at timestamptz`;
const OUTBOX_SHAPE = `id uuid, merchant_order_no text, version integer, kind text, status text, created_at timestamptz`;

/** Order and first trade with the first entries of their history, or nothing when the number is taken. */
const RESERVE = `
  WITH o AS (
    INSERT INTO orders (${columnNames(ORDER_COLUMNS)})
    SELECT ${columnNames(ORDER_COLUMNS)} FROM jsonb_to_recordset($1::jsonb) AS r(${recordShape(ORDER_COLUMNS)})
    ON CONFLICT DO NOTHING RETURNING merchant_order_no),
  t AS (
    INSERT INTO trades (${columnNames(TRADE_COLUMNS)})
    SELECT ${columnNames(TRADE_COLUMNS, 'r.')} FROM jsonb_to_recordset($2::jsonb) AS r(${recordShape(TRADE_COLUMNS)})
      JOIN o USING (merchant_order_no)),
  e AS (
    INSERT INTO order_events (${EVENT_COLUMNS})
    SELECT ${EVENT_COLUMNS} FROM jsonb_to_recordset($3::jsonb) AS r(${EVENT_SHAPE}) JOIN o USING (merchant_order_no))
  SELECT merchant_order_no FROM o`;

/**
 * A poll was requested after the question. What is on its way or was never sent is not polled, requested or not, and what is
 * closed for good for a callback only.
 */
const HINT_WAITS = `(trades.hinted_at > coalesce(u.last_asked_at, '-infinity') AND u.outcome NOT IN ('in_flight', 'not_sent')
  AND (u.next_query_at IS NOT NULL OR ${isCallbackSql('trades.hint_cause')}))`;

/**
 * Changes of a list of orders; each holds only if its order is still at the version that was read, and under the
 * leases that were held. Orders are locked in the order of their numbers, so that lists cannot deadlock.
 * A poll request that is newer than the question keeps the trade due.
 */
const APPLY = `
  WITH changes AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS c(${recordShape(ORDER_COLUMNS)}, expected_version integer, held_drive_lease uuid)),
  updates AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb)
      AS u(${recordShape(TRADE_COLUMNS)}, schedules boolean, held_lease uuid)),
  held AS (
    SELECT o.merchant_order_no FROM orders o JOIN changes c USING (merchant_order_no)
     WHERE o.version = c.expected_version
       AND (c.held_drive_lease IS NULL OR o.drive_lease = c.held_drive_lease)
       AND NOT EXISTS (SELECT 1 FROM updates u JOIN trades t USING (trade_no)
                        WHERE u.merchant_order_no = o.merchant_order_no AND u.held_lease IS NOT NULL
                          AND t.lease_id IS DISTINCT FROM u.held_lease)
     ORDER BY o.merchant_order_no FOR UPDATE OF o),
  o AS (
    UPDATE orders SET ${assignments(ORDER_BELIEF, 'c')},
           drive_lease = CASE WHEN c.held_drive_lease IS NULL THEN orders.drive_lease ELSE c.drive_lease END,
           drive_until = CASE WHEN c.held_drive_lease IS NULL THEN orders.drive_until ELSE c.drive_until END,
           drive_patience_until = CASE WHEN c.held_drive_lease IS NULL THEN orders.drive_patience_until
                                       ELSE c.drive_patience_until END
      FROM changes c JOIN held USING (merchant_order_no)
     WHERE orders.merchant_order_no = c.merchant_order_no
       AND (c.version > c.expected_version OR c.held_drive_lease IS NOT NULL)),
  t AS (
    UPDATE trades SET ${assignments(TRADE_BELIEF, 'u')},
           ${TRADE_ASKED.map(([, c]) => `${c} = CASE WHEN u.schedules THEN u.${c} ELSE trades.${c} END`).join(', ')},
           watch_class = CASE WHEN NOT u.schedules THEN trades.watch_class
                              WHEN ${HINT_WAITS} THEN 'waiting'
                              ELSE u.watch_class END,
           next_query_at = CASE WHEN NOT u.schedules THEN trades.next_query_at
                                WHEN ${HINT_WAITS}
                                THEN greatest(checkout_now(), u.last_asked_at + $7 * interval '1 millisecond')
                                ELSE u.next_query_at END,
           lease_id = CASE WHEN trades.lease_id = u.held_lease THEN NULL ELSE trades.lease_id END,
           lease_until = CASE WHEN trades.lease_id = u.held_lease THEN NULL ELSE trades.lease_until END
      FROM updates u JOIN held USING (merchant_order_no)
     WHERE trades.trade_no = u.trade_no),
  n AS (
    INSERT INTO trades (${columnNames(TRADE_COLUMNS)})
    SELECT ${columnNames(TRADE_COLUMNS, 'r.')} FROM jsonb_to_recordset($3::jsonb) AS r(${recordShape(TRADE_COLUMNS)})
      JOIN held USING (merchant_order_no)),
  e AS (
    INSERT INTO order_events (${EVENT_COLUMNS})
    SELECT ${EVENT_COLUMNS} FROM jsonb_to_recordset($4::jsonb) AS r(${EVENT_SHAPE}) JOIN held USING (merchant_order_no)),
  m AS (
    INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, asked, seen, opened_at)
    SELECT id, merchant_order_no, trade_no, kind, field, asked, seen, opened_at
      FROM jsonb_to_recordset($5::jsonb) AS r(${OPENED_SHAPE}) JOIN held USING (merchant_order_no)),
  x AS (
    UPDATE mismatches SET resolved_at = checkout_now(), resolved_by = r.by, note = r.note
      FROM jsonb_to_recordset($8::jsonb) AS r(id uuid, merchant_order_no text, by text, note text) JOIN held USING (merchant_order_no)
     WHERE mismatches.id = r.id AND mismatches.resolved_at IS NULL),
  b AS (
    INSERT INTO outbox (id, merchant_order_no, version, kind, status, created_at)
    SELECT id, merchant_order_no, version, kind, status, created_at
      FROM jsonb_to_recordset($6::jsonb) AS r(${OUTBOX_SHAPE}) JOIN held USING (merchant_order_no))
  SELECT merchant_order_no FROM held`;

/** The statements that write beliefs: one for a reservation, one for a list of changes. Used by the order writer alone. */
@Injectable()
export class ChangeRepository {
  constructor(private readonly database: Database) {}

  /** false: the number is taken, in any letter case. */
  async reserve(order: OrderRow, trade: TradeRow, events: readonly OrderEvent[]): Promise<boolean> {
    const rows = await this.database.query(RESERVE, [
      storableJson([recordFrom(ORDER_COLUMNS, order)]),
      storableJson([recordFrom(TRADE_COLUMNS, trade)]),
      storableJson(events.map(eventRecord)),
    ]);
    return rows.length === 1;
  }

  /** The numbers of the orders whose change held; the others were changed by somebody else in between. */
  async apply(changes: readonly OrderChange[], hintFloorMs: number): Promise<Set<string>> {
    const rows = await this.database.query<{ merchant_order_no: string }>(APPLY, [
      storableJson(changes.map(orderRecord)),
      storableJson(changes.flatMap(updateRecords)),
      storableJson(changes.flatMap((change) => change.added.map((trade) => recordFrom(TRADE_COLUMNS, trade)))),
      storableJson(changes.flatMap((change) => change.events.map(eventRecord))),
      storableJson(changes.flatMap(openedRecords)),
      storableJson(changes.flatMap(outboxRecords)),
      hintFloorMs,
      storableJson(changes.flatMap(resolvedRecords)),
    ]);
    return new Set(rows.map((row) => row.merchant_order_no));
  }
}

function orderRecord({ order, expectedVersion, driveLease }: OrderChange): Record<string, unknown> {
  return { ...recordFrom(ORDER_COLUMNS, order), expected_version: expectedVersion, held_drive_lease: driveLease };
}

function updateRecords({ updated }: OrderChange): Record<string, unknown>[] {
  return updated.map(({ trade, schedules, leaseId }) => ({
    ...recordFrom(TRADE_COLUMNS, trade),
    schedules,
    held_lease: leaseId,
  }));
}

function eventRecord(event: OrderEvent): Record<string, unknown> {
  return {
    merchant_order_no: event.merchantOrderNo,
    seq: event.seq,
    at: event.at,
    trade_no: event.tradeNo,
    kind: event.kind,
    cause: event.cause,
    data: event.data,
    evidence: event.evidence ?? null,
    key_id: event.keyId,
    mac: `\\x${event.mac.toString('hex')}`,
  };
}

function openedRecords({ order, opened }: OrderChange): Record<string, unknown>[] {
  return opened.map(({ id, tradeNo, kind, field, asked, seen }) => ({
    id,
    merchant_order_no: order.merchantOrderNo,
    trade_no: tradeNo,
    kind,
    field,
    asked,
    seen,
    opened_at: order.updatedAt,
  }));
}

function resolvedRecords({ order, resolved }: OrderChange): Record<string, unknown>[] {
  return resolved.map(({ id, by, note }) => ({ id, merchant_order_no: order.merchantOrderNo, by, note }));
}

function outboxRecords({ order, announcement }: OrderChange): Record<string, unknown>[] {
  if (announcement === null) return [];
  const { merchantOrderNo, version, updatedAt } = order;
  return [
    {
      id: announcement.id,
      merchant_order_no: merchantOrderNo,
      version,
      kind: 'order.status',
      status: announcement.status,
      created_at: updatedAt,
    },
  ];
}
