import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRampCheckout } from '#client/src/index.js';
import type { Checkout, CheckoutRequest, Connection, Order, RampCheckout, WatchOptions } from '#client/src/index.js';
import { Relay } from '../support/relay.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

/** Work of a dead replica rests until its lease expires. */
vi.setConfig({ testTimeout: 180_000 });

const GUESTS = { AUTH: 'required', AUTH_GUESTS: 'true' };

const world = useWorld(GUESTS);
let relay: Relay;
let ramp: RampCheckout;
const page = { left: new AbortController() };

beforeAll(async () => {
  relay = await Relay.start(world.service.url);
  ramp = createRampCheckout({ baseUrl: relay.url });
});
afterAll(async () => {
  await relay.stop();
});
beforeEach(() => {
  relay.act = () => 'pass';
  relay.target = world.service.url;
  relay.seen.length = 0;
  page.left = new AbortController();
});
afterEach(() => page.left.abort());

const STREAM = /\/events$/;
const ORDER = /^\/v1\/orders\/[^/]+$/;

/** What a page sees of a watched order. */
interface Watched {
  readonly orders: Order[];
  readonly states: Connection[];
  readonly ended: Promise<Order[]>;
}

function watch(
  { merchantOrderNo, clientSecret }: Checkout,
  since: Order | null = null,
  until?: WatchOptions['until'],
): Watched {
  const [orders, states]: [Order[], Connection[]] = [[], []];
  const follow = async (): Promise<Order[]> => {
    const options = { clientSecret, since, until, signal: page.left.signal };
    const onConnection = (state: Connection): number => states.push(state);
    for await (const order of ramp.watchOrder(merchantOrderNo, { ...options, onConnection })) orders.push(order);
    return orders;
  };
  const ended = follow();
  ended.catch(() => undefined);
  return { orders, states, ended };
}

const newOrder = (): Promise<Checkout> =>
  ramp.checkout(checkoutBody({ merchantOrderNo: undefined }) as unknown as CheckoutRequest);

const untilState = (watched: Watched, state: Connection): Promise<true> =>
  until(`the client says ${state}`, () => Promise.resolve(watched.states.includes(state) ? true : null));

/** It came to its end, each version once and in their order. */
async function expectWholeWay(watched: Watched, merchantOrderNo: string): Promise<void> {
  const orders = await watched.ended;
  const versions = orders.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  expect(orders.at(-1)).toMatchObject({ merchantOrderNo, status: 'COMPLETED', final: true });
  expect(orders.at(-1)?.version).toBe((await world.rows.order(merchantOrderNo))?.version);
}

describe('an order that a page watches', () => {
  it('comes by its stream, and is not asked for any more', async () => {
    const order = await newOrder();
    const watched = watch(order);
    await untilState(watched, 'live');
    const asked = relay.of('GET', ORDER).length;
    await pressButton(order.payUrl!, 'pay');
    await expectWholeWay(watched, order.merchantOrderNo);
    expect(watched.states.at(-1)).toBe('live');
    expect(relay.of('GET', ORDER)).toHaveLength(asked);
    expect(relay.of('GET', STREAM).at(-1)?.headers['x-client-secret']).toBe(order.clientSecret);
  });

  it('that is paid after it was cancelled: watched until it is final it shows both, and to who comes later too', async () => {
    const order = await newOrder();
    const [first, whole] = [watch(order, order), watch(order, order, 'final')];
    await pressButton(order.payUrl!, 'cancel');
    const cancelled = (await first.ended).at(-1)!;
    expect(cancelled).toMatchObject({ status: 'CANCELLED', settled: true, final: false });
    await until('cancelled', () => Promise.resolve(whole.orders.some(({ status }) => status === 'CANCELLED')));
    await world.sandbox.force(order.merchantOrderNo, 'PAY_SUCCESS');
    await until('paid', () => Promise.resolve(whole.orders.some(({ status }) => status === 'PAID')));
    await world.sandbox.force(order.merchantOrderNo, 'FINISHED');
    await expectWholeWay(whole, order.merchantOrderNo);
    expect(whole.orders.map(({ status }) => status)).toContain('CANCELLED');
    await expectWholeWay(watch(order, cancelled), order.merchantOrderNo);
  });

  it('goes on at another replica when its own dies', async () => {
    const [dying, heir] = await Promise.all([1, 2].map(() => world.replica(GUESTS, { process: true })));
    relay.target = dying!.url;
    const order = await newOrder();
    const watched = watch(order, order);
    await untilState(watched, 'live');
    relay.target = heir!.url;
    await dying!.program.kill();
    await pressButton(order.payUrl!, 'pay');
    await expectWholeWay(watched, order.merchantOrderNo);
  });
});
