import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRampCheckoutServer } from '#client/src/server.js';
import type { OrdersQuery, PlacedEvent, RampCheckoutServer } from '#client/src/server.js';
import { encodePlace } from '#src/platform/http/input/cursor.js';
import { Relay } from '../support/relay.js';
import type { Act } from '../support/relay.js';
import { SERVICE_RING } from '../support/sealed-orders.js';
import { checkoutBody, newNumber, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';

let relay: Relay;
let apiKey: string;
/** Through a network that may fail. */
let ramp: RampCheckoutServer;
const AUTH = { AUTH: 'required', AUTH_GUESTS: 'true' };

const world = useWorld(AUTH, { own: 'process' });

beforeAll(async () => {
  relay = await Relay.start(world.service.url);
  apiKey = (await createKey(world.databaseUrl, 'checkout', 'shop')).key;
  ramp = createRampCheckoutServer({ baseUrl: relay.url, apiKey, timeoutMs: 8000 });
});
afterAll(async () => {
  await relay.stop();
});
beforeEach(() => {
  relay.act = () => 'pass';
  relay.seen.length = 0;
});

const made = async (): Promise<string> => {
  const answer = await world.service.checkout(checkoutBody(), { 'x-api-key': apiKey });
  expect(answer.status, answer.text).toBe(201);
  return String(answer.body['merchantOrderNo']);
};

/** The first requests of this kind fare so; those after them get through. */
function first(method: string, path: RegExp, ...acts: readonly Act[]): void {
  const left = [...acts];
  relay.act = (request) => (request.method === method && path.test(request.path) ? (left.shift() ?? 'pass') : 'pass');
}

describe('calls of a server', () => {
  it('check out, register a sale, make links and notes, and are sent again when their answer was lost', async () => {
    const number = newNumber();
    first('POST', /checkouts$/, 'lose', 'half', { status: 502 });
    const order = await ramp.checkout(checkoutBody({ merchantOrderNo: number }) as never);
    expect(order).toMatchObject({ merchantOrderNo: number, status: 'AWAITING_PAYMENT' });
    expect(await world.sandbox.creates(number)).toHaveLength(1);
    expect(relay.of('POST', /checkouts$/)).toHaveLength(4);

    first('PATCH', /orders/, 'lose');
    expect((await ramp.note(number, { cart: '8841' })) as object).toMatchObject({ metadata: { cart: '8841' } });

    const sale = newNumber();
    first('POST', /sell-orders$/, 'lose');
    expect(await ramp.registerSale({ merchantOrderNo: sale })).toMatchObject({ merchantOrderNo: sale, side: 'SELL' });
    expect(await world.rows.query('SELECT 1 FROM orders WHERE merchant_order_no = $1', [sale])).toHaveLength(1);

    first('POST', /checkout-links$/, { status: 503, headers: { 'retry-after': '1' } });
    const { url } = await ramp.checkoutLink({ fiat: 'USD', amount: '100.00' });
    expect(url).toMatch(/^http.*\/checkout\?link=/);
    await expect(ramp.registerSale({})).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('orders', () => {
  it('lists what fits, over all pages, through lost connections', async () => {
    const numbers: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { merchantOrderNo } = await ramp.checkout(checkoutBody({ metadata: { list: 'a b&c' } }) as never);
      numbers.push(merchantOrderNo);
    }
    first('GET', /^\/v1\/orders\?/, 'lose', 'pass', 'half');
    const listed = async (query: OrdersQuery): Promise<string[]> => {
      const found: string[] = [];
      for await (const { merchantOrderNo } of ramp.orders(query)) found.push(merchantOrderNo);
      return found;
    };
    const noted = { metadata: { list: 'a b&c' } };
    expect(await listed({ ...noted, limit: 2, side: 'BUY' })).toEqual([...numbers].reverse());
    // One that changes meanwhile comes once more.
    expect(new Set(await listed({ ...noted, limit: 2, order: 'updated' }))).toEqual(new Set(numbers));
    expect(await listed({ ...noted, status: ['COMPLETED', 'REFUNDED'] })).toEqual([]);
    await expect(listed({ limit: 1000 })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('watchOrders whose cursor has expired', () => {
  it('calls resync, and misses nothing that changes meanwhile', async () => {
    const numbers: string[] = [await made()];
    const expired = encodePlace(SERVICE_RING, { epoch: randomUUID(), place: 1 });
    const leaving = new AbortController();
    const [seen, cursors] = [new Set<string>(), [] as string[]];
    const resync = async (): Promise<void> => {
      expect(cursors).toEqual([]);
      for await (const { merchantOrderNo } of ramp.orders()) seen.add(merchantOrderNo);
      numbers.push(await made());
    };
    const options = { after: expired, resync, signal: leaving.signal };
    const onCursor = (cursor: string) => void cursors.push(cursor);
    for await (const { event } of ramp.watchOrders({ ...options, onCursor })) {
      seen.add(event.data.merchantOrderNo);
      if (numbers.every((number) => seen.has(number))) break;
    }
    expect(numbers).toHaveLength(2);
  });
});

describe('watchOrders', () => {
  it('tells each change once and in order, through lost connections and a service that is killed', async () => {
    const port = world.service.port;
    const events: PlacedEvent[] = [];
    const cursors: string[] = [];
    const errors: unknown[] = [];
    const leaving = new AbortController();
    const watching = (async () => {
      const options = {
        after: 'latest',
        signal: leaving.signal,
        onCursor: (cursor: string) => void cursors.push(cursor),
        onError: (error: unknown) => void errors.push(error),
      };
      for await (const placed of ramp.watchOrders(options)) events.push(placed);
    })();
    watching.catch(() => undefined);
    await until('it knows where it begins', () => Promise.resolve(cursors.length > 0));
    const told = (number: string, type: string): Promise<unknown> =>
      until(`${type} of ${number}`, () =>
        Promise.resolve(events.some(({ event }) => event.type === type && event.data.merchantOrderNo === number)),
      );
    const numbers = [await made()];
    await told(numbers[0]!, 'order.created');
    first('GET', /events/, 'lose', 'half', 'pass', { status: 502 }, 'refuse');
    relay.cutAll();
    numbers.push(await made());
    await told(numbers[1]!, 'order.created');
    await world.service.program.kill();
    await world.replica(AUTH, { port });
    await world.sandbox.force(numbers[0]!, 'PAY_SUCCESS');
    await told(numbers[0]!, 'order.paid');
    await world.sandbox.force(numbers[1]!, 'PAY_SUCCESS');
    await told(numbers[1]!, 'order.paid');
    leaving.abort(new Error('enough'));
    await expect(watching).rejects.toThrow('enough');
    expect(errors.length).toBeGreaterThan(2);
    // The orders of other tests go on meanwhile.
    const own = events.filter(({ event }) => numbers.includes(event.data.merchantOrderNo));
    const ids = own.map(({ event }) => event.id);
    const stored = await world.rows.query<{ id: string }>(
      'SELECT id FROM outbox WHERE merchant_order_no = ANY($1) ORDER BY position',
      [numbers],
    );
    expect(ids).toEqual(stored.map(({ id }) => id).slice(0, ids.length));
    // A saved cursor continues right behind its event.
    const [, second] = own;
    for await (const { event } of ramp.watchOrders({ after: second!.cursor, types: ['order.paid'] })) {
      expect(event.data.merchantOrderNo).toBe(numbers[0]);
      break;
    }
  });
});
