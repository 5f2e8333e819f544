import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { UNWATCHED } from '../decisions/new-order.js';
import { reader, selectList, without } from '../../platform/database/columns.js';
import { ORDER_COLUMNS, TRADE_COLUMNS, SCHEDULE_COLUMNS } from './order.entity.js';
import type { Side } from '../../ramp/port/trade-facts.js';
import type { OpenMismatch, OrderState, ResolvedMismatch, TradeRow } from '../model/order.types.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { StateCheck } from './state-check.js';
import { OPEN_AND_SETTLED } from './stored-json.js';
import type { StoredState } from './state-check.js';

type StateRecord = Record<string, unknown> & {
  now: Date;
  o_merchant_order_no: string | null;
  open: OpenMismatch[] | null;
  settled: ResolvedMismatch[] | null;
  entries: number;
};

export const ORDER_WITH_TRADE = [
  selectList(ORDER_COLUMNS, 'o'),
  selectList(TRADE_COLUMNS, 't'),
  selectList(without(SCHEDULE_COLUMNS, ['tradeNo']), 's', 't'),
].join(', ');

export const orderFrom = reader(ORDER_COLUMNS, 'o');
const withScheduleFrom = reader<TradeRow>({ ...TRADE_COLUMNS, ...SCHEDULE_COLUMNS }, 't');

export function tradeFrom(raw: Readonly<Record<string, unknown>>): TradeRow {
  const trade = withScheduleFrom(raw);
  // Null without a schedule.
  return raw['t_understood'] === null ? { ...trade, ...UNWATCHED } : trade;
}

/** The schedule of a trade `t`. A plain join, planned without statistics, reads all schedules for each order. */
export const ITS_SCHEDULE =
  'LEFT JOIN LATERAL (SELECT * FROM schedules WHERE schedules.trade_no = t.trade_no OFFSET 0) s ON true';

export const TRADES = `trades t USING (merchant_order_no) ${ITS_SCHEDULE}`;

const STATE = `
  SELECT clock.now, ${ORDER_WITH_TRADE}, ${OPEN_AND_SETTLED},
         (SELECT coalesce(max(seq), 0) FROM order_events e WHERE e.merchant_order_no = o.merchant_order_no) AS entries
    FROM (SELECT checkout_now() AS now) clock`;

/** Reads orders with their trades, each in one consistent read, and verifies their seals. */
@Injectable()
export class StoredOrders {
  constructor(
    private readonly database: Database,
    private readonly check: StateCheck,
  ) {}

  now(): Promise<Date> {
    return this.database.now();
  }

  /** The order with exactly this number, and Postgres' time. Throws `order_in_review` if it does not match its seal. */
  async find(merchantOrderNo: string): Promise<{ now: Date; state: OrderState | null }> {
    const found = await this.findStored(merchantOrderNo);
    if (found.state?.isAltered === true) throw new Problem('order_in_review', PROBLEM_TEXTS.inReview);
    return found;
  }

  async findStored(merchantOrderNo: string): Promise<{ now: Date; state: OrderState | null }> {
    const rows = await this.database.readTogether<StateRecord>(
      `${STATE} LEFT JOIN orders o ON o.merchant_order_no = $1
                LEFT JOIN ${TRADES} ORDER BY t.n`,
      [merchantOrderNo],
    );
    const [first] = rows;
    if (first === undefined) throw new Error('Postgres gave no time');
    const [state = null] = await this.check.judge(statesFrom(rows));
    return { now: first.now, state };
  }

  /** The order with one of these numbers, which are probably new: `find` reads some 80 columns, even of no order. */
  async findRepeated(merchantOrderNos: readonly string[]): Promise<OrderState | null> {
    // One by one: a statement with a list, once planned while there was no order, would read all orders.
    const sql = 'SELECT merchant_order_no AS number FROM orders WHERE merchant_order_no = $1';
    const read = (number: string) => this.database.readTogether<{ number: string }>(sql, [number]);
    const [found] = (await Promise.all(merchantOrderNos.map(read))).flat();
    return found === undefined ? null : (await this.find(found.number)).state;
  }

  /** Only orders that match their seals. */
  async findAll(merchantOrderNos: readonly string[]): Promise<OrderState[]> {
    return (await this.findAllStored(merchantOrderNos)).filter(({ isAltered }) => isAltered !== true);
  }

  /** Sorted as the numbers are, altered ones included. */
  async findAllStored(merchantOrderNos: readonly string[]): Promise<OrderState[]> {
    if (merchantOrderNos.length === 0) return [];
    const rows = await this.database.query<StateRecord>(
      `${STATE} JOIN orders o ON o.merchant_order_no = ANY($1)
                JOIN ${TRADES} ORDER BY o.merchant_order_no, t.n`,
      [merchantOrderNos],
    );
    const states = await this.check.judge(statesFrom(rows));
    const byNumber = new Map(states.map((state) => [state.order.merchantOrderNo, state]));
    return merchantOrderNos.flatMap((number) => byNumber.get(number) ?? []);
  }

  /** Kinds without open mismatches are absent. */
  async openMismatchCounts(): Promise<{ kind: string; open: number }[]> {
    return this.database.query(
      'SELECT kind, count(*)::integer AS open FROM mismatches WHERE resolved_at IS NULL GROUP BY kind',
    );
  }

  async orderOfMismatch(id: string): Promise<string | null> {
    const [row] = await this.database.query<{ merchant_order_no: string }>(
      'SELECT merchant_order_no FROM mismatches WHERE id = $1',
      [id],
    );
    return row?.merchant_order_no ?? null;
  }

  /** The first of these HMACs (hexadecimal) in the order's history. */
  async findEntry(merchantOrderNo: string, macs: readonly string[]): Promise<string | null> {
    if (macs.length === 0) return null;
    const [row] = await this.database.query<{ mac: string }>(
      `SELECT encode(mac, 'hex') AS mac FROM order_events WHERE merchant_order_no = $1 AND encode(mac, 'hex') = ANY($2)`,
      [merchantOrderNo, macs],
    );
    return row?.mac ?? null;
  }

  /**
   * Trades of other orders that the provider answered for within ten minutes; newest first, `vanished` last. Reads only
   * the newest orders, so that the cost does not grow; without OFFSET 0 a plan may read all open mismatches for each. A
   * provider may delete ended unpaid trades, so none of these.
   */
  controlTrades(
    side: Side,
    exceptOrder: string,
  ): Promise<{ readonly tradeNo: string; readonly orderNo: string; readonly vanished: boolean }[]> {
    return this.database.query(
      `SELECT t.trade_no AS "tradeNo", t.order_no AS "orderNo", vanished
         FROM (SELECT merchant_order_no FROM orders WHERE merchant_order_no <> $2
                ORDER BY created_at DESC, merchant_order_no DESC LIMIT 100) o
         JOIN ${TRADES}
         CROSS JOIN LATERAL (SELECT EXISTS (
           SELECT 1 FROM (SELECT * FROM mismatches WHERE merchant_order_no = t.merchant_order_no OFFSET 0) own
            WHERE own.trade_no = t.trade_no AND kind = 'vanished' AND resolved_at IS NULL) AS vanished) m
        WHERE t.side = $1 AND outcome = 'created' AND NOT superseded AND order_no IS NOT NULL
          AND (understood OR vanished) AND status NOT IN ('EXPIRED', 'CANCELLED')
          AND last_answer_at BETWEEN checkout_now() - interval '10 minutes' AND checkout_now()
        ORDER BY vanished, last_answer_at DESC LIMIT 3`,
      [side, exceptOrder],
    );
  }

  /** True if the trade's order has been in one of these statuses for `forMs` without a review, or was removed. */
  async hasEnded(tradeNo: string, statuses: readonly string[], forMs: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM trades JOIN orders o USING (merchant_order_no)
        WHERE trade_no = $1 AND o.status = ANY($2) AND NOT o.in_review
          AND o.updated_at < checkout_now() - $3::float8 * interval '1 ms'
       UNION ALL
       SELECT 1 FROM removed_orders WHERE merchant_order_no = regexp_replace(lower($1), '-r[0-9]+$', '')`,
      [tradeNo, statuses, forMs],
    );
    return rows.length > 0;
  }

  /** Numbers after this one, to iterate over all orders. `otherThan`: only orders sealed with another service key. */
  async numbersAfter(after: string, most: number, otherThan: string | null = null): Promise<string[]> {
    const rows = await this.database.query<{ number: string }>(
      `SELECT merchant_order_no AS number FROM orders
        WHERE merchant_order_no > $1 AND ($3::text IS NULL OR state_key_id <> $3) ORDER BY merchant_order_no LIMIT $2`,
      [after, most, otherThan],
    );
    return rows.map(({ number }) => number);
  }
}

function statesFrom(rows: readonly StateRecord[]): StoredState[] {
  const byOrder = new Map<string, StoredState & { readonly trades: TradeRow[] }>();
  for (const row of rows) {
    if (row.o_merchant_order_no === null) continue;
    const trade = tradeFrom(row);
    const state = byOrder.get(row.o_merchant_order_no);
    if (state !== undefined) state.trades.push(trade);
    else {
      const order = orderFrom(row);
      byOrder.set(row.o_merchant_order_no, {
        order,
        trades: [trade],
        openMismatches: row.open ?? [],
        resolvedMismatches: row.settled ?? [],
        now: row.now,
        entries: row.entries,
      });
    }
  }
  return [...byOrder.values()];
}
