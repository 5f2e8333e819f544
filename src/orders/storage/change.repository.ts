import { Injectable } from '@nestjs/common';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { Database } from '../../platform/database/database.js';
import { ORDER_DEFAULTS, TRADE_DEFAULTS } from '../decisions/new-order.js';
import type { OrderChange } from '../decisions/order-change.js';
import type { OrderEvent, OrderRow, TradeRow } from '../model/order.types.js';
import { changeSql, quietSql } from './change-sql.js';
import { EPOCH } from './epoch.repository.js';
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

function reserveSql(written: Written): string {
  let next = 1;
  const [order, ...others] = written.map(([table, columns]) => {
    const placeholders = columns.map(({ type }) => `$${next++}::${type}`);
    return `INSERT INTO ${table} (${columns.map(({ column }) => column).join(', ')}) SELECT ${placeholders.join(', ')}`;
  });
  return `
  WITH o AS (${order} ON CONFLICT DO NOTHING RETURNING merchant_order_no),
  ${others.map((insert, at) => `w${at} AS (${insert} FROM o)`).join(',\n  ')}
  SELECT EXISTS (SELECT 1 FROM o) AS "isNew", ${EPOCH} FROM database_epoch e`;
}

const RESERVE = reserveSql(PURCHASE);
const RESERVE_WATCHED = reserveSql(SALE);

@Injectable()
export class ChangeRepository {
  constructor(private readonly database: Database) {}

  /** `isNew` false: the number is taken, in any letter case. null: taken by a removed order. */
  async reserve(
    order: OrderRow,
    trade: TradeRow,
    [event]: readonly OrderEvent[],
  ): Promise<(EpochReading & { readonly isNew: boolean }) | null> {
    const isWatched = trade.watchClass !== null;
    const rowsOf = [order, trade, { evidence: null, ...event }, trade];
    const parameters = (isWatched ? SALE : PURCHASE).flatMap(([, columns], at) => values(columns, rowsOf[at] ?? {}));
    try {
      const sql = isWatched ? RESERVE_WATCHED : RESERVE;
      type Row = EpochReading & { readonly isNew: boolean };
      const [row] = await this.database.together<Row>(sql, parameters, order.merchantOrderNo);
      if (row === undefined) throw new Error('database_epoch has lost its row');
      return row;
    } catch (error) {
      if (brokenConstraint(error) === 'removed_orders_pkey') return null;
      throw error;
    }
  }

  /** Returns the numbers of the orders whose change held; the others have changed meanwhile, or were locked and skipped. */
  async apply(changes: readonly OrderChange[], hintFloorMs: number, isOne: boolean): Promise<Set<string>> {
    const lists = [
      { changes: changes.filter(({ changed }) => changed), build: changeSql },
      { changes: changes.filter(({ changed }) => !changed), build: quietSql },
    ];
    const written = new Set<string>();
    for (const { changes: some, build } of lists) {
      const [first] = some;
      if (first === undefined) continue;
      const { sql, parameters, isList } = build(some, hintFloorMs, isOne);
      const rows: { readonly merchant_order_no: string }[] = isList
        ? await this.database.query(sql, parameters, true)
        : await this.database.together(sql, parameters, first.order.merchantOrderNo);
      for (const row of rows) written.add(row.merchant_order_no);
    }
    return written;
  }
}
