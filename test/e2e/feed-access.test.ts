import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FeedReader } from '../support/feed.js';
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

describe('GET /v1/events with keys', () => {
  it('lets 20 requests of one key wait', async () => {
    const [shop, another] = [await keyed('shop'), await keyed('another')];
    const service = await replica();
    const leaving = new AbortController();
    const wait = ({ headers }: { headers: Record<string, string> }): Promise<Response> =>
      fetch(`${service.url}/v1/events?after=latest&wait=30`, { headers, signal: leaving.signal });
    for (let n = 0; n < 20; n += 1) wait(shop).catch(() => undefined);
    await until('they wait', async () => /\nramp_checkout_streams_open 20\n/.test(await service.metrics()));
    expect((await wait(shop)).status).toBe(429);
    wait(another).catch(() => undefined);
    await until('another waits', async () => /\nramp_checkout_streams_open 21\n/.test(await service.metrics()));
    leaving.abort();
  });

  it('answers 401 soon after the key of a waiting request is revoked, though nothing happens', async () => {
    const [shop, admin] = [await keyed('shop'), await createKey(world.databaseUrl, 'admin', 'first')];
    const service = await replica();
    const waiting = service.request('GET', '/v1/events?after=latest&wait=30', { headers: shop.headers });
    await until('it waits', async () => /\nramp_checkout_streams_open 1\n/.test(await service.metrics()));
    const revoked = await world.service.post(`/v1/admin/keys/${shop.id}/revoke`, {}, { 'x-api-key': admin.key });
    expect(revoked.status, revoked.text).toBe(200);
    const began = performance.now();
    expectProblem(await waiting, 401, 'unauthenticated');
    expect(performance.now() - began).toBeLessThan(8000);
  });

  it('tells a key of scope own of nothing that others made, and goes on over it', async () => {
    const [own, all] = [await keyed('own', ['--scope', 'own']), await keyed('all')];
    const [seesOwn, seesAll] = [
      await new FeedReader(() => world.service, own.headers).fromNowOn(),
      await new FeedReader(() => world.service, all.headers).fromNowOn(),
    ];
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
    await seesOwn.told('its own', of(ofOwn));
    await seesAll.told('that of another one', of(ofAll));
    await seesAll.told('its own', of(ofOwn));
    const last = await made(own.headers);
    await seesOwn.told('the last', of(last));
    await seesAll.told('the last', of(last));
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
});
