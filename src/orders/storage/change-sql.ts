import { storableJson, storableText } from '../../platform/shared/storable.js';
import type { OrderChange } from '../decisions/order-change.js';
import type { TradeRow } from '../model/order.types.js';
import { assignments, columnOf, listed, names, only, record, without } from './columns.js';
import type { Column } from './columns.js';
import { MISMATCH_COLUMNS } from './mismatch.entity.js';
import { EVENT_COLUMNS } from './order-event.entity.js';
import { ORDER_COLUMNS } from './order.entity.js';
import { OUTBOX_COLUMNS } from './outbox.entity.js';
import { SCHEDULE_COLUMNS } from './schedule.entity.js';
import { TRADE_COLUMNS } from './trade.entity.js';
import { isCallbackSql } from './watch-queues.js';

/** What is written of one row, by column. */
type Row = Record<string, unknown>;

const DRIVE = ['driveLease', 'driveUntil', 'drivePatienceUntil'] as const;
const BELIEF = [
  ...(['status', 'failureCode', 'inReview', 'announcedStatus', 'version', 'eventCount', 'lastEventMac'] as const),
  ...(['firstTradeOfRequest', 'updatedAt'] as const),
] as const;
/** What is asked for, and for whom: changed by one who asks anew, and fixed by the first record of a sale. */
const TERMS = without(ORDER_COLUMNS, [
  ...(['merchantOrderNo', 'side', 'caller', 'secretSalt', 'createdAt'] as const),
  ...DRIVE,
  ...BELIEF,
]);
const TRADE_BELIEF = without(TRADE_COLUMNS, ['tradeNo', 'merchantOrderNo', 'n', 'side', 'createdAt', 'lastSeen']);
/** The schedule without what claims and poll requests alone write. */
const PLAN = without(SCHEDULE_COLUMNS, ['leaseId', 'leaseUntil', 'hintedAt', 'hintCause']);
const PLAN_REST = without(PLAN, ['tradeNo', 'watchClass', 'nextQueryAt']);

const extra = (column: string, type: string): Column => ({ property: column, column, type });
const OF_ORDER = extra('merchant_order_no', 'text');

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
const answeredSql = (rows: string, hintFloorMs: number): string =>
  `UPDATE schedules SET ${planSql('r', hintFloorMs)}, lease_id = NULL, lease_until = NULL FROM ${rows}
    WHERE schedules.trade_no = r.trade_no AND schedules.lease_id = r.held_lease`;

const ANSWERED = [...listed(PLAN), OF_ORDER, extra('held_lease', 'uuid')];

const planOf = ({ merchantOrderNo, ...trade }: TradeRow): Row => ({
  ...record(PLAN, trade),
  merchant_order_no: merchantOrderNo,
});

const answersOf = ({ updated }: OrderChange): Row[] =>
  updated.flatMap(({ trade, leaseId }) => (leaseId === null ? [] : [{ ...planOf(trade), held_lease: leaseId }]));

/** Something that a change writes beside the order; `rows` of the changes that hold are joined to it as `r`. */
interface Part {
  readonly of: (change: OrderChange) => readonly Row[];
  readonly columns: readonly Column[];
  readonly sql: (rows: string, hintFloorMs: number) => string;
}

const inserted = (table: string, columns: object, of: Part['of']): Part => ({
  of,
  columns: listed(columns),
  sql: (rows) => `INSERT INTO ${table} (${names(columns)}) SELECT ${names(columns, 'r.')} FROM ${rows}`,
});

const PARTS: Readonly<Record<string, Part>> = {
  believed: {
    of: ({ updated }) =>
      updated.map(({ trade, seesAnew }) => ({ ...record(TRADE_COLUMNS, trade), sees_anew: seesAnew })),
    columns: [...listed(TRADE_COLUMNS), extra('sees_anew', 'boolean')],
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
  announced: inserted('outbox', without(OUTBOX_COLUMNS, ['sentAt']), announcedRows),
};

function openedRows({ order: { merchantOrderNo, updatedAt }, opened }: OrderChange): Row[] {
  return opened.map((one) => record(MISMATCH_COLUMNS, { ...one, merchantOrderNo, openedAt: updatedAt }));
}

function announcedRows({ order: { merchantOrderNo, version, updatedAt }, announcement }: OrderChange): Row[] {
  if (announcement === null) return [];
  const message = { ...announcement, merchantOrderNo, version, kind: 'order.status', createdAt: updatedAt };
  return [record(OUTBOX_COLUMNS, message)];
}

/** A statement with its parameters. */
interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Rows as a statement finds them: one as parameters of its own, which costs Postgres least, several as one list. */
interface Source {
  readonly columns: readonly Column[];
  readonly isOne: boolean;
}

const sourceSql = ({ columns, isOne }: Source, first: number): string =>
  isOne
    ? `SELECT ${columns.map(({ column, type }, at) => `$${first + at}::${type} AS ${column}`).join(', ')}`
    : `SELECT * FROM jsonb_to_recordset($${first}::jsonb) AS r(${columns.map(({ column, type }) => `${column} ${type}`).join(', ')})`;

const parametersOf = ({ columns, isOne }: Source, rows: readonly Row[]): unknown[] =>
  isOne ? columns.map((column) => parameterOf(column, rows[0]?.[column.column] ?? null)) : [storableJson(rows)];

function parameterOf({ type }: Column, value: unknown): unknown {
  if (type === 'jsonb' && value !== null) return storableJson(value);
  return typeof value === 'string' ? storableText(value) : value;
}

/** Sources one after the other, each with its first parameter. */
function numbered(sources: readonly Source[]): { readonly texts: string[]; readonly next: number } {
  let next = 1;
  const texts = sources.map((source) => {
    const text = sourceSql(source, next);
    next += source.isOne ? source.columns.length : 1;
    return text;
  });
  return { texts, next };
}

/** What a statement is made of: the parts that a list of changes has, and what they write of orders. */
interface Form {
  /** By name; true: it has one row. */
  readonly parts: readonly (readonly [name: string, isOne: boolean])[];
  readonly isOne: boolean;
  readonly isDriven: boolean;
  readonly givesTerms: boolean;
}

const BELIEF_COLUMNS = only(ORDER_COLUMNS, BELIEF);
const DRIVE_COLUMNS = only(ORDER_COLUMNS, DRIVE);
const WITH_TERMS = { ...BELIEF_COLUMNS, ...TERMS };
const NUMBER = only(ORDER_COLUMNS, ['merchantOrderNo']);

/** Statements by their form: there are few, and each stays prepared on its connections. */
const statements = new Map<string, string>();

/**
 * Writes a list of changes, as far as each holds: its order is still at the version that was read, and under the leases
 * that were held. Gives the numbers of those that do. What no change of the list writes is not in the statement.
 */
export function changeSql(changes: readonly OrderChange[], hintFloorMs: number): Statement {
  const isOne = changes.length === 1;
  const parts = Object.entries(PARTS).flatMap(([name, { of, columns }]) => {
    const rows = changes.flatMap(of);
    return rows.length === 0 ? [] : [{ name, rows, source: { columns, isOne: isOne && rows.length === 1 } }];
  });
  const form: Form = {
    parts: parts.map(({ name, source }) => [name, source.isOne]),
    isOne,
    isDriven: changes.some(({ driveLease }) => driveLease !== null),
    givesTerms: changes.some(({ givesTerms }) => givesTerms),
  };
  const key = JSON.stringify([form, hintFloorMs]);
  const sql = statements.get(key) ?? textOf(form, hintFloorMs);
  statements.set(key, sql);
  const orders = changes.map(({ order, expectedVersion, driveLease }) => ({
    ...record(form.givesTerms ? WITH_TERMS : BELIEF_COLUMNS, order),
    ...(form.isDriven ? { ...record(DRIVE_COLUMNS, order), held_drive_lease: driveLease } : {}),
    ...record(NUMBER, order),
    expected_version: expectedVersion,
  }));
  const given = parametersOf(ordersOf(form), orders);
  const numbers = isOne ? [] : [changes.map(({ order }) => order.merchantOrderNo)];
  return {
    sql,
    parameters: [...given, ...parts.flatMap(({ source, rows }) => parametersOf(source, rows)), ...numbers],
  };
}

const ordersOf = ({ isOne, isDriven, givesTerms }: Form): Source => ({
  columns: [
    ...listed(givesTerms ? WITH_TERMS : BELIEF_COLUMNS),
    ...(isDriven ? [...listed(DRIVE_COLUMNS), extra('held_drive_lease', 'uuid')] : []),
    OF_ORDER,
    extra('expected_version', 'integer'),
  ],
  isOne,
});

function textOf(form: Form, hintFloorMs: number): string {
  const { isOne, isDriven, givesTerms } = form;
  const parts = form.parts.map(([name, isOneRow]) => ({ name, part: partOf(name), isOne: isOneRow }));
  const sources = parts.map(({ part, isOne: isOneRow }) => ({ columns: part.columns, isOne: isOneRow }));
  const { texts, next } = numbered([ordersOf(form), ...sources]);
  const driveSql = (isDriven ? DRIVE.map(columnOf) : []).map(
    (column) => `${column} = CASE WHEN c.held_drive_lease IS NULL THEN orders.${column} ELSE c.${column} END`,
  );
  const holds = `orders.version = c.expected_version
    ${isDriven ? 'AND (c.held_drive_lease IS NULL OR orders.drive_lease = c.held_drive_lease)' : ''}`;
  const isLeased = `AND NOT EXISTS (SELECT 1 FROM (${texts[1 + parts.findIndex(({ name }) => name === 'answered')]}) a
    LEFT JOIN schedules s USING (trade_no)
    WHERE a.merchant_order_no = orders.merchant_order_no AND s.lease_id IS DISTINCT FROM a.held_lease)`;
  const changes = `(${texts[0]}) c`;
  // Several are locked in the order of their numbers, so that lists cannot deadlock.
  const locked = `locked AS (
    SELECT merchant_order_no FROM orders JOIN ${changes} USING (merchant_order_no)
     WHERE merchant_order_no = ANY($${next}::text[]) AND ${holds} ORDER BY merchant_order_no FOR UPDATE OF orders),`;
  const written = parts.map(
    ({ name, part }, at) =>
      `${name} AS (${part.sql(`(SELECT * FROM (${texts[at + 1]}) given JOIN held USING (merchant_order_no)) r`, hintFloorMs)})`,
  );
  return `WITH ${isOne ? '' : locked}
    held AS (
      UPDATE orders SET ${[assignments(givesTerms ? WITH_TERMS : BELIEF_COLUMNS, 'c'), ...driveSql].join(', ')}
        FROM ${changes} ${isOne ? '' : 'JOIN locked USING (merchant_order_no)'}
       WHERE orders.merchant_order_no = c.merchant_order_no AND ${holds}
         ${parts.some(({ name }) => name === 'answered') ? isLeased : ''}
      RETURNING orders.merchant_order_no),
    ${written.join(',\n')}
    SELECT merchant_order_no FROM held`;
}

function partOf(name: string): Part {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`nothing is written under the name ${name}`);
  return part;
}

const QUIET = { columns: [...ANSWERED, extra('expected_version', 'integer')], isOne: false };

/** Writes when to ask next, and the newest record where it is another one; nothing else has changed. Gives as above. */
export function quietSql(changes: readonly OrderChange[], hintFloorMs: number): Statement {
  const rows = changes.flatMap((change) =>
    answersOf(change).map((row) => ({ ...row, expected_version: change.expectedVersion })),
  );
  const seen = changes.flatMap(({ updated }) =>
    updated
      .filter(({ seesAnew }) => seesAnew)
      .map(({ trade }) => ({ trade_no: trade.tradeNo, last_seen: trade.lastSeen })),
  );
  const seenSql = `, seen AS (
    UPDATE trades SET last_seen = s.last_seen
      FROM jsonb_to_recordset($2::jsonb) AS s(trade_no text, last_seen jsonb) JOIN held USING (trade_no)
     WHERE trades.trade_no = s.trade_no)`;
  const sql = `WITH held AS (
      SELECT r.* FROM (${sourceSql(QUIET, 1)}) r JOIN orders o USING (merchant_order_no)
       WHERE o.version = r.expected_version),
    answered AS (${answeredSql('held r', hintFloorMs)} RETURNING r.merchant_order_no)
    ${seen.length > 0 ? seenSql : ''}
    SELECT merchant_order_no FROM answered`;
  return { sql, parameters: [storableJson(rows), ...(seen.length > 0 ? [storableJson(seen)] : [])] };
}
