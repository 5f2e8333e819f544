import { storableJson } from '../../platform/shared/storable.js';
import type { OrderChange } from '../decisions/order-change.js';
import { ANSWERED, answeredSql, answersOf, extra, OF_ORDER, PARTS } from './change-parts.js';
import type { Part, Row } from './change-parts.js';
import { assignments, columnOf, listed, only, parameterOf, record, without } from '../../platform/database/columns.js';
import type { Column } from '../../platform/database/columns.js';
import { ORDER_COLUMNS } from './order.entity.js';

const DRIVE = ['driveLease', 'driveUntil', 'drivePatienceUntil'] as const;
const BELIEF = [
  ...(['status', 'failureCode', 'inReview', 'announcedStatus', 'version', 'eventCount', 'lastEventMac'] as const),
  ...(['firstTradeOfRequest', 'updatedAt'] as const),
] as const;
/** What is asked for, and for whom: changed by one who asks anew, and fixed by the first record of a sale. */
const TERMS = without(ORDER_COLUMNS, [
  ...(['merchantOrderNo', 'side', 'caller', 'guestBlock', 'metadata', 'secretSalt', 'createdAt'] as const),
  ...DRIVE,
  ...BELIEF,
]);
/** What an erasure alone changes of an order. */
const OWNER = only(ORDER_COLUMNS, ['caller', 'guestBlock', 'metadata', 'secretSalt']);

/** A statement with its parameters. */
interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** See `Database.query`. */
  readonly isList: boolean;
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
  readonly erases: boolean;
}

const BELIEF_COLUMNS = only(ORDER_COLUMNS, BELIEF);
const DRIVE_COLUMNS = only(ORDER_COLUMNS, DRIVE);
const WITH_TERMS = { ...BELIEF_COLUMNS, ...TERMS };
const ofOrder = ({ givesTerms, erases }: Pick<Form, 'givesTerms' | 'erases'>): object => ({
  ...(givesTerms ? WITH_TERMS : BELIEF_COLUMNS),
  ...(erases ? OWNER : {}),
});
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
    erases: changes.some(({ erases }) => erases),
  };
  const key = JSON.stringify([form, hintFloorMs]);
  const sql = statements.get(key) ?? textOf(form, hintFloorMs);
  statements.set(key, sql);
  const orders = changes.map(({ order, expectedVersion, driveLease }) => ({
    ...record(ofOrder(form), order),
    ...(form.isDriven ? { ...record(DRIVE_COLUMNS, order), held_drive_lease: driveLease } : {}),
    ...record(NUMBER, order),
    expected_version: expectedVersion,
  }));
  const given = parametersOf(ordersOf(form), orders);
  const numbers = isOne ? [] : [changes.map(({ order }) => order.merchantOrderNo)];
  return {
    sql,
    parameters: [...given, ...parts.flatMap(({ source, rows }) => parametersOf(source, rows)), ...numbers],
    isList: !isOne,
  };
}

const ordersOf = ({ isOne, isDriven, ...form }: Form): Source => ({
  columns: [
    ...listed(ofOrder(form)),
    ...(isDriven ? [...listed(DRIVE_COLUMNS), extra('held_drive_lease', 'uuid')] : []),
    OF_ORDER,
    extra('expected_version', 'integer'),
  ],
  isOne,
});

function textOf(form: Form, hintFloorMs: number): string {
  const { isOne, isDriven, erases } = form;
  const parts = form.parts.map(([name, isOneRow]) => ({ name, part: partOf(name), isOne: isOneRow }));
  const sources = parts.map(({ part, isOne: isOneRow }) => ({ columns: part.columns, isOne: isOneRow }));
  const { texts, next } = numbered([ordersOf(form), ...sources]);
  const driveSql = (isDriven ? DRIVE.map(columnOf) : []).map(
    (column) => `${column} = CASE WHEN c.held_drive_lease IS NULL THEN orders.${column} ELSE c.${column} END`,
  );
  const holds = `orders.version = c.expected_version
    ${isDriven ? 'AND (c.held_drive_lease IS NULL OR orders.drive_lease = c.held_drive_lease)' : ''}
    ${erases ? 'AND orders.drive_until IS NULL' : ''}`;
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
      UPDATE orders SET ${[assignments(ofOrder(form), 'c'), ...driveSql].join(', ')}
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
  return { sql, parameters: [storableJson(rows), ...(seen.length > 0 ? [storableJson(seen)] : [])], isList: true };
}
