import type { OrderChange } from '../decisions/order-change.js';
import { PERSONAL_FIELDS } from '../decisions/personal-data.js';
import type { TradeRow } from '../model/order.types.js';
import { assignments, listed, names, only, record, without } from '../../platform/database/columns.js';
import type { Column } from '../../platform/database/columns.js';
import { MISMATCH_COLUMNS } from './mismatch.entity.js';
import { EVENT_COLUMNS } from './order-event.entity.js';
import { ORDER_COLUMNS } from './order.entity.js';
import { OUTBOX_COLUMNS } from './outbox-columns.js';
import { SCHEDULE_COLUMNS } from './schedule.entity.js';
import { TRADE_COLUMNS } from './trade.entity.js';
import { isCallbackSql } from './watch-queues.js';

const IS_PERSONAL = `(mismatches.field = ANY ('{${PERSONAL_FIELDS.join(',')}}') OR mismatches.field LIKE 'payee.%')`;

/** What is written of one row, by column. */
export type Row = Record<string, unknown>;

/** A trade as it changes: what it asks for never does. */
const TRADE = without(TRADE_COLUMNS, ['n', 'side', 'asked', 'termsMac', 'termsKeyId', 'createdAt']);
const TRADE_BELIEF = without(TRADE, ['tradeNo', 'merchantOrderNo', 'lastSeen']);
/** The schedule without what claims and poll requests alone write. */
const PLAN = without(SCHEDULE_COLUMNS, ['leaseId', 'leaseUntil', 'hintedAt', 'hintCause']);
/** Of an order's announcement; its place comes later. */
const ANNOUNCED = without(OUTBOX_COLUMNS, ['data', 'position']);
/** A trade as an erasure leaves it. */
const ERASED_TRADE = without(TRADE_COLUMNS, ['n', 'side', 'createdAt']);
const ERASED_BELIEF = without(ERASED_TRADE, ['tradeNo', 'merchantOrderNo']);
const PLAN_REST = without(PLAN, ['tradeNo', 'watchClass', 'nextQueryAt']);

export const extra = (column: string, type: string): Column => ({ property: column, column, type });
export const OF_ORDER = extra('merchant_order_no', 'text');

/** A poll was requested after the question. What is closed for good is polled for a callback only. */
const waits = (plan: string): string =>
  `(schedules.hinted_at > coalesce(${plan}.last_asked_at, '-infinity')
    AND (${plan}.next_query_at IS NOT NULL OR ${isCallbackSql('schedules.hint_cause')}))`;

/** The schedule as it is planned; a poll request that is newer than the question keeps the trade due. */
const planSql = (plan: string, hintFloorMs: number): string => `${assignments(PLAN_REST, plan)},
  watch_class = CASE WHEN ${waits(plan)} THEN 'waiting' ELSE ${plan}.watch_class END,
  next_query_at = CASE WHEN ${waits(plan)}
    THEN greatest(checkout_now(), ${plan}.last_asked_at + ${hintFloorMs} * interval '1 millisecond')
    ELSE ${plan}.next_query_at END`;

/** Ends the lease under which the question was asked. */
export const answeredSql = (rows: string, hintFloorMs: number): string =>
  `UPDATE schedules SET ${planSql('r', hintFloorMs)}, lease_id = NULL, lease_until = NULL FROM ${rows}
    WHERE schedules.trade_no = r.trade_no AND schedules.lease_id = r.held_lease`;

export const ANSWERED = [...listed(PLAN), OF_ORDER, extra('held_lease', 'uuid')];

const planOf = ({ merchantOrderNo, ...trade }: TradeRow): Row => ({
  ...record(PLAN, trade),
  merchant_order_no: merchantOrderNo,
});

export const answersOf = ({ updated }: OrderChange): Row[] =>
  updated.flatMap(({ trade, leaseId }) => (leaseId === null ? [] : [{ ...planOf(trade), held_lease: leaseId }]));

/** Something that a change writes beside the order; `rows` of the changes that hold are joined to it as `r`. */
export interface Part {
  readonly of: (change: OrderChange) => readonly Row[];
  readonly columns: readonly Column[];
  readonly sql: (rows: string, hintFloorMs: number) => string;
}

const inserted = (table: string, columns: object, of: Part['of']): Part => ({
  of,
  columns: listed(columns),
  sql: (rows) => `INSERT INTO ${table} (${names(columns)}) SELECT ${names(columns, 'r.')} FROM ${rows}`,
});

export const PARTS: Readonly<Record<string, Part>> = {
  believed: {
    of: ({ updated, erases }) =>
      erases ? [] : updated.map(({ trade, seesAnew }) => ({ ...record(TRADE, trade), sees_anew: seesAnew })),
    columns: [...listed(TRADE), extra('sees_anew', 'boolean')],
    // A poll that learned nothing may have written a newer record meanwhile, under the same version.
    sql: (rows) =>
      `UPDATE trades SET ${assignments(TRADE_BELIEF, 'r')},
              last_seen = CASE WHEN r.sees_anew THEN r.last_seen ELSE trades.last_seen END
         FROM ${rows} WHERE trades.trade_no = r.trade_no`,
  },
  watched: {
    of: ({ updated }) =>
      updated
        .filter(({ trade, schedules, leaseId }) => schedules && leaseId === null && trade.watchClass !== null)
        .map(({ trade }) => planOf(trade)),
    columns: [...listed(PLAN), OF_ORDER],
    sql: (rows, hintFloorMs) =>
      `INSERT INTO schedules (${names(PLAN)}) SELECT ${names(PLAN, 'r.')} FROM ${rows}
       ON CONFLICT (trade_no) DO UPDATE SET ${planSql('excluded', hintFloorMs)}`,
  },
  answered: { of: answersOf, columns: ANSWERED, sql: answeredSql },
  added: inserted('trades', TRADE_COLUMNS, ({ added }) => added.map((trade) => record(TRADE_COLUMNS, trade))),
  told: inserted('order_events', EVENT_COLUMNS, ({ events }) => events.map((event) => record(EVENT_COLUMNS, event))),
  opened: inserted('mismatches', without(MISMATCH_COLUMNS, ['resolvedAt', 'resolvedBy', 'note']), openedRows),
  resolved: {
    of: ({ order, resolved }) =>
      resolved.map(({ id, by, note }) => ({ id, merchant_order_no: order.merchantOrderNo, by, note })),
    columns: [extra('id', 'uuid'), OF_ORDER, extra('by', 'text'), extra('note', 'text')],
    sql: (rows) =>
      `UPDATE mismatches SET resolved_at = checkout_now(), resolved_by = r.by, note = r.note FROM ${rows}
        WHERE mismatches.id = r.id AND mismatches.resolved_at IS NULL`,
  },
  announced: inserted('outbox', ANNOUNCED, announcedRows),
  erased: {
    of: ({ updated, erases }) => (erases ? updated.map(({ trade }) => record(ERASED_TRADE, trade)) : []),
    columns: listed(ERASED_TRADE),
    sql: (rows) =>
      `UPDATE trades SET ${assignments(ERASED_BELIEF, 'r')} FROM ${rows} WHERE trades.trade_no = r.trade_no`,
  },
  evidenceErased: {
    of: numberOfErased,
    columns: [OF_ORDER],
    sql: (rows) =>
      `UPDATE order_events SET evidence = NULL FROM ${rows}
        WHERE order_events.merchant_order_no = r.merchant_order_no AND evidence IS NOT NULL`,
  },
  mismatchesErased: {
    of: numberOfErased,
    columns: [OF_ORDER],
    sql: (rows) =>
      `UPDATE mismatches SET note = NULL, asked = CASE WHEN ${IS_PERSONAL} THEN NULL ELSE asked END,
              seen = CASE WHEN ${IS_PERSONAL} THEN NULL ELSE seen END
         FROM ${rows} WHERE mismatches.merchant_order_no = r.merchant_order_no`,
  },
};

function numberOfErased({ order, erases }: OrderChange): Row[] {
  return erases ? [record(only(ORDER_COLUMNS, ['merchantOrderNo']), order)] : [];
}

function openedRows({ order: { merchantOrderNo, updatedAt }, opened }: OrderChange): Row[] {
  return opened.map((one) => record(MISMATCH_COLUMNS, { ...one, merchantOrderNo, openedAt: updatedAt }));
}

function announcedRows({ order: { merchantOrderNo, version, updatedAt }, announcements }: OrderChange): Row[] {
  return announcements.map((one) => record(ANNOUNCED, { ...one, merchantOrderNo, version, createdAt: updatedAt }));
}
