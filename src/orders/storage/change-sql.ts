import { storableJson } from '../../platform/text/stored-json.js';
import type { OrderChange } from '../decisions/order-change.js';
import { ANSWERED, answeredSql, answersOf, extra, OF_ORDER, PARTS } from './change-parts.js';
import type { Part } from './change-parts.js';
import { listed, only, record, values, without } from '../../platform/database/columns.js';
import type { Column } from '../../platform/database/columns.js';
import { ORDER_COLUMNS } from './order.entity.js';

const LEASE = ['attemptLease', 'attemptUntil', 'attemptPatienceUntil'] as const;
const LEASE_COLUMNS = listed(only(ORDER_COLUMNS, LEASE));
/** Order columns that a change may write; the lease has other writers too. */
const ORDER = listed(without(ORDER_COLUMNS, ['merchantOrderNo', 'side', ...LEASE]));

interface ChangeStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly isList: boolean;
}

/** Input rows of a statement: one row as parameters, which is cheapest for Postgres, several as one JSON list. */
interface InputRows {
  readonly columns: readonly Column[];
  readonly isOne: boolean;
}

const sourceSql = ({ columns, isOne }: InputRows, first: number): string =>
  isOne
    ? `SELECT ${columns.map(({ column, type }, at) => `$${first + at}::${type} AS ${column}`).join(', ')}`
    : `SELECT * FROM jsonb_to_recordset($${first}::jsonb) AS r(${columns.map(({ column, type }) => `${column} ${type}`).join(', ')})`;

const parametersOf = ({ columns, isOne }: InputRows, rows: readonly object[]): unknown[] =>
  isOne ? rows.flatMap((row) => values(columns, row)) : [storableJson(rows.map((row) => record(columns, row)))];

function numbered(sources: readonly InputRows[]): { readonly texts: string[]; readonly next: number } {
  let next = 1;
  const texts = sources.map((source) => {
    const text = sourceSql(source, next);
    next += source.isOne ? source.columns.length : 1;
    return text;
  });
  return { texts, next };
}

interface StatementForm {
  readonly ofOrder: readonly Column[];
  readonly parts: readonly (InputRows & { readonly name: string })[];
  readonly isOne: boolean;
  readonly needsLease: boolean;
  readonly erases: boolean;
}

/** Statement texts by shape: there are few, and each stays prepared on its connections. */
const statements = new Map<string, string>();

const keyOf = ({ ofOrder, parts, isOne, needsLease, erases }: StatementForm, hintFloorMs: number): string =>
  [
    ...[isOne, needsLease, erases, hintFloorMs, ...ofOrder.map(({ column }) => column)],
    ...parts.flatMap(({ name, columns, isOne: isOneRow }) => [name, isOneRow, ...columns.map(({ column }) => column)]),
  ].join(' ');

/**
 * Writes the changes whose orders are still at the version read and under the leases held; returns their numbers.
 * `isOne`: waits for a locked row; in a list, orders with locked rows are skipped.
 */
export function changeSql(changes: readonly OrderChange[], hintFloorMs: number, isOne: boolean): ChangeStatement {
  const parts = Object.entries(PARTS).flatMap(([name, { of, columns }]) => {
    const rows = changes.flatMap(of);
    return rows.length === 0 ? [] : [{ name, rows, columns: columns(changes), isOne: isOne && rows.length === 1 }];
  });
  const form: StatementForm = {
    ofOrder: ORDER.filter(({ property }) => changes.some(({ changedOfOrder }) => changedOfOrder.includes(property))),
    parts,
    isOne,
    needsLease: changes.some(({ attemptLease }) => attemptLease !== null),
    erases: changes.some(({ erases }) => erases),
  };
  // A batch writes the same columns of every row, so an erasure must not share one: it could undo another write.
  if (form.erases && !changes.every(({ erases }) => erases)) throw new Error('erasures are written by themselves');
  const key = keyOf(form, hintFloorMs);
  const sql = statements.get(key) ?? textOf(form, hintFloorMs);
  statements.set(key, sql);
  const orders = changes.map(({ order, expectedVersion, expectedMac, attemptLease }) => ({
    ...order,
    expectedVersion,
    expectedMac,
    requiredLease: attemptLease,
  }));
  const orderParameters = parametersOf(ordersOf(form), orders);
  const numbers = !locksFirst(form) ? [] : [changes.map(({ order }) => order.merchantOrderNo)];
  return {
    sql,
    parameters: [...orderParameters, ...parts.flatMap((part) => parametersOf(part, part.rows)), ...numbers],
    isList: !isOne,
  };
}

const REQUIRED_LEASE = extra('requiredLease', 'uuid');
const EXPECTED_VERSION = extra('expectedVersion', 'integer');
const EXPECTED_MAC = extra('expectedMac', 'bytea');

const ordersOf = ({ ofOrder, isOne, needsLease }: StatementForm): InputRows => ({
  columns: [
    ...ofOrder,
    ...(needsLease ? [...LEASE_COLUMNS, REQUIRED_LEASE] : []),
    OF_ORDER,
    EXPECTED_VERSION,
    EXPECTED_MAC,
  ],
  isOne,
});

/**
 * Whether the statement locks its rows before it writes any. It does for one order as well if it erases, since only that
 * lock waits for writers of personal data, which hold the order `FOR KEY SHARE`; and if it records an answer, since the
 * lease of the query may be lost while the statement waits.
 */
const locksFirst = ({ parts, isOne, erases }: StatementForm): boolean =>
  !isOne || erases || parts.some(({ name }) => name === 'answered');

function textOf(form: StatementForm, hintFloorMs: number): string {
  const { ofOrder, parts, isOne, needsLease, erases } = form;
  const { texts, next } = numbered([ordersOf(form), ...parts]);
  const orderSql = ofOrder.map(({ column }) => `${column} = c.${column}`);
  const leaseSql = (needsLease ? LEASE_COLUMNS : []).map(
    ({ column }) => `${column} = CASE WHEN c.required_lease IS NULL THEN orders.${column} ELSE c.${column} END`,
  );
  // The provider may repeat an orderNo: a statement that fails would break up the commit of all others.
  const believed = parts.findIndex(({ name, columns }) => name === 'believed' && columns.some(isOrderNo));
  const clash = `clash AS (
    SELECT r.merchant_order_no FROM (${texts[1 + believed]}) r JOIN trades t USING (trade_no)
      JOIN trades x ON x.order_no = r.order_no AND x.side = t.side AND x.trade_no <> t.trade_no),`;
  const holds = `orders.version = c.expected_version AND orders.state_mac IS NOT DISTINCT FROM c.expected_mac
    ${needsLease ? 'AND (c.required_lease IS NULL OR orders.attempt_lease = c.required_lease)' : ''}
    ${erases ? 'AND orders.attempt_until IS NULL' : ''}
    ${believed < 0 ? '' : 'AND orders.merchant_order_no NOT IN (SELECT merchant_order_no FROM clash)'}`;
  const answers = parts.findIndex(({ name }) => name === 'answered');
  const leased = answers < 0 ? '' : `JOIN (${texts[1 + answers]}) a USING (merchant_order_no) ${ROWS_OF_ANSWER}`;
  const changes = `(${texts[0]}) c`;
  // Lists are locked by number, so that they cannot deadlock.
  const locked = `locked AS (
    SELECT orders.merchant_order_no FROM orders JOIN ${changes} USING (merchant_order_no) ${leased}
     WHERE orders.merchant_order_no = ANY($${next}::text[]) AND ${holds} ORDER BY orders.merchant_order_no
       FOR UPDATE OF orders${answers < 0 ? '' : ', s, t'} ${isOne ? '' : 'SKIP LOCKED'}),`;
  const written = parts.map(
    ({ name, columns }, at) =>
      `${name} AS (${partOf(name).sql(`(SELECT * FROM (${texts[at + 1]}) given JOIN held USING (merchant_order_no)) r`, columns, hintFloorMs)})`,
  );
  const locks = locksFirst(form);
  return `WITH ${believed < 0 ? '' : clash} ${locks ? locked : ''}
    held AS (
      UPDATE orders SET ${[...orderSql, ...leaseSql].join(', ')}
        FROM ${changes} ${locks ? 'JOIN locked USING (merchant_order_no)' : leased}
       WHERE orders.merchant_order_no = c.merchant_order_no AND ${holds}
      RETURNING orders.merchant_order_no)
    ${written.map((part) => `, ${part}`).join('\n')}
    SELECT merchant_order_no, false AS clashes FROM held
    ${believed < 0 || !isOne ? '' : 'UNION ALL SELECT merchant_order_no, true FROM clash'}`;
}

const isOrderNo = ({ column }: Column): boolean => column === 'order_no';

function partOf(name: string): Part {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`nothing is written under the name ${name}`);
  return part;
}

const ROWS_OF_ANSWER = `JOIN schedules s ON s.trade_no = a.trade_no AND s.lease_id = a.held_lease
      JOIN trades t ON t.trade_no = a.trade_no`;

const QUIET: InputRows = { columns: [...ANSWERED, EXPECTED_VERSION], isOne: false };

export function quietSql(changes: readonly OrderChange[], hintFloorMs: number, isOne: boolean): ChangeStatement {
  const rows = changes.flatMap((change) =>
    answersOf(change).map((row) => ({ ...row, expectedVersion: change.expectedVersion })),
  );
  const seen = changes.flatMap(({ updated }) =>
    updated
      .filter(({ changed }) => changed.includes('lastSeen'))
      .map(({ trade }) => ({ trade_no: trade.tradeNo, last_seen: trade.lastSeen })),
  );
  const seenSql = `, seen AS (
    UPDATE trades SET last_seen = s.last_seen
      FROM jsonb_to_recordset($2::jsonb) AS s(trade_no text, last_seen jsonb) JOIN answered USING (trade_no)
     WHERE trades.trade_no = s.trade_no)`;
  const skipped = isOne ? '' : 'SKIP LOCKED';
  // A record is personal: no erasure may commit between the version check and this write.
  const ofSeen = seen.length > 0 ? `FOR KEY SHARE OF o ${skipped}` : '';
  const sql = `WITH held AS (
      SELECT a.* FROM (${sourceSql(QUIET, 1)}) a JOIN orders o USING (merchant_order_no) ${ROWS_OF_ANSWER}
       WHERE o.version = a.expected_version
       ${ofSeen} ${isOne ? '' : `FOR UPDATE OF s${seen.length > 0 ? ', t' : ''} SKIP LOCKED`}),
    answered AS (${answeredSql('held r', hintFloorMs)} RETURNING r.merchant_order_no, r.trade_no)
    ${seen.length > 0 ? seenSql : ''}
    SELECT merchant_order_no FROM answered`;
  const parameters = [...parametersOf(QUIET, rows), ...(seen.length > 0 ? [storableJson(seen)] : [])];
  return { sql, parameters, isList: true };
}
