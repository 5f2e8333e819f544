import type { OrderChange } from '../decisions/order-change.js';
import { PERSONAL_FIELDS } from '../../platform/redaction/for-history.js';
import { assignments, columnOf, listed, names, only, without } from '../../platform/database/columns.js';
import type { Column } from '../../platform/database/columns.js';
import { MISMATCH_COLUMNS, EVENT_COLUMNS, SCHEDULE_COLUMNS, TRADE_COLUMNS } from './order.entity.js';
import { OUTBOX_COLUMNS } from './outbox-columns.js';
import { isCallbackSql } from './watch-queues.js';

const IS_PERSONAL = `(mismatches.field = ANY ('{${PERSONAL_FIELDS.join(',')}}') OR mismatches.field LIKE 'payee.%')`;

/** Trade columns that a change may write; the terms of a purchase change only on erasure. */
const TRADE = listed(without(TRADE_COLUMNS, ['tradeNo', 'merchantOrderNo', 'n', 'side']));
const TRADE_KEY = listed(only(TRADE_COLUMNS, ['tradeNo', 'merchantOrderNo']));
/** Without the columns that only leases and poll requests write. */
const PLAN = without(SCHEDULE_COLUMNS, ['leaseId', 'leaseUntil', 'hintedAt', 'hintCause']);
/** The position is assigned after the commit. */
const ANNOUNCED = without(OUTBOX_COLUMNS, ['data', 'mac', 'keyId', 'position']);
const OPENED = without(MISMATCH_COLUMNS, ['resolvedAt', 'resolvedBy', 'note']);
const PLAN_REST = without(PLAN, ['tradeNo', 'watchClass', 'nextQueryAt']);
/** A change without an answer keeps the times of the newest one, which may have been recorded meanwhile. */
const PLAN_WITHOUT_ANSWER = without(PLAN_REST, ['lastAskedAt', 'lastAnswerAt']);

export const extra = (property: string, type: string): Column => ({ property, column: columnOf(property), type });
export const OF_ORDER = extra('merchantOrderNo', 'text');
const SEES_ANEW = extra('seesAnew', 'boolean');
const SEEN = 'CASE WHEN r.sees_anew THEN r.last_seen ELSE trades.last_seen END';

/** A poll was requested after the query. A trade that is no longer watched reacts to callbacks only. */
const waits = (plan: string): string =>
  `(schedules.hinted_at > coalesce(${plan}.last_asked_at, '-infinity')
    AND (${plan}.next_query_at IS NOT NULL OR ${isCallbackSql('schedules.hint_cause')}))`;

/** The planned schedule; a poll request newer than the query keeps the trade due. */
const planSql = (
  plan: string,
  hintFloorMs: number,
  columns: object = PLAN_REST,
): string => `${assignments(columns, plan)},
  watch_class = CASE WHEN ${waits(plan)} THEN 'waiting' ELSE ${plan}.watch_class END,
  next_query_at = CASE WHEN ${waits(plan)}
    THEN greatest(checkout_now(), ${plan}.last_asked_at + ${hintFloorMs} * interval '1 millisecond')
    ELSE ${plan}.next_query_at END`;

/** A table that a change writes beside `orders`; `rows`, of the changes that hold, are joined as `r`. */
export interface Part {
  readonly of: (change: OrderChange) => readonly object[];
  readonly columns: (change: OrderChange) => readonly Column[];
  readonly sql: (rows: string, columns: readonly Column[], hintFloorMs: number) => string;
}

const inserted = (table: string, columns: object, of: Part['of'], conflict = ''): Part => ({
  of,
  columns: () => listed(columns),
  sql: (rows) => `INSERT INTO ${table} (${names(columns)}) SELECT ${names(columns, 'r.')} FROM ${rows} ${conflict}`,
});

/** Only where an order is rebuilt: another writer has altered the texts of an open mismatch. */
const REPLACED = `ON CONFLICT (merchant_order_no, trade_no, kind, field) WHERE resolved_at IS NULL
  DO UPDATE SET ${assignments(OPENED, 'excluded')}`;

export const PARTS: Readonly<Record<string, Part>> = {
  believed: {
    of: ({ changed, updated }) => (changed ? updated : []).filter(isBelieved).map(withSight),
    columns: ({ updated }) => {
      const changed = new Set(updated.flatMap((update) => update.changed));
      return [...TRADE_KEY, ...TRADE.filter(({ property }) => changed.has(property)), SEES_ANEW];
    },
    // A quiet poll may have written a newer record meanwhile under the same version.
    sql: (rows, columns) =>
      `UPDATE trades SET ${TRADE.filter((column) => columns.includes(column))
        .map(({ column }) => `${column} = ${column === 'last_seen' ? SEEN : `r.${column}`}`)
        .join(', ')}
         FROM ${rows} WHERE trades.trade_no = r.trade_no`,
  },
  /** The newest record, of a change without news. */
  seen: {
    of: ({ changed, updated }) => (changed ? [] : updated).map(withSight).filter(({ seesAnew }) => seesAnew),
    columns: () => [...TRADE_KEY, ...listed(only(TRADE_COLUMNS, ['lastSeen']))],
    sql: (rows) => `UPDATE trades SET last_seen = r.last_seen FROM ${rows} WHERE trades.trade_no = r.trade_no`,
  },
  watched: {
    of: ({ updated }) =>
      updated
        .filter(({ trade, schedules, leaseId }) => schedules && leaseId === null && trade.watchClass !== null)
        .map(({ trade }) => trade),
    columns: () => [...listed(PLAN), OF_ORDER],
    sql: (rows, _columns, hintFloorMs) =>
      `INSERT INTO schedules (${names(PLAN)}) SELECT ${names(PLAN, 'r.')} FROM ${rows}
       ON CONFLICT (trade_no) DO UPDATE SET ${planSql('excluded', hintFloorMs, PLAN_WITHOUT_ANSWER)}`,
  },
  answered: {
    of: ({ updated }) =>
      updated.flatMap(({ trade, leaseId }) => (leaseId === null ? [] : [{ ...trade, heldLease: leaseId }])),
    columns: () => [...listed(PLAN), OF_ORDER, extra('heldLease', 'uuid')],
    sql: (rows, _columns, hintFloorMs) =>
      `UPDATE schedules SET ${planSql('r', hintFloorMs)}, lease_id = NULL, lease_until = NULL FROM ${rows}
        WHERE schedules.trade_no = r.trade_no AND schedules.lease_id = r.held_lease`,
  },
  added: inserted('trades', TRADE_COLUMNS, ({ added }) => added),
  told: inserted('order_events', EVENT_COLUMNS, ({ events }) => events),
  opened: inserted('mismatches', OPENED, openedRows, REPLACED),
  resolved: {
    of: ({ order: { merchantOrderNo }, resolved }) => resolved.map((one) => ({ ...one, merchantOrderNo })),
    columns: () => [extra('id', 'uuid'), OF_ORDER, extra('by', 'text'), extra('note', 'text')],
    sql: (rows) =>
      `UPDATE mismatches SET resolved_at = checkout_now(), resolved_by = r.by, note = r.note FROM ${rows}
        WHERE mismatches.id = r.id`,
  },
  announced: inserted('outbox', ANNOUNCED, announcedRows),
  evidenceErased: {
    of: ofErased,
    columns: () => [OF_ORDER],
    sql: (rows) =>
      `UPDATE order_events SET evidence = NULL FROM ${rows}
        WHERE order_events.merchant_order_no = r.merchant_order_no AND evidence IS NOT NULL`,
  },
  mismatchesErased: {
    of: ofErased,
    columns: () => [OF_ORDER],
    sql: (rows) =>
      `UPDATE mismatches SET note = NULL, asked = CASE WHEN ${IS_PERSONAL} THEN NULL ELSE asked END,
              seen = CASE WHEN ${IS_PERSONAL} THEN NULL ELSE seen END
         FROM ${rows} WHERE mismatches.merchant_order_no = r.merchant_order_no`,
  },
};

function withSight({ trade, changed }: OrderChange['updated'][number]) {
  return { ...trade, seesAnew: changed.includes('lastSeen') };
}

function isBelieved({ changed }: { readonly changed: readonly string[] }): boolean {
  return TRADE.some(({ property }) => changed.includes(property));
}

function ofErased({ order: { merchantOrderNo }, erases }: OrderChange): object[] {
  return erases ? [{ merchantOrderNo }] : [];
}

function openedRows({ order: { merchantOrderNo, updatedAt }, opened }: OrderChange): object[] {
  return opened.map((one) => ({ ...one, merchantOrderNo, openedAt: updatedAt }));
}

function announcedRows({ order: { merchantOrderNo, version, updatedAt }, announcements }: OrderChange): object[] {
  return announcements.map((one) => ({ ...one, merchantOrderNo, version, createdAt: updatedAt }));
}
