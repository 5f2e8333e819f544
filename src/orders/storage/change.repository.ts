import { Injectable } from '@nestjs/common';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { Database } from '../../platform/database/database.js';
import { ORDER_DEFAULTS, TRADE_DEFAULTS } from '../decisions/new-order.js';
import type { OrderChange } from '../decisions/order-change.js';
import type { OrderEvent, OrderRow, TradeRow } from '../model/order.types.js';
import { changeSql } from './change-sql.js';
import { EPOCH, isDoubtedSql } from './epoch.repository.js';
import type { EpochReading } from './epoch.repository.js';
import { listed, values, without } from '../../platform/database/columns.js';
import type { Column } from '../../platform/database/columns.js';
import { EVENT_COLUMNS, ORDER_COLUMNS, TRADE_COLUMNS, SCHEDULE_COLUMNS } from './order.entity.js';

/** Columns of a reservation by table, without those that keep their defaults. */
type Written = readonly (readonly [table: string, columns: readonly Column[]])[];

const ORDER: Written[number] = ['orders', listed(without(ORDER_COLUMNS, Object.keys(ORDER_DEFAULTS)))];
const EVENT: Written[number] = ['order_events', listed(EVENT_COLUMNS)];

const PURCHASE: Written = [ORDER, ['trades', listed(without(TRADE_COLUMNS, Object.keys(TRADE_DEFAULTS)))], EVENT];
/** A sale is created elsewhere, so it is watched from the start. */
const SALE: Written = [ORDER, ['trades', listed(TRADE_COLUMNS)], EVENT, ['schedules', listed(SCHEDULE_COLUMNS)]];

/**
 * Inserts nothing if the trade would be in flight, but the order's numbers are doubted. Decides what a caller can bring about
 * at will: a statement that fails breaks up the commit of all others.
 */
function reserveSql(written: Written): string {
  const columns = written.flatMap(([table, ofTable]) => ofTable.map(({ column }) => `${table}.${column}`));
  const parameter = (column: string): string => `$${columns.indexOf(column) + 1}`;
  const number = parameter('orders.merchant_order_no');
  const isDoubted = isDoubtedSql(number);
  const clashes =
    written !== SALE
      ? 'false'
      : `EXISTS (SELECT FROM trades WHERE order_no = ${parameter('trades.order_no')}
           AND side = ${parameter('trades.side')} AND merchant_order_no <> ${number})`;
  let next = 1;
  const [order, ...others] = written.map(([table, columns]) => {
    const placeholders = columns.map(({ type }) => `$${next++}::${type}`);
    return `INSERT INTO ${table} (${columns.map(({ column }) => column).join(', ')}) SELECT ${placeholders.join(', ')}`;
  });
  return `
  WITH o AS (${order} WHERE NOT ${clashes}
      AND (${parameter('trades.outcome')} <> 'in_flight' OR NOT ${isDoubted})
      AND NOT EXISTS (SELECT FROM removed_orders WHERE merchant_order_no = lower(${number}))
    ON CONFLICT DO NOTHING RETURNING merchant_order_no),
  ${others.map((insert, at) => `w${at} AS (${insert} FROM o)`).join(',\n  ')}
  SELECT EXISTS (SELECT 1 FROM o) AS "isNew", ${isDoubted} AS "isDoubted", ${clashes} AS clashes, ${EPOCH}
    FROM database_epoch e`;
}

export interface ReservedRow extends EpochReading {
  readonly isNew: boolean;
  readonly isDoubted: boolean;
}

/** As if Postgres had thrown it. */
const orderNoClash = (): Error =>
  Object.assign(new Error('the orderNo is that of another trade'), { constraint: 'trades_ramp_order_no' });

const RESERVE = reserveSql(PURCHASE);
const RESERVE_WATCHED = reserveSql(SALE);

@Injectable()
export class ChangeRepository {
  constructor(private readonly database: Database) {}

  /** `isNew` false: the number is taken, in any letter case, or in doubt. null: by an order that was being removed. */
  async reserve(order: OrderRow, trade: TradeRow, [event]: readonly OrderEvent[]): Promise<ReservedRow | null> {
    const isWatched = trade.watchClass !== null;
    const rowsOf = [order, trade, { evidence: null, ...event }, trade];
    const parameters = (isWatched ? SALE : PURCHASE).flatMap(([, columns], at) => values(columns, rowsOf[at] ?? {}));
    try {
      const sql = isWatched ? RESERVE_WATCHED : RESERVE;
      type Row = ReservedRow & { readonly clashes: boolean };
      const [row] = await this.database.together<Row>(sql, parameters, order.merchantOrderNo);
      if (row === undefined) throw new Error('database_epoch has lost its row');
      if (!row.isNew && row.clashes) throw orderNoClash();
      return row;
    } catch (error) {
      if (brokenConstraint(error) === 'removed_orders_pkey') return null;
      throw error;
    }
  }

  /** false: the order has changed meanwhile, or a lease was lost. */
  async apply(change: OrderChange, hintFloorMs: number): Promise<boolean> {
    const { sql, parameters } = changeSql(change, hintFloorMs);
    type Row = { readonly clashes: boolean };
    const rows = await this.database.together<Row>(sql, parameters, change.order.merchantOrderNo);
    if (rows.some(({ clashes }) => clashes)) throw orderNoClash();
    return rows.length > 0;
  }
}
