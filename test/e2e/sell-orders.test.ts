import { describe, expect, it } from 'vitest';
import type { ProviderOrder } from '../support/sandbox-client.js';
import { historyProblems } from '../support/service-history.js';
import { expectProblem, newNumber, orderOf, until } from '../support/service.js';
import type { OrderBody } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const DEPOSIT = '0x52908400098527886E0F7030069857D2E4169EE7';
const QUICK = { RECONCILE_INTERVAL_MS: '50', HINT_FLOOR_MS: '50', LOG_LEVEL: 'trace' };

const world = useWorld(QUICK, { own: 'process', document: true });

/** Makes a sale, as a customer does on the provider's pages. */
function sell(given: Readonly<Record<string, unknown>> = {}): Promise<ProviderOrder> {
  return world.sandbox.control('POST', '/sell-orders', given);
}

const register = (body: Readonly<Record<string, unknown>>) => world.service.post('/v1/sell-orders', body);

async function registered(body: Readonly<Record<string, unknown>>): Promise<OrderBody> {
  const answer = await register(body);
  expect(answer.status, answer.text).toBe(201);
  return orderOf(answer);
}

/** Moves the sale at the provider. */
const move = (number: string, status: string, fields: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  world.sandbox.force(number, status, fields);

/** Reads, which requests polls, until the order has the status. */
function untilStatus(number: string, status: string): Promise<OrderBody> {
  return until(
    `${number} is ${status}`,
    async () => {
      const order = await world.service.read(number);
      return order.status === status ? order : null;
    },
    20_000,
  );
}

/** Waits for further polls of the sale. */
async function askedAgain(number: string, times = 3): Promise<void> {
  const count = async () =>
    (await world.sandbox.calls('query')).filter(({ query }) => Object.values(query).includes(number)).length;
  const before = await count();
  await until(`${times} more questions about ${number}`, async () => {
    await world.service.read(number);
    return (await count()) >= before + times;
  });
}

async function expectWhole(number: string): Promise<void> {
  expect(historyProblems(await world.rows.whole(number))).toEqual([]);
}

describe('POST /v1/sell-orders', () => {
  it('registers a sale before anybody has made it: 201, again 200, something else 409', async () => {
    const number = newNumber();
    const first = await register({ merchantOrderNo: number, customer: { id: 'c-1', email: 'c@example.com' } });
    expect(first.status).toBe(201);
    expect(first.headers.get('location')).toBe(`/v1/orders/${number}`);
    expect(first.body).toMatchObject({
      merchantOrderNo: number,
      side: 'SELL',
      status: 'REGISTERED',
      final: false,
      retryable: false,
      orderNo: null,
      payUrl: null,
      failure: null,
      inReview: false,
      payee: { name: null, account: null, card: null, email: null },
    });
    const again = await register({ merchantOrderNo: number, customer: { id: 'c-1' } });
    expect([again.status, again.body['status']]).toEqual([200, 'REGISTERED']);
    for (const other of [{ orderNo: 'P-1' }, { customer: { id: 'c-2' } }, {}]) {
      const answer = await register({ merchantOrderNo: number, ...other });
      expectProblem(answer, 409, 'merchant_order_no_conflict');
    }
    expectProblem(await world.service.post(`/v1/orders/${number}/retry`, {}), 409, 'order_not_retryable');
  });
});

describe('a sale', () => {
  it.each(['A-1-r2', 'ORD#1 / \u00fc & %20+?', '\u6ce8\u6587-1', 'n'.repeat(60), 'm'.repeat(128)])(
    'whose number in the provider\u2019s books is %s: watched by it, under a number of ours',
    async (merchantOrderNo) => {
      const first = await registered({ merchantOrderNo });
      const number = first.merchantOrderNo;
      expect(number).toMatch(/^s-[a-z2-9]{26}$/);
      expect(first.trades).toMatchObject([{ tradeNo: merchantOrderNo }]);
      const { orderNo } = await sell({ merchantOrderNo });
      expect(await untilStatus(number, 'AWAITING_CRYPTO')).toMatchObject({
        orderNo,
        inReview: false,
        trades: [{ tradeNo: merchantOrderNo, orderNo }],
      });
      const again = await register({ merchantOrderNo });
      expect([again.status, again.body['merchantOrderNo']]).toEqual([200, number]);
      await expectWhole(number);
    },
  );

  it('registered before it is made, and then made, paid and paid out', async () => {
    const { rows, sandbox } = world;
    const number = newNumber();
    await registered({ merchantOrderNo: number });
    await askedAgain(number);
    expect((await world.service.read(number)).status).toBe('REGISTERED');
    const { orderNo } = await sell({ merchantOrderNo: number, cryptoAmount: '100', email: 'jane@example.com' });
    expect(await untilStatus(number, 'AWAITING_CRYPTO')).toMatchObject({
      orderNo,
      rampStatus: '1',
      crypto: 'USDT',
      network: 'ETH',
      fiat: 'USD',
      amount: null,
      cryptoAmount: '100',
      cryptoActualAmount: null,
      payoutAddress: DEPOSIT,
      paymentType: '10001',
      payee: { name: 'S*** P***', account: '****6789', card: null, email: 'j***@example.com' },
      paidAt: null,
      final: false,
      trades: [{ tradeNo: number, orderNo, status: 'AWAITING_CRYPTO' }],
    });
    await move(number, '2');
    const received = await untilStatus(number, 'CRYPTO_RECEIVED');
    expect(received).toMatchObject({ cryptoActualAmount: '100', completedAt: null, transferredAt: null });
    expect(received['paidAt']).not.toBeNull();
    await move(number, '3');
    expect((await untilStatus(number, 'PAYOUT_STARTED'))['transferredAt']).not.toBeNull();
    await move(number, '4');
    const done = await untilStatus(number, 'COMPLETED');
    expect(done).toMatchObject({ final: true, inReview: false, failure: null });
    const { record } = await sandbox.order(number);
    expect(done).toMatchObject({
      txHash: record['txHash'],
      fiatAmount: record['fiatAmount'],
      rampFee: record['rampFee'],
      orderPageUrl: record['orderAddress'],
    });
    const times = [done['paidAt'], done['transferredAt'], done['completedAt']].map((time) => Date.parse(String(time)));
    expect(times).toEqual([...times].sort((a, b) => a - b));

    await until('asked about once more, and then no more', async () => {
      const [trade] = await rows.trades(number);
      return trade!.next_query_at === null;
    });
    expect(await rows.announced(number)).toEqual(
      ['created', 'paid', 'updated', 'completed'].map((what) => `sell_order.${what}`),
    );
    const { events } = await rows.whole(number);
    expect(events.map(({ kind }) => kind)).toEqual(['registered', 'seen', 'seen', 'seen', 'seen']);
    await expectWhole(number);
    expectProblem(await world.service.post(`/v1/orders/${number}/retry`, {}), 409, 'order_not_retryable');
  });
});
