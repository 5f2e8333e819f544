import { Injectable } from '@nestjs/common';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { Database } from '../../platform/database/database.js';
import type { OrderChange } from '../decisions/order-change.js';
import type { OrderEvent, OrderRow, TradeRow } from '../model/order.types.js';
import { changeSql, quietSql } from './change-sql.js';
import { names, placeholders, values } from '../../platform/database/columns.js';
import { EVENT_COLUMNS } from './order-event.entity.js';
import { ORDER_COLUMNS } from './order.entity.js';
import { SCHEDULE_COLUMNS } from './schedule.entity.js';
import { TRADE_COLUMNS } from './trade.entity.js';

const WRITTEN = [ORDER_COLUMNS, TRADE_COLUMNS, EVENT_COLUMNS, SCHEDULE_COLUMNS] as const;
const [ORDER, TRADE, EVENT, SCHEDULE] = ['orders', 'trades', 'order_events', 'schedules'].map((table, at) => {
  const columns = WRITTEN[at] ?? {};
  const first = 1 + WRITTEN.slice(0, at).reduce((sum, before) => sum + Object.keys(before).length, 0);
  return `INSERT INTO ${table} (${names(columns)}) SELECT ${placeholders(columns, first)}`;
});

/** Order, first trade and first entry of the history, or nothing when the number is taken. */
const reserveSql = (watched: string): string => `
  WITH o AS (${ORDER} ON CONFLICT DO NOTHING RETURNING merchant_order_no),
  t AS (${TRADE} FROM o),
  e AS (${EVENT} FROM o)${watched}
  SELECT merchant_order_no FROM o`;

const RESERVE = reserveSql('');
/** A sale is watched from the beginning: nobody makes it here. */
const RESERVE_WATCHED = reserveSql(`, s AS (${SCHEDULE} FROM o)`);

/** The statements that write beliefs: one for a reservation, one for a list of changes. Used by the order writer alone. */
@Injectable()
export class ChangeRepository {
  constructor(private readonly database: Database) {}

  /** false: the number is taken, in any letter case, if only by an order that was removed. */
  async reserve(order: OrderRow, trade: TradeRow, [event]: readonly OrderEvent[]): Promise<boolean> {
    const isWatched = trade.watchClass !== null;
    const given = [
      ...values(ORDER_COLUMNS, order),
      ...values(TRADE_COLUMNS, trade),
      ...values(EVENT_COLUMNS, { evidence: null, ...event }),
      ...(isWatched ? values(SCHEDULE_COLUMNS, trade) : []),
    ];
    try {
      const rows = await this.database.query(isWatched ? RESERVE_WATCHED : RESERVE, given);
      return rows.length === 1;
    } catch (error) {
      if (brokenConstraint(error) === 'removed_orders_pkey') return false;
      throw error;
    }
  }

  /** The numbers of the orders whose change held; the others were changed by somebody else in between. */
  async apply(changes: readonly OrderChange[], hintFloorMs: number): Promise<Set<string>> {
    const lists = [
      { changes: changes.filter(({ changed }) => changed), build: changeSql },
      { changes: changes.filter(({ changed }) => !changed), build: quietSql },
    ];
    const held = new Set<string>();
    for (const { changes: some, build } of lists) {
      if (some.length === 0) continue;
      const { sql, parameters, isList } = build(some, hintFloorMs);
      const rows = await this.database.query<{ merchant_order_no: string }>(sql, parameters, isList);
      for (const row of rows) held.add(row.merchant_order_no);
    }
    return held;
  }
}
