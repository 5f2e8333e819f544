import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRampCheckout, ProblemError } from '#client/src/index.js';
import type { Checkout, CheckoutRequest, Connection, Order, RampCheckout } from '#client/src/index.js';
import { htmlPage, PROXY_STATUSES, Relay } from '../support/relay.js';
import type { Act } from '../support/relay.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld({
  AUTH: 'required',
  AUTH_GUESTS: 'true',
  CHECKOUT_DEADLINE_MS: '5000',
  RAMP_TIMEOUT_MS: '15000',
});
let relay: Relay;
/** As a guest's page has it, through a network that may fail. */
let ramp: RampCheckout;

beforeAll(async () => {
  relay = await Relay.start(world.service.url);
  ramp = createRampCheckout({ baseUrl: relay.url });
});
afterAll(async () => {
  await relay.stop();
});
beforeEach(() => {
  relay.act = () => 'pass';
  relay.seen.length = 0;
});

/** A valid one without a number, as pages send it. */
const wish = (given: Readonly<Record<string, unknown>> = {}): CheckoutRequest =>
  checkoutBody({ merchantOrderNo: undefined, ...given }) as unknown as CheckoutRequest;

const CHECKOUTS = /^\/v1\/checkouts$/;

/** The first requests of this kind fare so; those after them get through. */
function first(method: string, path: RegExp, ...acts: readonly Act[]): void {
  const left = [...acts];
  relay.act = (request) => (request.method === method && path.test(request.path) ? (left.shift() ?? 'pass') : 'pass');
}

/** True after any failure: one order, created once, which the customer has. */
async function expectOneOrder(order: Checkout, orders: number): Promise<void> {
  expect(await world.rows.count('orders')).toBe(orders + 1);
  expect(await world.sandbox.creates(order.merchantOrderNo)).toHaveLength(1);
  expect(await world.sandbox.orders(order.merchantOrderNo)).toHaveLength(1);
  expect((await world.rows.whole(order.merchantOrderNo)).trades.map(({ pay_url }) => pay_url)).toEqual([order.payUrl]);
}

async function watched(order: Checkout, states: Connection[] = []): Promise<Order[]> {
  const seen: Order[] = [];
  const { merchantOrderNo, clientSecret } = order;
  const onConnection = (state: Connection): number => states.push(state);
  for await (const next of ramp.watchOrder(merchantOrderNo, { clientSecret, since: order, onConnection }))
    seen.push(next);
  return seen;
}

function expectForward(orders: readonly Order[]): void {
  const versions = orders.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
}

describe('a customer’s way through the client', () => {
  it('goes from the list and the prices to an order that is paid and watched to its end', async () => {
    const { items } = await ramp.cryptos({ fiat: 'USD', side: 'BUY' });
    expect(items.map(({ crypto, network }) => `${crypto} ${network}`)).toContain('USDT ETH');
    const { items: quotes } = await ramp.quotes({
      side: 'BUY',
      crypto: 'USDT',
      network: 'ETH',
      fiat: 'USD',
      country: 'US',
      amount: '100.00',
      type: 'ALL',
    });
    expect(quotes.length).toBeGreaterThan(1);
    const order = await ramp.checkout(wish({ payWayCode: quotes[0]?.payWayCode }));
    expect(order).toMatchObject({
      side: 'BUY',
      status: 'AWAITING_PAYMENT',
      payUrl: expect.stringMatching(/^http/) as string,
    });
    await pressButton(order.payUrl!, 'pay');
    const seen = await watched(order);
    expect(seen.at(-1)).toMatchObject({ status: 'COMPLETED', final: true, txHash: expect.any(String) as string });
    expectForward([order, ...seen]);
  });

  it('shows the secret in its header only', async () => {
    const order = await ramp.checkout(wish());
    const { clientSecret, merchantOrderNo } = order;
    expect(await ramp.order(merchantOrderNo, { clientSecret })).toMatchObject({
      merchantOrderNo,
      payUrl: order.payUrl,
    });
    expect(relay.seen.at(-1)?.headers['x-client-secret']).toBe(clientSecret);
    expect(relay.seen.map(({ path }) => path).filter((path) => path.includes(String(clientSecret)))).toEqual([]);
    const wrong = await ramp
      .order(merchantOrderNo, { clientSecret: `${clientSecret}x` })
      .catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(ProblemError);
    expect(wrong).toMatchObject({ code: 'not_found', status: 404, retryAfterMs: null });
    expect(JSON.stringify([wrong, String(wrong)])).not.toContain(clientSecret);
  });

  it('tells problems by their code, with what belongs to them', async () => {
    const problem = async (given: Readonly<Record<string, unknown>>): Promise<unknown> => {
      const error = await ramp.checkout(wish(given)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProblemError);
      return (error as ProblemError).problem;
    };
    expect(await problem({ amount: '1.00' })).toMatchObject({
      code: 'amount_out_of_range',
      min: expect.stringMatching(/^\d/) as string,
      max: expect.any(String) as string,
    });
    expect(await problem({ amount: '100.001' })).toMatchObject({ code: 'amount_precision' });
    expect(await problem({ country: 'nowhere' })).toMatchObject({
      code: 'invalid_request',
      errors: [{ field: 'country' }],
    });
    expect(await problem({ quote: { cryptoQuantity: '1000000' } })).toMatchObject({
      code: 'quote_moved',
      quote: { crypto: 'USDT' },
    });
    // Not one of them was sent twice.
    expect(relay.of('POST', CHECKOUTS)).toHaveLength(4);
  });

  it('tries again at no worse price than the one shown', async () => {
    const { merchantOrderNo, clientSecret, payUrl } = await ramp.checkout(wish());
    await pressButton(payUrl!, 'cancel');
    await world.rows.untilStatus(merchantOrderNo, 'CANCELLED');
    const quote = { cryptoQuantity: '1000000' };
    await expect(ramp.retry(merchantOrderNo, { quote }, { clientSecret })).rejects.toMatchObject({
      code: 'quote_moved',
    });
    expect(await world.sandbox.creates(merchantOrderNo)).toHaveLength(1);
    const again = await ramp.retry(merchantOrderNo, { quote: { cryptoQuantity: '1' } }, { clientSecret });
    expect(again.side === 'BUY' && again.payUrl).toMatch(/^http/);
  });

  it('tries again what was cancelled, once, although its answer is lost', async () => {
    const order = await ramp.checkout(wish());
    const { merchantOrderNo, clientSecret } = order;
    await pressButton(order.payUrl!, 'cancel');
    await world.rows.untilStatus(merchantOrderNo, 'CANCELLED');
    first('POST', /\/retry$/, 'lose', 'half');
    const again = await ramp.retry(merchantOrderNo, {}, { clientSecret });
    expect(again.side === 'BUY' && again.payUrl).toMatch(/^http/);
    expect(again.trades.map((trade) => trade.tradeNo)).toEqual([merchantOrderNo, `${merchantOrderNo}-r2`]);
    expect(relay.of('POST', /\/retry$/)).toHaveLength(3);
    expect(await world.sandbox.creates(merchantOrderNo)).toHaveLength(2);
    expect((await world.rows.whole(merchantOrderNo)).trades).toHaveLength(2);
  });
});

describe('a checkout whose answer is lost', () => {
  it.each<[what: string, acts: Act[]]>([
    ['on its way back', ['lose']],
    ['half-way', ['half']],
    ['again and again', ['lose', 'half', 'lose']],
    ['before it got there', ['refuse']],
    ['in a proxy', [{ status: 502 }, { status: 504, headers: { 'retry-after': '0' } }]],
    ...PROXY_STATUSES.map((status): [string, Act[]] => [
      `in a load balancer that answers ${status} with a page`,
      [htmlPage(status, true), htmlPage(status, false)],
    ]),
    ['in one that answers for it', [{ status: 200, headers: { 'content-type': 'text/html' } }]],
  ])('%s is sent again, and makes one order', async (_what, acts) => {
    const orders = await world.rows.count('orders');
    first('POST', CHECKOUTS, ...acts);
    const pending: unknown[] = [];
    const order = await ramp.checkout(wish(), { onPending: (known) => pending.push(known) });
    expect(pending).toEqual(acts.map(() => null));
    expect(relay.of('POST', CHECKOUTS).map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array<unknown>(acts.length + 1).fill(relay.seen[0]?.headers['idempotency-key']),
    );
    await expectOneOrder(order, orders);
  });
});

describe('a checkout whose outcome is not known in time', () => {
  it('is read until it can be paid, and not posted again', async () => {
    const orders = await world.rows.count('orders');
    // The provider is slow: the service answers 202 before it does.
    await world.sandbox.fault({ endpoint: 'create', act: 'delay', ms: 7000, times: 1 });
    const pending: (Checkout | null)[] = [];
    const order = await ramp.checkout(wish(), { onPending: (known) => pending.push(known) });
    expect(order.payUrl).toMatch(/^http/);
    expect(pending.length).toBeGreaterThan(0);
    expect(pending[0]).toMatchObject({ status: 'CREATING', payUrl: null, merchantOrderNo: order.merchantOrderNo });
    expect(order.clientSecret).toBe(pending[0]?.clientSecret);
    expect(relay.of('POST', CHECKOUTS)).toHaveLength(1);
    await expectOneOrder(order, orders);
  });
});
