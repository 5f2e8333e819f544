import { expect } from 'vitest';
import type { CrashWorld } from './crashes.js';
import { pressButton } from './sandbox-client.js';
import type { OrderBody } from './service.js';
import { until } from './service.js';
import { historyProblems } from './service-history.js';

const TRADES_PER_REQUEST = 3;

/** Invariants of an order at any crash. `requests`: of callers, each with its own trades. */
export async function expectSafe({ sandbox, rows }: CrashWorld, number: string, requests = 1): Promise<void> {
  const creates = await sandbox.creates(number);
  const { order, trades, events } = await rows.whole(number);
  const committed = events
    .filter(({ kind }) => ['reserved', 'sending', 'sending_again'].includes(kind))
    .map(({ trade_no, data }) => `${String(trade_no)} at ${String(data['stamp'])}`);
  const sent = creates.map(({ merchantOrderNo, headers }) => `${String(merchantOrderNo)} at ${headers['timestamp']!}`);
  expect(committed, 'what was sent was committed').toEqual(expect.arrayContaining(sent));
  expect(sent, 'what was committed was sent once').toEqual([...new Set(sent)]);
  const acted = creates.filter((create) => create.acted).map(({ merchantOrderNo }) => merchantOrderNo);
  expect(acted, 'the provider made each number once').toEqual([...new Set(acted)]);

  if (order === null) return;
  expect(trades.filter(({ superseded }) => !superseded)).toEqual([trades.at(-1)]);
  expect(trades.length).toBeLessThanOrEqual(TRADES_PER_REQUEST * requests);
  expect(historyProblems({ order, events })).toEqual([]);
}

/** The only payUrl is the provider's for the current trade. */
export async function expectPayable({ sandbox, rows }: CrashWorld, shown: OrderBody): Promise<string> {
  const current = (await rows.trades(shown.merchantOrderNo)).at(-1)!;
  const { payUrl } = await sandbox.order(current.trade_no);
  expect(shown.payUrl).toBe(payUrl);
  expect(shown.trades.at(-1)).toMatchObject({ merchantOrderNo: current.trade_no, superseded: false });
  return payUrl;
}

/** Pays like a customer; the order ends, every created trade is stored, and no lease is held. */
export async function expectPaidToTheEnd(world: CrashWorld, number: string, payUrl: string): Promise<void> {
  const { sandbox, rows } = world;
  await pressButton(payUrl, 'pay');
  expect(await rows.untilStatus(number, 'COMPLETED')).toMatchObject({ in_review: false });
  await until('every trade that was made is known', async () => {
    const made = (await sandbox.creates(number)).filter(({ acted }) => acted);
    const known = new Set((await rows.trades(number)).map(({ order_no }) => order_no));
    return made.every(({ orderNo }) => known.has(orderNo));
  });
  await expectNothingLeased(world, number);
}

export function expectNothingLeased({ rows }: CrashWorld, number: string): Promise<unknown> {
  return until(`nobody holds a lease of ${number}`, async () => {
    const held = await rows.query(
      `SELECT 1 FROM orders o JOIN trades t USING (merchant_order_no) LEFT JOIN schedules s USING (trade_no)
        WHERE o.merchant_order_no = $1
          AND (o.attempt_lease IS NOT NULL OR o.attempt_until IS NOT NULL OR s.lease_id IS NOT NULL)`,
      [number],
    );
    return held.length === 0;
  });
}
