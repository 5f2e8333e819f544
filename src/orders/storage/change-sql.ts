import { storableJson } from '../../platform/text/stored-json.js';
import type { OrderChange } from '../decisions/order-change.js';
import { extra, OF_ORDER, PARTS } from './change-parts.js';
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

function numbered(sources: readonly InputRows[]): string[] {
  let next = 1;
  return sources.map((source) => {
    const text = sourceSql(source, next);
    next += source.isOne ? source.columns.length : 1;
    return text;
  });
}

interface StatementForm {
  readonly order: InputRows;
  readonly parts: readonly (InputRows & { readonly name: string })[];
  /** The change writes the order's row. */
  readonly changed: boolean;
  readonly needsLease: boolean;
  readonly erases: boolean;
}

/** Statement texts by shape: there are few, and each stays prepared on its connections. */
const statements = new Map<string, string>();

const keyOf = ({ order, parts, changed, needsLease, erases }: StatementForm, hintFloorMs: number): string =>
  [
    changed,
    needsLease,
    erases,
    hintFloorMs,
    ...order.columns.map(({ column }) => column),
    ...parts.flatMap(({ name, columns, isOne }) => [name, isOne, ...columns.map(({ column }) => column)]),
  ].join(' ');

const EXPECTED = [OF_ORDER, extra('expectedVersion', 'integer'), extra('expectedMac', 'bytea')];
const WITH_LEASE = [...LEASE_COLUMNS, extra('requiredLease', 'uuid')];

/** Writes the change if its order is still at the version read and under the leases held; returns the number then. */
export function changeSql(change: OrderChange, hintFloorMs: number): ChangeStatement {
  const parts = Object.entries(PARTS).flatMap(([name, { of, columns }]) => {
    const rows = of(change);
    return rows.length === 0 ? [] : [{ name, rows, columns: columns(change), isOne: rows.length === 1 }];
  });
  const { changed, changedOfOrder, erases, attemptLease, expectedVersion, expectedMac } = change;
  const needsLease = attemptLease !== null;
  const ofOrder = changed ? ORDER.filter(({ property }) => changedOfOrder.includes(property)) : [];
  const order = { columns: [...ofOrder, ...(needsLease ? WITH_LEASE : []), ...EXPECTED], isOne: true };
  const form: StatementForm = { order, parts, changed, needsLease, erases };
  const key = keyOf(form, hintFloorMs);
  const sql = statements.get(key) ?? textOf(form, hintFloorMs);
  statements.set(key, sql);
  const given = { ...change.order, expectedVersion, expectedMac, requiredLease: attemptLease };
  return {
    sql,
    parameters: [...parametersOf(order, [given]), ...parts.flatMap((part) => parametersOf(part, part.rows))],
  };
}

function textOf(form: StatementForm, hintFloorMs: number): string {
  const { order, parts, changed, needsLease, erases } = form;
  const [ofOrder, ...texts] = numbered([order, ...parts]);
  const textFor = (wanted: string): string | undefined => texts[parts.findIndex(({ name }) => name === wanted)];
  const written = order.columns.filter((column) => ORDER.includes(column) || LEASE_COLUMNS.includes(column));
  // The provider may repeat an orderNo: a statement that fails would break up the commit of all others.
  const mayClash = parts.some(({ name, columns }) => name === 'believed' && columns.some(isOrderNo));
  const clash = `clash AS (
    SELECT r.merchant_order_no FROM (${textFor('believed')}) r JOIN trades t USING (trade_no)
      JOIN trades x ON x.order_no = r.order_no AND x.side = t.side AND x.trade_no <> t.trade_no),`;
  const holds = `orders.version = c.expected_version AND orders.state_mac IS NOT DISTINCT FROM c.expected_mac
    ${needsLease ? 'AND orders.attempt_lease = c.required_lease' : ''}
    ${erases ? 'AND orders.attempt_until IS NULL' : ''}
    ${mayClash ? 'AND orders.merchant_order_no NOT IN (SELECT merchant_order_no FROM clash)' : ''}`;
  const answer = textFor('answered');
  const leased = `JOIN (${answer}) a USING (merchant_order_no)
      JOIN schedules s ON s.trade_no = a.trade_no AND s.lease_id = a.held_lease
      JOIN trades t ON t.trade_no = a.trade_no`;
  const changes = `(${ofOrder}) c`;
  const rows = `SELECT orders.merchant_order_no FROM orders JOIN ${changes} USING (merchant_order_no)
    ${answer === undefined ? '' : leased} WHERE ${holds}`;
  // A record is personal: no erasure may commit between the version check and this write.
  const forQuiet = textFor('seen') === undefined ? 'FOR UPDATE OF s' : 'FOR KEY SHARE OF orders FOR UPDATE OF s, t';
  // An erasure waits for writers of personal data, which hold the order's row; and while the statement of an answer waits,
  // the lease of the query may be lost.
  const locksFirst = erases || answer !== undefined;
  const locked = `locked AS (${rows} FOR UPDATE OF orders${answer === undefined ? '' : ', s, t'}),`;
  const held = !changed
    ? `${rows} ${answer === undefined ? '' : forQuiet}`
    : `UPDATE orders SET ${written.map(({ column }) => `${column} = c.${column}`).join(', ')}
        FROM ${changes} ${locksFirst ? 'JOIN locked USING (merchant_order_no)' : ''}
       WHERE orders.merchant_order_no = c.merchant_order_no AND ${holds}
      RETURNING orders.merchant_order_no`;
  const others = parts.map(
    ({ name, columns }, at) =>
      `, ${name} AS (${partOf(name).sql(`(SELECT * FROM (${texts[at]}) given JOIN held USING (merchant_order_no)) r`, columns, hintFloorMs)})`,
  );
  return `WITH ${mayClash ? clash : ''} ${changed && locksFirst ? locked : ''} held AS (${held})
    ${others.join('\n')}
    SELECT merchant_order_no, false AS clashes FROM held
    ${mayClash ? 'UNION ALL SELECT merchant_order_no, true FROM clash' : ''}`;
}

const isOrderNo = ({ column }: Column): boolean => column === 'order_no';

function partOf(name: string): Part {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`nothing is written under the name ${name}`);
  return part;
}
