import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodePlace } from '#src/platform/http/input/cursor.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { FeedReader } from '../support/feed.js';
import type { FeedPage } from '../support/feed.js';
import { holdAgainstDocument } from '../support/openapi/held-answers.js';
import { SERVICE_RING } from '../support/sealed-orders.js';
import type { Service } from '../support/service.js';
import { checkoutBody, expectProblem, newNumber, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { subscribe } from '../support/webhook-receiver.js';

const world = useWorld({ WEBHOOK_ALLOW_PRIVATE: 'true' });
/** On the same database; it makes no change by itself. */
let other: Service;

beforeAll(async () => {
  other = await world.replica({ ROLES: 'api', STREAMS_MAX: '1' }, { lasts: true });
  for (const service of [world.service, other]) await holdAgainstDocument(service);
});

async function completed(number: string): Promise<void> {
  await world.service.order(checkoutBody({ merchantOrderNo: number }));
  await world.sandbox.force(number, 'PAY_SUCCESS');
  await world.rows.untilStatus(number, 'PAID');
  await world.sandbox.force(number, 'FINISHED');
  await world.rows.untilStatus(number, 'COMPLETED');
  await until('its last fields are asked for', async () => {
    const { trades } = await world.rows.whole(number);
    return trades[0]?.next_query_at === null;
  });
}

const reader = (service = world.service, query = ''): FeedReader => new FeedReader(() => service, {}, query);

describe('GET /v1/events', () => {
  it('tells each change of each order once, as webhooks do, oldest first', async () => {
    const { receiver } = await subscribe(world.service);
    const [feed, number] = [await reader(other).fromNowOn(), newNumber()];
    await completed(number);
    await feed.told('completed', ({ type }) => type === 'order.completed');
    // A poll before the payment updates the order.
    const changes = feed.types.filter((type) => type !== 'order.updated');
    expect(changes).toEqual(['order.created', 'order.paid', 'order.completed']);
    expect(feed.events.every(({ data }) => data.merchantOrderNo === number)).toBe(true);
    // The whole of it once more: by then the order is what it will be, and the webhook told the same.
    await until('told by webhook', () =>
      Promise.resolve(receiver.messages.some(({ type }) => type === 'order.completed')),
    );
    await receiver.close();
    const whole = reader();
    await whole.read('limit=200');
    const all = whole.events.filter(({ data }) => data.merchantOrderNo === number);
    expect(all.map(({ id }) => id)).toEqual(feed.events.map(({ id }) => id));
    const told = receiver.messages.find(({ type }) => type === 'order.completed');
    const again = all.find(({ type }) => type === 'order.completed');
    expect(again).toMatchObject({ id: told!.id, timestamp: told!.timestamp });
    expect(Object.keys(again!.data)).toEqual(Object.keys(told!.data));
    expect(again!.data).toMatchObject({ status: 'COMPLETED', payUrl: null, reviewReasons: [] });
    expect(JSON.stringify(all)).not.toContain('clientSecret');
  });

  it('gives every event and every page a cursor, from which it goes on behind just that', async () => {
    await completed(newNumber());
    const all = await reader().read('limit=200');
    const some = await reader().read('limit=2');
    expect(some.items.map(({ event }) => event.id)).toEqual(all.items.slice(0, 2).map(({ event }) => event.id));
    expect([some.hasMore, all.hasMore]).toEqual([true, false]);
    expect(some.nextCursor).toBe(some.items[1]!.cursor);
    const [, second] = all.items;
    const behind = await reader().ask(`after=${second!.cursor}&limit=1`);
    expect((behind.body as unknown as FeedPage).items[0]).toEqual(all.items[2]);
    const end = await reader().ask(`after=${all.nextCursor}`);
    expect(end.body).toEqual({ items: [], nextCursor: all.nextCursor, hasMore: false });
    expect((await reader().ask('after=latest')).body).toEqual(end.body);
  });

  it('gives the wanted types alone, and the cursor goes on over the others', async () => {
    const [feed, number] = [await reader(world.service, 'types=order.paid,order.completed').fromNowOn(), newNumber()];
    await completed(number);
    await feed.told('completed', ({ type }) => type === 'order.completed');
    expect(feed.types).toEqual(['order.paid', 'order.completed']);
    const none = await reader(world.service, 'types=sell_order.paid').read();
    expect(none).toMatchObject({ items: [], nextCursor: feed.cursor, hasMore: false });
  });
});

/** Of a type that none of these tests causes: late polls of earlier orders do not end the wait. */
const NEVER = 'types=sell_order.refunded';

const untilOneWaits = (service: Service): Promise<unknown> =>
  until('one waits', async () => /\nramp_checkout_streams_open 1\n/.test(await service.metrics()));

describe('somebody who waits', () => {
  it('is answered as soon as something happens, whichever process does it', async () => {
    for (const service of [world.service, other]) {
      const feed = await reader(service).fromNowOn();
      const number = newNumber();
      const waiting = feed.told('made', ({ data }) => data.merchantOrderNo === number, 30);
      await untilOneWaits(service);
      await world.service.order(checkoutBody({ merchantOrderNo: number }));
      const made = performance.now();
      await waiting;
      // Not only when its time was over.
      expect(performance.now() - made).toBeLessThan(15_000);
    }
  });

  it('gets an answer when the time is over, with the cursor from which to go on', async () => {
    const feed = await reader().fromNowOn();
    const began = performance.now();
    const page = await feed.read(`wait=1&${NEVER}`);
    expect(performance.now() - began).toBeGreaterThan(950);
    expect(page).toMatchObject({ items: [], hasMore: false });
  });

  it('has one of the seats of streams while he waits; without one he is told only what there is', async () => {
    const feed = await reader(other).fromNowOn();
    const leaving = new AbortController();
    const waiting = fetch(`${other.url}/v1/events?after=${feed.cursor}&wait=30&${NEVER}`, { signal: leaving.signal });
    waiting.catch(() => undefined);
    await untilOneWaits(other);
    const refused = await feed.ask(`after=${feed.cursor}&wait=1&${NEVER}`);
    expectProblem(refused, 503, 'unavailable');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await feed.ask(`after=${feed.cursor}`)).status).toBe(200);
    expect((await feed.ask('wait=1')).status).toBe(200);
    leaving.abort();
    await until('he has left', async () => /\nramp_checkout_streams_open 0\n/.test(await other.metrics()));
  });

  it('is let go at once when the process ends', async () => {
    const service = await world.replica({ ROLES: 'api' }, { process: true });
    const feed = await reader(service).fromNowOn();
    const waiting = feed.read(`wait=30&${NEVER}`);
    await untilOneWaits(service);
    const began = performance.now();
    expect(await service.program.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(8000);
    expect(await waiting).toMatchObject({ items: [], hasMore: false });
  });
});

describe('a question that cannot be answered', () => {
  it.each([
    'after=',
    'after=x',
    'after=1',
    'after=0',
    'after=latest%20',
    'after=a&after=b',
    `after=${'x'.repeat(3000)}`,
    'wait=31',
    'wait=-1',
    'wait=1.5',
    'wait=',
    'limit=0',
    'limit=201',
    'types=',
    'types=order.paid,',
    'types=*',
    'types=endpoint.disabled',
    'since=1',
  ])('%s: 400', async (query) => {
    expectProblem(await reader().ask(query), 400, 'invalid_request');
  });

  it('for a place that is no longer kept: 410, with what to do', async () => {
    const [first] = (await reader().read('limit=1')).items;
    const [, epoch = ''] = Buffer.from(first!.cursor, 'base64url').toString().split(':');
    const before = encodePlace(SERVICE_RING, { epoch, place: 0 });
    expect((await reader().ask(`after=${before}&limit=1`)).status).toBe(200);
    await world.rows.query('UPDATE outbox_head SET forgotten = 1');
    const problem = expectProblem(await reader().ask(`after=${before}`), 410, 'cursor_expired');
    expect(problem['detail']).toContain('after=latest');
    expect((await reader().ask(`after=${first!.cursor}&limit=1`)).status).toBe(200);
  });

  it.each([
    ['of another epoch of the database', SERVICE_RING],
    ['under a service key that is gone', new KeyRing([{ id: 'gone', bytes: Buffer.alloc(32, 7) }])],
  ])('for a place %s: 410 too', async (_, ring) => {
    const cursor = encodePlace(ring, { epoch: randomUUID(), place: 1 });
    expectProblem(await reader().ask(`after=${cursor}&wait=1`), 410, 'cursor_expired');
  });

  it('that waits while commits are lost: 410 too', async () => {
    const { cursor } = await reader().fromNowOn();
    const waiting = reader().ask(`after=${cursor}&wait=30&${NEVER}`);
    await untilOneWaits(world.service);
    await world.rows.query(`UPDATE database_epoch SET history = 'restored'`);
    expectProblem(await waiting, 410, 'cursor_expired');
    expectProblem(await reader().ask(`after=${cursor}`), 410, 'cursor_expired');
    await world.rows.query('UPDATE database_epoch SET doubted_at = NULL');
  });
});
