import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FaultOrder } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';
import { quotesAtOnce } from './floods/quotes-at-once.js';

const world = useWorld({ RAMP_TIMEOUT_MS: '1500' }, { document: true });
/** The provider's price for these checkouts. */
let price: string;
let mark: number;
beforeAll(async () => {
  await world.service.get('/v1/cryptos?fiat=USD');
  price = await priceNow();
});
beforeEach(async () => {
  await world.sandbox.control('DELETE', '/faults');
  mark = await world.sandbox.mark();
});

const WISH = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100' };

async function priceNow(): Promise<string> {
  const { body } = await world.service.post('/v1/quotes', { ...WISH, payWayCode: '10001' });
  return (body['items'] as { cryptoQuantity: string }[])[0]!.cryptoQuantity;
}

/** `share` of the price, in the provider's digits. */
const times = (share: number): string => (Number(price) * share).toFixed(6);

function shown(quote: Record<string, string> = { cryptoQuantity: price }, given: Record<string, unknown> = {}) {
  const body = checkoutBody({ quote, ...given });
  return { body, number: String(body['merchantOrderNo']) };
}

const move = (cryptoQuantity: unknown, fault: Partial<FaultOrder> = {}): Promise<unknown> =>
  world.sandbox.fault({ endpoint: 'quote', act: 'mutate', data: { cryptoQuantity }, ...fault });

const quotes = async (): Promise<number> => (await world.sandbox.calls('quote', mark)).length;
const kinds = async (number: string): Promise<string[]> => (await world.rows.events(number)).map(({ kind }) => kind);

/** No create was sent, no drive is left, and the number stays usable. */
async function expectDeclined(number: string, problem: string): Promise<void> {
  const { sandbox, rows, service } = world;
  expect(await sandbox.creates(number)).toEqual([]);
  const whole = await rows.whole(number);
  expect(whole.order).toMatchObject({
    status: 'REJECTED',
    failure_code: problem,
    attempt_lease: null,
    attempt_until: null,
  });
  expect(whole.trades.at(-1)).toMatchObject({
    outcome: 'not_sent',
    pay_url: null,
    order_no: null,
    next_query_at: null,
  });
  expect(historyProblems(whole)).toEqual([]);
  expect(await service.read(number)).toMatchObject({ payUrl: null, final: true, failure: { code: problem } });
}

describe('a price that holds', () => {
  it('is asked for once, after the order was reserved, and then the trade is made', async () => {
    const { service, sandbox, rows } = world;
    const quote = { cryptoQuantity: times(1.02), tolerancePercent: '2.5' };
    const { body, number } = shown(quote);
    const order = await service.order(body);
    const calls = (await sandbox.ledger(mark)).filter((entry) => entry.kind === 'call' && entry.endpoint !== 'query');
    expect(calls.map((entry) => 'endpoint' in entry && entry.endpoint)).toEqual(['quote', 'create']);
    const [quoted, create] = await Promise.all([sandbox.calls('quote', mark), sandbox.creates(number)]);
    expect(quoted[0]!.body).toMatchObject({ ...WISH, amount: '100.00', payWayCode: '10001', type: 'ONE' });
    const { trades, events, order: stored } = await rows.whole(number);
    expect(trades).toMatchObject([{ trade_no: number, outcome: 'created', sends: 1, pay_url: order.payUrl }]);
    // The stamp of the request is not older than the price.
    expect(create.map(({ headers }) => headers['timestamp'])).toEqual([trades[0]!.stamp]);
    expect(Number(trades[0]!.stamp)).toBeGreaterThanOrEqual(Date.parse(quoted[0]!.at) - 1000);
    expect(events.slice(0, 3).map(({ kind }) => kind)).toEqual(['reserved', 'sending', 'created']);
    expect(events[0]!.data['shown']).toEqual(quote);
    expect(events[1]!.evidence).toMatchObject({ quote: { cryptoQuantity: price } });
    expect(historyProblems({ order: stored, events })).toEqual([]);
  });

  it('no price was shown: none is asked for', async () => {
    await world.service.order(checkoutBody());
    expect(await quotes()).toBe(0);
  });
});

describe('a price that has moved', () => {
  it('sends nothing, and the problem holds the price of now', async () => {
    const { service, rows } = world;
    const { body, number } = shown({ cryptoQuantity: times(1.011) });
    const problem = expectProblem(await service.checkout(body), 422, 'quote_moved');
    expect(problem).toMatchObject({
      merchantOrderNo: number,
      quote: { cryptoQuantity: price, fiat: 'USD', crypto: 'USDT' },
    });
    expect(problem).not.toHaveProperty('ramp');
    await expectDeclined(number, 'quote_moved');
    expect(await kinds(number)).toEqual(['reserved', 'declined']);
    expect(await rows.announced(number)).toEqual(['order.created']);
    expect(await quotes()).toBe(1);
  });

  it('the same quote again, a moment later, is told the same and asks nobody; a little later it asks', async () => {
    const { service, rows } = world;
    const { body, number } = shown({ cryptoQuantity: times(1.5) });
    await move(times(0.9));
    const first = expectProblem(await service.checkout(body), 422, 'quote_moved');
    expect(expectProblem(await service.checkout(body), 422, 'quote_moved')['quote']).toEqual(first['quote']);
    expect(await quotes()).toBe(1);
    expectProblem(await service.checkout({ ...body, amount: '110' }), 422, 'quote_moved');
    expect(await quotes()).toBe(2);
    await rows.query(`UPDATE trades SET status_at = status_at - interval '11 s' WHERE merchant_order_no = $1`, [
      number,
    ]);
    await sealAgain(rows, { numbers: [number], ring: SERVICE_RING });
    expectProblem(await service.checkout({ ...body, amount: '110' }), 422, 'quote_moved');
    expect(await quotes()).toBe(3);
  });

  it('the number is as good as new: a new quote, or other content, makes the trade under it', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = shown({ cryptoQuantity: times(2) });
    const { quote } = expectProblem(await service.checkout(body), 422, 'quote_moved');
    const still = { ...body, quote: { cryptoQuantity: times(1.9) } };
    expectProblem(await service.checkout(still), 422, 'quote_moved');
    const { cryptoQuantity } = quote as { cryptoQuantity: string };
    const again = await service.checkout({
      ...body,
      amount: '100',
      quote: { cryptoQuantity, tolerancePercent: '0.5' },
    });
    expect(again.status, again.text).toBe(201);
    expect(await sandbox.creates(number)).toMatchObject([{ merchantOrderNo: number, acted: true }]);
    expect(await rows.trades(number)).toMatchObject([
      { trade_no: number, outcome: 'created', sends: 1, refusal: null },
    ]);
    expect((await kinds(number)).slice(0, 6)).toEqual([
      ...['reserved', 'declined', 'reserved', 'declined', 'reserved', 'sending'],
    ]);
    expect(historyProblems(await rows.whole(number))).toEqual([]);
    expect(await quotes()).toBe(3);

    const other = shown({ cryptoQuantity: times(2) });
    expectProblem(await service.checkout(other.body), 422, 'quote_moved');
    const made = await service.order({ ...other.body, amount: '200', quote: undefined });
    expect(made).toMatchObject({ merchantOrderNo: other.number, amount: '200.00' });
    expect(await quotes()).toBe(4);
  });

  it('a repeat of a made order asks for no price, whatever quote it comes with', async () => {
    const { service } = world;
    const { body } = shown();
    const order = await service.order(body);
    const again = await service.checkout({ ...body, quote: { cryptoQuantity: times(5) } });
    expect([again.status, again.body['payUrl']]).toEqual([200, order.payUrl]);
    expect(await quotes()).toBe(1);
  });

  it('a retry is for the price of now, which the payment page shows', async () => {
    const { service, sandbox } = world;
    const { body, number } = shown({ cryptoQuantity: times(3) });
    expectProblem(await service.checkout(body), 422, 'quote_moved');
    const retried = await service.post(`/v1/orders/${number}/retry`, {});
    expect(retried.status, retried.text).toBe(201);
    expect((await sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual([`${number}-r2`]);
    expect(await quotes()).toBe(1);
  });
});

quotesAtOnce({ count: 20, delayMs: 1500 });

describe('a price that nobody can name', () => {
  it('without an answer nothing is sent; the caller may come again', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = shown();
    await sandbox.fault({ endpoint: 'quote', act: 'cut' });
    const answer = await service.checkout(body);
    expect(expectProblem(answer, 503, 'ramp_unavailable')).toMatchObject({ merchantOrderNo: number });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await sandbox.creates(number)).toEqual([]);
    expect((await rows.whole(number)).order).toMatchObject({ status: 'EXPIRED', attempt_until: null });
    const again = await service.checkout(body);
    expect(again.status, again.text).toBe(201);
    expect(await sandbox.creates(number)).toHaveLength(1);
    expect(await quotes()).toBe(2);
  });

  const RANGE = 'Quote amount exceed the range, The Min purchase amount is 150, The max purchase amount is 4000';
  it('refused, the trade would be, too', async () => {
    const { service, sandbox } = world;
    const { body, number } = shown();
    const ramp = { returnCode: '3102', returnMsg: RANGE };
    await sandbox.fault({ endpoint: 'quote', act: 'answer', ...ramp });
    const problem = expectProblem(await service.checkout(body), 422, 'amount_out_of_range');
    expect(problem).toMatchObject({ merchantOrderNo: number, ramp, min: '150', max: '4000' });
    await expectDeclined(number, 'amount_out_of_range');
    const again = await service.checkout(body);
    expect(again.status, again.text).toBe(201);
  });
});

describe('realised slippage', () => {
  const slippage = async (number: string): Promise<string | null> =>
    (
      await world.rows.query<{ slippage_percent: string | null }>(
        'SELECT slippage_percent FROM trades WHERE trade_no = $1',
        [number],
      )
    )[0]!.slippage_percent;

  const counted = async (): Promise<number> => {
    const text = await world.service.metrics();
    return Number(/^ramp_checkout_slippage_percent_count (\d+)$/m.exec(text)?.[1]);
  };
  let before: number;
  let completed = 0;
  beforeAll(async () => {
    before = await counted();
  });

  it('is kept with the completed trade and in the history', async () => {
    const { service, sandbox, rows } = world;
    await move('80');
    const { body, number } = shown({ cryptoQuantity: '80' });
    await service.order(body);
    await sandbox.force(number, 'PAY_SUCCESS', { cryptoQuantity: '1' });
    await rows.untilStatus(number, 'PAID');
    expect(await slippage(number)).toBeNull();
    await sandbox.force(number, 'FINISHED', { cryptoQuantity: '64' });
    await rows.untilStatus(number, 'COMPLETED');
    expect(await slippage(number)).toBe('-20');
    const events = await rows.events(number);
    expect(
      events.map(({ data }) => (data['changes'] as Record<string, unknown> | undefined)?.['slippagePercent']),
    ).toContainEqual({ from: null, to: '-20' });
    completed += 1;
    expect(historyProblems(await rows.whole(number))).toEqual([]);
  });

  it('is corrected by a later record', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = shown();
    await service.order(body);
    await sandbox.force(number, 'FINISHED', { cryptoQuantity: '' });
    await rows.untilStatus(number, 'COMPLETED');
    await sandbox.force(number, 'FINISHED', { cryptoQuantity: times(0.5) });
    await until('the first', async () => (await slippage(number)) === '-50');
    await sandbox.force(number, 'FINISHED', { cryptoQuantity: times(0.75) });
    await until('the correction', async () => {
      await service.read(number);
      return (await slippage(number)) === '-25';
    });
    completed += 1;
  });

  it('is counted once for each completed trade', async () => {
    expect((await counted()) - before).toBe(completed);
  });
});
