import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { StoredOrders } from '#src/orders/storage/stored-orders.service.js';
import { fillBeforeStatistics } from '../support/many-orders.js';
import { openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { UNCHECKED } from '../support/sealed-orders.js';

let opened: OrderWriter;

beforeAll(async () => {
  opened = await openOwnOrderWriter();
});
afterAll(() => opened.close());

let plans = 0;

/** The number makes each text new: a repeated one is prepared, which needs parameters. */
async function planOf(sql: string): Promise<string[]> {
  const text = `EXPLAIN (GENERIC_PLAN) ${sql} -- ${(plans += 1)}`;
  const plan = await opened.database.query<{ 'QUERY PLAN': string }>(text);
  return plan.map((row) => row['QUERY PLAN']);
}

it('orders: a read uses indexes, even if planned before Postgres has statistics', async () => {
  const { database } = opened;
  const orders = new StoredOrders(database, UNCHECKED);
  await fillBeforeStatistics(database, 3000);
  // As wide as trades with provider facts, which Postgres' estimate assumes.
  await database.query(`UPDATE trades SET facts = facts || jsonb_build_object('said', repeat(trade_no, 60))`);
  const read = vi.spyOn(database, 'readTogether');
  const asked = vi.spyOn(database, 'query');
  const { state } = await orders.find('L-0000040');
  expect(state?.trades.map(({ tradeNo, understood }) => [tradeNo, understood])).toEqual([['L-0000040', true]]);
  const [sql] = read.mock.lastCall!;
  const lines = await planOf(sql);
  expect(lines.filter((line) => /Seq Scan|Hash/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.includes('schedules_pkey'))).toHaveLength(1);

  // Control trades are read from the newest orders, through an index.
  await orders.controlTrades('BUY', 'L-0000040');
  const controls = await planOf(asked.mock.lastCall![0]);
  expect(controls.filter((line) => /Seq Scan on (orders|trades|schedules)/.test(line))).toEqual([]);
  expect(controls.filter((line) => line.includes('orders_created'))).toHaveLength(1);
});

it('orders: a plan made while no mismatch was open does not read all that open later', async () => {
  const { database } = opened;
  const orders = new StoredOrders(database, UNCHECKED);
  await database.query(
    `INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, opened_at, resolved_at, resolved_by)
     SELECT gen_random_uuid(), merchant_order_no, trade_no, 'field', 'amount', created_at, created_at, 'provider' FROM trades`,
  );
  await database.query('ANALYZE');
  const asked = vi.spyOn(database, 'query');
  for (const read of [() => orders.findAllStored(['L-0000040']), () => orders.controlTrades('BUY', 'L-0000040')]) {
    await read();
    const plan = await planOf(asked.mock.lastCall![0]);
    expect(plan.filter((line) => line.includes('mismatches_open'))).toEqual([]);
    expect(plan.filter((line) => line.includes('mismatches_order'))).not.toEqual([]);
  }
});
