import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pressButton } from '../support/sandbox-client.js';
import type { FaultOrder } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, orderOf, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';
import { quotesAtOnce } from './floods/quotes-at-once.js';

const TIMEOUT_MS = 1500;

const world = useWorld({ RAMP_TIMEOUT_MS: String(TIMEOUT_MS) }, { document: true });
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
  it.each([
    ['the same', () => ({ cryptoQuantity: price, tolerancePercent: '0' })],
    ['more than was shown', () => ({ cryptoQuantity: times(0.9), tolerancePercent: '0' })],
    ['less, within the tolerance of those who give none', () => ({ cryptoQuantity: times(1.009) })],
    ['less, within the tolerance that was given', () => ({ cryptoQuantity: times(1.02), tolerancePercent: '2.5' })],
  ])('%s: asked for once, after the order was reserved, and then the trade is made', async (_, quote) => {
    const { service, sandbox, rows } = world;
    const { body, number } = shown(quote());
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
    expect(events[0]!.data['shown']).toEqual({ tolerancePercent: '1', ...quote() });
    expect(events[1]!.evidence).toMatchObject({ quote: { cryptoQuantity: price } });
    expect(historyProblems({ order: stored, events })).toEqual([]);
  });

  it('no price was shown: none is asked for', async () => {
    await world.service.order(checkoutBody());
    expect(await quotes()).toBe(0);
  });
});

describe('a price that has moved', () => {
  it.each([
    ['less than is tolerated', () => ({ cryptoQuantity: times(1.011) })],
    ['a little less where nothing is tolerated', () => ({ cryptoQuantity: times(1.0001), tolerancePercent: '0' })],
  ])('%s: nothing is sent, and the problem holds the price of now', async (_, quote) => {
    const { service, rows } = world;
    const { body, number } = shown(quote());
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

  it.each([
    ['nothing at all', '0', undefined],
    ['no quantity', null, undefined],
    ['no number', 'much', undefined],
    ['a quote for something else', undefined, { data: { crypto: 'DOGE' } }],
  ])('%s is no price: nothing is sent, and the number is as good as new', async (_, quantity, fault) => {
    const { service, sandbox } = world;
    await move(quantity === undefined ? price : quantity, fault);
    const { body, number } = shown({ cryptoQuantity: price, tolerancePercent: '100' });
    expectProblem(await service.checkout(body), 503, 'ramp_unavailable');
    expect(await sandbox.creates(number)).toEqual([]);
    await sandbox.control('DELETE', '/faults');
    expect((await service.checkout(body)).status).toBe(201);
    expect(await sandbox.creates(number)).toMatchObject([{ merchantOrderNo: number, acted: true }]);
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
  it.each<[string, Partial<FaultOrder> & { act: string }]>([
    ['the connection breaks', { act: 'reset-before' }],
    ['the answer is cut', { act: 'cut' }],
    ['no answer comes', { act: 'hang' }],
    ['the provider fails', { act: 'status', code: 503 }],
    ['it is too busy', { act: 'status', code: 429 }],
    ['nonsense', { act: 'garbage' }],
  ])('%s: nothing is sent; the caller may come again', async (_, fault) => {
    const { service, sandbox, rows } = world;
    const { body, number } = shown();
    await sandbox.fault({ endpoint: 'quote', ...fault });
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
  it.each([
    ['3102', RANGE, 422, 'amount_out_of_range', { min: '150', max: '4000' }],
    ['3101', 'Please contact with our team', 422, 'crypto_not_available', {}],
    ['3104', 'Please contact with our team', 502, 'ramp_configuration', {}],
    ['4711', 'Something new', 422, 'ramp_refused', {}],
  ] as const)('refused with %s: the trade would be, too', async (returnCode, returnMsg, status, code, members) => {
    const { service, sandbox } = world;
    const { body, number } = shown();
    await sandbox.fault({ endpoint: 'quote', act: 'answer', returnCode, returnMsg });
    const problem = expectProblem(await service.checkout(body), status, code);
    expect(problem).toMatchObject({ merchantOrderNo: number, ramp: { returnCode, returnMsg }, ...members });
    await expectDeclined(number, code);
    const again = await service.checkout(body);
    expect(again.status, again.text).toBe(201);
  });
});

describe('after a lost reply', () => {
  const lose = (number: string): Promise<unknown> =>
    world.sandbox.fault({ endpoint: 'create', act: 'reset-after', merchantOrderNo: number });

  it('the next trade is made for the price that was shown, looked at again', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = shown();
    await lose(number);
    const order = await service.order(body);
    expect(order.payUrl).toBe((await sandbox.order(`${number}-r2`)).payUrl);
    expect(await quotes()).toBe(2);
    expect(await rows.query('SELECT shown_quantity FROM trades WHERE merchant_order_no = $1', [number])).toEqual([
      { shown_quantity: price },
      { shown_quantity: price },
    ]);
  });

  it('none is made when the price has moved meanwhile; the lost one stays watched, and counts when it is paid', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = shown();
    await lose(number);
    // The first question sees the price as it is.
    await move(price);
    await move(times(0.5));
    const problem = expectProblem(await service.checkout(body), 422, 'quote_moved');
    expect(problem['quote']).toMatchObject({ cryptoQuantity: times(0.5) });
    expect((await sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual([number]);
    const { order, trades } = await rows.whole(number);
    expect(order).toMatchObject({ status: 'REJECTED', failure_code: 'quote_moved', attempt_until: null });
    expect(trades).toMatchObject([
      { trade_no: number, superseded: true },
      { trade_no: `${number}-r2`, outcome: 'not_sent', status: 'REJECTED' },
    ]);
    // It may exist: other content is a conflict, as after any refusal that follows a lost reply.
    expectProblem(await service.checkout({ ...body, amount: '150' }), 409, 'merchant_order_no_conflict');
    await pressButton((await sandbox.order(number)).payUrl, 'pay');
    await rows.untilStatus(number, 'COMPLETED');
    expect(historyProblems(await rows.whole(number))).toEqual([]);
  });
});

describe('what is left to the worker', () => {
  it('a price that moved while nobody waited: the order is refused, and a new quote makes the trade', async () => {
    const { sandbox } = world;
    const { service, rows } = await world.another({ CHECKOUT_DEADLINE_MS: '1000', RAMP_TIMEOUT_MS: '4000' });
    const { body, number } = shown();
    await sandbox.fault({ endpoint: 'create', act: 'hang-after', merchantOrderNo: number });
    await move(price);
    await move(times(0.5));
    const answer = await service.checkout(body);
    expect([answer.status, answer.body['payUrl']], answer.text).toEqual([202, null]);
    const order = await rows.untilStatus(number, 'REJECTED', 30_000);
    expect(order.failure_code).toBe('quote_moved');
    expect(await sandbox.creates(number)).toHaveLength(1);
    expect(orderOf(await service.get(`/v1/orders/${number}`))).toMatchObject({ retryable: true, payUrl: null });
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

  it.each([
    ['less', '80', '64', '-20'],
    ['more', '80', '80.4', '0.5'],
    ['the same', '80', '80.000', '0'],
    ['a sixth digit', '3', '2', '-33.333333'],
  ])('%s than was shown: kept with the completed trade and in the history', async (...row) => {
    const [, quantity, received, expected] = row;
    const { service, sandbox, rows } = world;
    await move(quantity);
    const { body, number } = shown({ cryptoQuantity: quantity });
    await service.order(body);
    await sandbox.force(number, 'PAY_SUCCESS', { cryptoQuantity: '1' });
    await rows.untilStatus(number, 'PAID');
    expect(await slippage(number)).toBeNull();
    await sandbox.force(number, 'FINISHED', { cryptoQuantity: received });
    await rows.untilStatus(number, 'COMPLETED');
    expect(await slippage(number)).toBe(expected);
    const events = await rows.events(number);
    expect(
      events.map(({ data }) => (data['changes'] as Record<string, unknown> | undefined)?.['slippagePercent']),
    ).toContainEqual({ from: null, to: expected });
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

  it('there is none where no price was shown', async () => {
    const { service, sandbox, rows } = world;
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    await sandbox.force(number, 'FINISHED');
    await rows.untilStatus(number, 'COMPLETED');
    expect(await slippage(number)).toBeNull();
  });

  it('nor where another amount was paid', async () => {
    const { service, sandbox, rows } = world;
    const { body, number } = shown();
    await service.order(body);
    await sandbox.force(number, 'FINISHED', { amount: '50.00', cryptoQuantity: times(0.5) });
    await rows.untilStatus(number, 'COMPLETED');
    expect(await slippage(number)).toBeNull();
    expect(await rows.mismatches(number)).toMatchObject([{ field: 'amount' }]);
  });
});
