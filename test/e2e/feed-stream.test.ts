import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FeedStream } from '../support/event-stream.js';
import type { FeedEvent, FeedPage } from '../support/feed.js';
import type { Service } from '../support/service.js';
import { checkoutBody, expectProblem, newNumber, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';

const world = useWorld({ AUTH: 'required', AUTH_GUESTS: 'true' });

/** A replica that makes no change by itself. */
const replica = (env: Readonly<Record<string, string>> = {}, options = {}): Promise<Service> =>
  world.replica({ AUTH: 'required', AUTH_GUESTS: 'true', ROLES: 'api', ...env }, options);

const keyed = async (
  name: string,
  more: readonly string[] = [],
): Promise<{ id: string; headers: Record<string, string> }> => {
  const { id, key } = await createKey(world.databaseUrl, 'checkout', name, more);
  return { id, headers: { 'x-api-key': key } };
};

async function made(headers: Readonly<Record<string, string>>): Promise<string> {
  const number = newNumber();
  const answer = await world.service.checkout(checkoutBody({ merchantOrderNo: number }), headers);
  expect(answer.status, answer.text).toBe(201);
  return number;
}

const of =
  (number: string) =>
  (event: FeedEvent): boolean =>
    event.data.merchantOrderNo === number;

describe('GET /v1/events as an event stream', () => {
  it('goes on behind what was seen, on another process too, when its own is killed', async () => {
    const { headers } = await keyed('shop');
    const [one, two] = [await replica({}, { process: true }), await replica()];
    const stream = await FeedStream.open(one, headers, '?after=latest');
    expect(stream.status).toBe(200);
    await until('it says where it is', () => Promise.resolve(stream.lastId !== ''));
    const first = await made(headers);
    await stream.event('the first', of(first));
    await one.program.kill();
    expect(await stream.ended()).toBe('broken');
    const [second, third] = [await made(headers), await made(headers)];
    // A reconnecting client asks for the same address.
    const next = await FeedStream.open(two, { ...headers, 'last-event-id': stream.lastId }, '?after=latest');
    await next.event('the third', of(third));
    await world.sandbox.force(second, 'PAY_SUCCESS');
    await next.event('paid', (event) => of(second)(event) && event.type === 'order.paid');
    const told = [...stream.events, ...next.events].map(({ id }) => id);
    expect(new Set(told).size).toBe(told.length);
    const stored = await world.rows.query<{ id: string }>(
      'SELECT id FROM outbox WHERE merchant_order_no = ANY($1) ORDER BY position',
      [[first, second, third]],
    );
    // A poll may have added events since.
    expect(told).toEqual(stored.map(({ id }) => id).slice(0, told.length));
  });

  it('ends in good order at SIGTERM, and at once', async () => {
    const { headers } = await keyed('shop');
    const service = await replica({}, { process: true });
    const stream = await FeedStream.open(service, headers);
    await until('it is open', () => Promise.resolve(stream.text !== ''));
    const began = performance.now();
    expect(await service.program.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(8000);
    expect(await stream.ended()).toBe('end');
    expect(service.program.output()).not.toContain('stream_failed');
  });

  it('gives signs of life, ends when its time is over, and has a seat until then', async () => {
    const { headers } = await keyed('shop');
    const service = await replica({ STREAM_HEARTBEAT_MS: '100', STREAM_LIFETIME_MS: '2500', STREAMS_MAX: '1' });
    const stream = await FeedStream.open(service, headers);
    const refused = await service.request('GET', '/v1/events', {
      headers: { ...headers, accept: 'text/event-stream' },
    });
    expectProblem(refused, 503, 'unavailable');
    expect(await stream.ended()).toBe('end');
    expect(stream.text.split('\n\n').filter((block) => block.startsWith(': ')).length).toBeGreaterThan(5);
    await until('there is room', async () => /\nramp_checkout_streams_open 0\n/.test(await service.metrics()));
  });

  it('of one key there are 20', async () => {
    const [{ headers }, another] = [await keyed('shop'), await keyed('another')];
    const service = await replica();
    for (let n = 0; n < 20; n += 1) expect((await FeedStream.open(service, headers)).status).toBe(200);
    expect((await FeedStream.open(service, headers)).status).toBe(429);
    expect((await FeedStream.open(service, another.headers)).status).toBe(200);
  });

  it('ends soon when its key is revoked, though nothing happens', async () => {
    const [shop, admin] = [await keyed('shop'), await createKey(world.databaseUrl, 'admin', 'first')];
    const stream = await FeedStream.open(world.service, shop.headers, '?after=latest');
    const number = await made(shop.headers);
    await stream.event('made', of(number));
    const revoked = await world.service.post(`/v1/admin/keys/${shop.id}/revoke`, {}, { 'x-api-key': admin.key });
    expect(revoked.status, revoked.text).toBe(200);
    const began = performance.now();
    expect(await stream.ended()).toBe('end');
    expect(performance.now() - began).toBeLessThan(8000);
  });

  it('tells a key of scope own of nothing that others made, and goes on over it', async () => {
    const [own, all] = [await keyed('own', ['--scope', 'own']), await keyed('all')];
    const [seesOwn, seesAll] = [
      await FeedStream.open(world.service, own.headers, '?after=latest'),
      await FeedStream.open(world.service, all.headers, '?after=latest'),
    ];
    await until('both are open', () => Promise.resolve(seesOwn.lastId !== '' && seesAll.lastId !== ''));
    const [ofAll, ofOwn] = [await made(all.headers), await made(own.headers)];
    await world.service.checkout(
      { ...checkoutBody(), merchantOrderNo: undefined },
      { 'idempotency-key': randomUUID() },
    );
    // More events of others than one read takes.
    await world.rows.query(
      `INSERT INTO outbox (id, type, merchant_order_no, version, created_at)
       SELECT gen_random_uuid(), 'order.updated', $1, 100 + n, checkout_now() FROM generate_series(1, 2500) n`,
      [ofAll],
    );
    await seesOwn.event('its own', of(ofOwn));
    await seesAll.event('that of another one', of(ofAll));
    await seesAll.event('its own', of(ofOwn));
    const last = await made(own.headers);
    await seesOwn.event('the last', of(last));
    await seesAll.event('the last', of(last));
    expect(new Set(seesOwn.events.map(({ data }) => data.merchantOrderNo))).toEqual(new Set([ofOwn, last]));
    expect(new Set(seesAll.events.map(({ data }) => data.merchantOrderNo)).size).toBe(4);

    const numbers = new Set<string>();
    let pages = 0;
    for (let after = '', hasMore = true; hasMore; pages += 1) {
      const answer = await world.service.request('GET', `/v1/events?limit=200${after}`, { headers: own.headers });
      const page = answer.body as unknown as FeedPage;
      for (const { event } of page.items) numbers.add(event.data.merchantOrderNo);
      [after, hasMore] = [`&after=${page.nextCursor}`, page.hasMore];
    }
    expect([...numbers].sort()).toEqual([ofOwn, last].sort());
    expect(pages).toBeGreaterThan(2);
  });

  it('is for servers alone: a guest gets 401, also with the secret of an order', async () => {
    const order = await world.service.checkout(
      { ...checkoutBody(), merchantOrderNo: undefined },
      { 'idempotency-key': randomUUID() },
    );
    for (const headers of [{}, { 'x-client-secret': String(order.body['clientSecret']) }]) {
      for (const accept of ['application/json', 'text/event-stream']) {
        const answer = await world.service.request('GET', '/v1/events', { headers: { ...headers, accept } });
        expectProblem(answer, 401, 'unauthenticated');
      }
    }
  });

  it('a question about its head is answered, and ends', async () => {
    const { headers } = await keyed('shop');
    const head = await world.service.request('HEAD', '/v1/events', {
      headers: { ...headers, accept: 'text/event-stream' },
    });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  });
});
