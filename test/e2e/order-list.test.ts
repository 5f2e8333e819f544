import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePlace } from '#src/platform/http/input/cursor.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { holdAgainstDocument } from '../support/openapi/held-answers.js';
import { checkoutBody, expectProblem, newNumber, orderOf, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';

type Headers = Readonly<Record<string, string>>;
type Listed = Readonly<Record<string, unknown>> & { readonly merchantOrderNo: string; readonly version: number };

let world: World;
let identity: IdentityProvider;
let shop: Headers;
let own: Headers;
let jane: Headers;
/** Numbers of orders, oldest first. */
const made = { byShop: [] as string[], byOwn: [] as string[], byGuest: '', sale: '' };

beforeAll(async () => {
  identity = await IdentityProvider.start();
  world = await startWorld({ AUTH: 'required', AUTH_GUESTS: 'true', ...identity.settings });
  await holdAgainstDocument(world.service);
  shop = { 'x-api-key': (await createKey(world.databaseUrl, 'checkout', 'shop')).key };
  own = { 'x-api-key': (await createKey(world.databaseUrl, 'checkout', 'other', ['--scope', 'own'])).key };
  jane = { authorization: `Bearer ${await identity.token({ sub: 'jane' })}` };
  for (let i = 0; i < 4; i++) {
    made.byShop.push(
      await checkedOut({ customer: { id: `c-${i % 2}` }, metadata: { nth: String(i), channel: 'app' } }),
    );
  }
  for (let i = 0; i < 2; i++) made.byOwn.push(await checkedOut({ metadata: { channel: 'app' } }, own));
  made.byGuest = await checkedOut({ merchantOrderNo: undefined }, { 'idempotency-key': randomUUID() });
  made.sale = `S-${newNumber()}`;
  await world.service.post('/v1/sell-orders', { merchantOrderNo: made.sale, customer: { id: 'jane' } }, shop);
  await allPlaced();
}, 120_000);
afterAll(async () => {
  await world.close();
  await identity.close();
});

/** A change is listed once a worker has given it a position. */
const allPlaced = (): Promise<unknown> =>
  until('all changes have positions', async () => {
    const [left] = await world.rows.query('SELECT 1 FROM outbox WHERE position IS NULL');
    return left === undefined;
  });

async function checkedOut(given: Readonly<Record<string, unknown>>, as = shop): Promise<string> {
  const answer = await world.service.checkout(checkoutBody(given), as);
  expect(answer.status, answer.text).toBe(201);
  return orderOf(answer).merchantOrderNo;
}

const list = (query: string, as: Headers = shop): Promise<Answer> =>
  world.service.request('GET', `/v1/orders?${query}`, { headers: as });

async function page(query: string, as: Headers = shop): Promise<{ items: Listed[]; nextCursor: string | null }> {
  const answer = await list(query, as);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as never;
}

async function walk(query: string, as: Headers = shop): Promise<string[]> {
  const numbers: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { items, nextCursor } = await page(`limit=2&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`, as);
    numbers.push(...items.map(({ merchantOrderNo }) => merchantOrderNo));
    cursor = nextCursor;
  }
  return numbers;
}

const newestFirst = (numbers: readonly string[]): string[] => [...numbers].reverse();

describe('GET /v1/orders', () => {
  it('lists all orders, newest first, each equal to its single read', async () => {
    const all = [...made.byShop, ...made.byOwn, made.byGuest, made.sale];
    expect(await walk('')).toEqual(newestFirst(all));
    const { items } = await page('limit=200');
    for (const item of items) {
      const path = `/v1/orders/${item.merchantOrderNo}`;
      const alone = await world.service.request('GET', path, { headers: shop });
      if (alone.body['version'] === item.version) expect(item).toEqual(alone.body);
      expect(item).toMatchObject({ customer: expect.anything() as unknown, metadata: expect.anything() as unknown });
    }
  });

  it('lists only its own orders for a key of scope own, whatever the filter', async () => {
    expect(await walk('', own)).toEqual(newestFirst(made.byOwn));
    expect(await walk('metadata[channel]=app', own)).toEqual(newestFirst(made.byOwn));
    for (const stranger of [made.byShop[0]!, made.byGuest, made.sale]) {
      expect(await walk(`text=${stranger}`, own)).toEqual([]);
    }
    for (const query of ['customer=c-0', 'customer=jane', 'metadata[nth]=0', 'side=SELL', 'text=c-0']) {
      expect(await walk(query, own)).toEqual([]);
    }
    const changed = await page('order=updated&limit=200', own);
    expect(changed.items.map(({ merchantOrderNo }) => merchantOrderNo).sort()).toEqual([...made.byOwn].sort());
  });

  it.each<[string, () => string, () => readonly string[]]>([
    ['a customer', () => 'customer=c-1', () => [made.byShop[1]!, made.byShop[3]!]],
    ['metadata', () => 'metadata[channel]=app', () => [...made.byShop, ...made.byOwn]],
    ['two names of metadata', () => 'metadata[channel]=app&metadata%5Bnth%5D=2', () => [made.byShop[2]!]],
    ['metadata of no order', () => 'metadata[channel]=web', () => []],
    ['a side', () => 'side=SELL', () => [made.sale]],
    ['a number', () => `text=${made.byShop[0]!}`, () => [made.byShop[0]!]],
    ['a time in the past', () => 'createdTo=2020-01-01', () => []],
    ['a customer and metadata', () => 'customer=c-0&metadata[nth]=2', () => [made.byShop[2]!]],
    ['a time in the future', () => 'updatedFrom=2099-01-01', () => []],
    ['two statuses', () => 'status=REFUNDED,EXPIRED', () => []],
  ])('finds by %s', async (_, query, expected) => {
    expect(await walk(query())).toEqual(newestFirst(expected()));
  });

  it('refuses guests, customers and holders of a client secret', async () => {
    const secret = { 'x-client-secret': `cs_1_${'a'.repeat(43)}` };
    expectProblem(await list('', {}), 401, 'unauthenticated');
    expectProblem(await list('', secret), 401, 'unauthenticated');
    expectProblem(await list('customer=jane', jane), 403, 'forbidden');
  });

  it('gives 410 for a cursor of another database epoch', async () => {
    const ahead = encodePlace(SERVICE_RING, { epoch: randomUUID(), place: 99_999_999 });
    expectProblem(await list(`order=updated&cursor=${ahead}`), 410, 'cursor_expired');
  });

  it.each<[string, string, string?]>([
    ['an unknown filter', 'caller=everybody', 'caller'],
    ['a filter of staff', 'inReview=true', 'inReview'],
    ['an invalid cursor', 'cursor=x', 'cursor'],
    ['a cursor of another order', `cursor=${Buffer.from('[1]').toString('base64url')}`, 'cursor'],
    ['an invalid position', 'order=updated&cursor=WyIyMDI2LTAxLTMxVDEyOjAwOjAwLjEyMzQ1NloiLCJBLTEwMDEiXQ', 'cursor'],
    ['a negative position', `order=updated&cursor=${Buffer.from('events:-1').toString('base64url')}`, 'cursor'],
    ['a cursor twice', 'cursor=a&cursor=b', 'cursor'],
    ['an unknown order', 'order=text', 'order'],
    ['a limit of 0', 'limit=0', 'limit'],
    ['a limit of 201', 'limit=201', 'limit'],
    ['an unknown status', 'status=DONE', 'status'],
    ['a text of 3 KB', `text=${'x'.repeat(3000)}`, 'text'],
    ['a NUL', 'text=a%00b', 'text'],
    ['no UTF-8 in a name', 'metadata[%ff]=x', 'metadata'],
    ['a span that ends before it begins', 'createdFrom=2026-02-01&createdTo=2026-01-01', 'createdTo'],
    ['an invalid time', 'updatedFrom=yesterday', 'updatedFrom'],
    ['metadata that is a text', 'metadata=x', 'metadata'],
    ['metadata as a text and by name', 'metadata=x&metadata[a]=b'],
    ['a name twice', 'metadata[a]=b&metadata[a]=c', 'metadata'],
    ['a name without a text', 'metadata[a]=', 'metadata'],
    ['an empty name', 'metadata[]=a', 'metadata'],
    ['a name in a name', 'metadata[a][b]=c'],
    ['a name of the prototype', 'metadata[__proto__]=a', 'metadata.__proto__'],
    ['another name of the prototype', 'metadata[constructor]=a', 'metadata.constructor'],
    ['a name that is SQL', `metadata[${encodeURIComponent(`a'||'`)}]=b`, 'metadata'],
    ['a text too long', `metadata[a]=${'x'.repeat(501)}`, 'metadata'],
    ['too many names', Array.from({ length: 21 }, (_, at) => `metadata[n${at}]=x`).join('&'), 'metadata'],
    ['two customers', 'customer=a&customer=b', 'customer'],
  ])('gives 400 for %s', async (_, query, field) => {
    const { errors } = expectProblem(await list(query), 400, 'invalid_request');
    if (field !== undefined) expect(errors).toEqual([{ field, message: expect.any(String) as string }]);
  });
});

describe('order=updated', () => {
  it('lists changes since the cursor, and returns the same cursor when there are none', async () => {
    const atEnd = async (cursor: string): Promise<string> => {
      const { nextCursor } = await page(`order=updated&limit=200&cursor=${cursor}`);
      return nextCursor === cursor ? cursor : atEnd(nextCursor!);
    };
    const cursor = await atEnd((await page('order=updated')).nextCursor!);
    const number = made.byShop[0]!;
    await world.sandbox.force(number, 'FINISHED');
    const found = await until('the change is listed', async () => {
      const { items } = await page(`order=updated&cursor=${cursor}&status=COMPLETED`);
      return items.length > 0 && items;
    });
    expect(found).toMatchObject([{ merchantOrderNo: number, status: 'COMPLETED' }]);
    const { items } = await page(`order=updated&cursor=${cursor}`, own);
    expect(items.map(({ merchantOrderNo }) => merchantOrderNo)).not.toContain(number);
  });

  it('skips no change that commits late, and lists none that is rolled back', async () => {
    const numbers = [...made.byShop, ...made.byOwn, made.byGuest];
    const seen = new Map<string, number>();
    const work = { areBusy: true };
    const writing = Promise.all(
      numbers.map(async (number, at) => {
        const client = new pg.Client({ connectionString: world.databaseUrl });
        await client.connect();
        for (let n = 0; n < 12; n++) {
          await client.query('BEGIN');
          await client.query(
            `WITH held AS (UPDATE orders SET version = version + 1 WHERE merchant_order_no = $1 RETURNING version)
             INSERT INTO outbox (id, type, merchant_order_no, version, created_at)
             SELECT $2, 'order.updated', $1, version, checkout_now() FROM held`,
            [number, randomUUID()],
          );
          await sealAgain(client, { numbers: [number], ring: SERVICE_RING });
          // Longer than a round of the worker that gives positions.
          await sleep((n + at) % 3 === 0 ? 700 : 20);
          await client.query((n + at) % 4 === 0 ? 'ROLLBACK' : 'COMMIT');
        }
        await client.end();
      }),
    ).finally(() => {
      work.areBusy = false;
    });
    let cursor = (await page('order=updated')).nextCursor!;
    const read = async (): Promise<boolean> => {
      const { items, nextCursor } = await page(`order=updated&limit=2&cursor=${cursor}`);
      for (const { merchantOrderNo, version } of items) seen.set(merchantOrderNo, version);
      const isMore = nextCursor !== cursor;
      cursor = nextCursor!;
      return isMore;
    };
    while (work.areBusy) await read();
    await writing;
    await allPlaced();
    while (await read());
    for (const number of numbers) {
      const [row] = await world.rows.query('SELECT version FROM orders WHERE merchant_order_no = $1', [number]);
      expect([number, seen.get(number)]).toEqual([number, row!['version']]);
    }
  });
});
