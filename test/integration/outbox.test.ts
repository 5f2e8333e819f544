import { randomUUID, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { OutboxRepository } from '#src/follow/outbox/outbox.repository.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { DeliveryListService } from '#src/webhooks/delivery-list.service.js';
import { DeliveryRepository } from '#src/webhooks/storage/delivery.repository.js';
import type { ClaimedDelivery } from '#src/webhooks/storage/delivery.repository.js';
import { EndpointRepository } from '#src/webhooks/storage/endpoint.repository.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { sealedMessage } from '../support/own-messages.js';

let testDatabase: TestDatabase;
let database: Database;
let outbox: OutboxRepository;
let endpoints: EndpointRepository;
let deliveries: DeliveryRepository;
let lists: DeliveryListService;
let source: ReturnType<typeof createDataSource>;

beforeEach(async () => {
  testDatabase = await freshDatabase();
  source = createDataSource(testDatabase.url);
  database = new Database(new PooledStatements(source));
  outbox = new OutboxRepository(database);
  endpoints = new EndpointRepository(database);
  deliveries = new DeliveryRepository(database);
  lists = new DeliveryListService(database, { record: () => Promise.resolve() });
});

afterEach(async () => {
  await source.destroy();
  await testDatabase.drop();
});

/** Only the position matters here, so any HMAC will do. */
const COLUMNS = 'id, type, data, mac, key_id, created_at';
const ROW = `'endpoint.test', '{}', sha256('x'), 'k', checkout_now()`;
const write = (id: string = randomUUID()): Promise<unknown> =>
  database.query(`INSERT INTO outbox (${COLUMNS}) VALUES ($1, ${ROW})`, [id]);

describe('outbox positions', () => {
  it('a holder of the head blocks no other process, and no messages are placed beside it', async () => {
    await write();
    const holder = new pg.Client({ connectionString: testDatabase.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT * FROM outbox_head FOR UPDATE');
    expect(await outbox.place(500)).toBe(0);
    await holder.query('COMMIT');
    await holder.end();
    expect(await outbox.place(500)).toBe(1);
  });

  it('nothing is written without new messages', async () => {
    await write();
    await outbox.place(500);
    const before = await database.query('SELECT xmin, xmax FROM outbox_head');
    expect(await outbox.place(500)).toBe(0);
    expect(await database.query('SELECT xmin, xmax FROM outbox_head')).toEqual(before);
  });

  it('old messages are deleted in batches; those without a position stay', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const id of ids) await write(id);
    await outbox.place(3);
    await database.query(`UPDATE outbox SET created_at = created_at - interval '31 days'`);
    expect(await outbox.forget(30 * 86_400_000, 2)).toBe(2);
    expect(await outbox.forget(30 * 86_400_000, 2)).toBe(1);
    expect(await database.query('SELECT id FROM outbox')).toHaveLength(2);
    // A reader at an earlier position sees that messages are gone.
    await outbox.place(500);
    const { head, forgotten, messages } = await outbox.behind(null, 10);
    expect([head, forgotten, messages.map(({ position }) => position)]).toEqual([5, 3, [4, 5]]);
  });
});

async function endpoint(events: readonly string[] = ['*']): Promise<string> {
  const { id } = await endpoints.insert({
    id: randomUUID(),
    url: 'https://shop.example/',
    events,
    description: null,
    disabledReason: null,
    secret: randomBytes(60),
    secretKeyId: '1',
    failures: 0,
    failingSince: null,
    createdAt: new Date(),
    createdBy: 'test',
  });
  return id;
}

const told = async (count: number, type = 'endpoint.disabled'): Promise<void> => {
  for (let n = 0; n < count; n++) {
    await database.query(
      `INSERT INTO outbox (id, type, data, mac, key_id, created_at) VALUES ($1, $2, '{}', sha256('x'), 'k', checkout_now())`,
      [randomUUID(), type],
    );
  }
};

const claimAll = (id: string, free = 100): Promise<ClaimedDelivery[]> =>
  deliveries.claim([{ endpoint_id: id, free }], 30_000);

const attempt = ({ delivery: { id, attempts } }: ClaimedDelivery, status: number) => ({
  deliveryId: id,
  n: attempts,
  at: new Date(),
  durationMs: 5,
  status,
  error: null,
  answer: 'ok',
});
const message = sealedMessage('endpoint.disabled', { reason: 'failing' });
const GOOD = { isGood: true, disables: null, givenUpAfterMs: 1000, message } as const;
const BAD = { ...GOOD, isGood: false } as const;

describe('webhooks: deliveries', () => {
  it('are created once, in batches, by any number of processes, for messages after the endpoint', async () => {
    await told(3);
    await outbox.place(500);
    const [all, some] = [await endpoint(), await endpoint(['order.paid'])];
    await told(7);
    await outbox.place(500);
    expect(await deliveries.fanOut(5)).toEqual({ made: 5, isMore: true });
    await Promise.all(Array.from({ length: 4 }, () => deliveries.fanOut(5)));
    expect(await deliveries.fanOut(5)).toEqual({ made: 0, isMore: false });
    expect([await claimAll(all), await claimAll(all)].map(({ length }) => length)).toEqual([7, 0]);
    expect(await claimAll(some)).toEqual([]);
  });

  it('are not created from a test message of another endpoint', async () => {
    const [one, other] = [await endpoint(), await endpoint()];
    await deliveries.makeTest(sealedMessage('endpoint.test'), one);
    await outbox.place(500);
    expect(await deliveries.fanOut(5)).toEqual({ made: 0, isMore: false });
    expect(await claimAll(one)).toHaveLength(1);
    expect(await claimAll(other)).toEqual([]);
  });

  it('are retried and recorded with capped counters', async () => {
    const one = await endpoint();
    await told(1);
    await outbox.place(500);
    await deliveries.fanOut(5);
    await database.query('UPDATE webhook_deliveries SET attempts = 32767');
    const [claimed] = await claimAll(one);
    await deliveries.record(claimed!.delivery, attempt(claimed!, 500), { state: 'failed', afterMs: null }, BAD);
    expect((await lists.get(claimed!.delivery.id)).attempts).toMatchObject([{ n: 32_768, status: 500 }]);
  });

  it('continue across gaps in the outbox positions', async () => {
    const id = await endpoint();
    await told(2);
    await outbox.place(500);
    await database.query('UPDATE outbox_head SET position = position + 10');
    await deliveries.fanOut(500);
    await database.query('UPDATE outbox_head SET position = position + 10');
    expect(await deliveries.fanOut(500)).toEqual({ made: 0, isMore: false });
    await told(1);
    await outbox.place(500);
    expect(await deliveries.fanOut(500)).toMatchObject({ made: 1 });
    expect(await claimAll(id)).toHaveLength(3);
  });

  it('a late record without a lease changes no delivery but stores the attempt', async () => {
    const id = await endpoint();
    await told(1);
    await outbox.place(500);
    await deliveries.fanOut(500);
    const [slow] = await claimAll(id);
    await database.query(`UPDATE webhook_deliveries SET lease_until = lease_until - interval '1 minute'`);
    const [quick] = await claimAll(id);
    await deliveries.record(slow!.delivery, attempt(slow!, 200), { state: 'delivered', afterMs: null }, GOOD);
    expect((await lists.get(slow!.delivery.id)).delivery).toMatchObject({ state: 'pending', attempts: 2 });
    await deliveries.record(quick!.delivery, attempt(quick!, 200), { state: 'delivered', afterMs: null }, GOOD);
    const { delivery, attempts } = await lists.get(slow!.delivery.id);
    expect(delivery).toMatchObject({ state: 'delivered', nextAt: null });
    expect(attempts.map(({ n }) => n)).toEqual([1, 2]);
  });

  it('a redelivery restarts the attempts and overwrites the old ones', async () => {
    const id = await endpoint();
    await told(1);
    await outbox.place(500);
    await deliveries.fanOut(500);
    const [first] = await claimAll(id);
    await deliveries.record(first!.delivery, attempt(first!, 500), { state: 'failed', afterMs: null }, BAD);
    expect(await claimAll(id)).toEqual([]);
    await lists.redeliver({ id: 'key:1', name: 'staff', address: null }, first!.delivery.id);
    const [again] = await claimAll(id);
    expect(again!.delivery.attempts).toBe(1);
    await deliveries.record(again!.delivery, attempt(again!, 204), { state: 'delivered', afterMs: null }, GOOD);
    expect((await lists.get(first!.delivery.id)).attempts).toMatchObject([{ n: 1, status: 204 }]);
  });

  it('an endpoint that fails too long is disabled once and receives nothing until enabled', async () => {
    const id = await endpoint();
    await told(3);
    await outbox.place(500);
    await deliveries.fanOut(500);
    const claimed = await claimAll(id);
    const failing = (nth: number) =>
      deliveries.record(claimed[nth]!.delivery, attempt(claimed[nth]!, 500), { state: 'failed', afterMs: null }, BAD);
    expect(await failing(0)).toBeNull();
    await database.query(`UPDATE webhook_endpoints SET failing_since = failing_since - interval '1 minute'`);
    expect(await failing(1)).toBe('failing');
    expect(await failing(2)).toBeNull();
    // Written by the statement that disables the endpoint, so no crash can separate them.
    const said = await database.query(`SELECT data, position FROM outbox WHERE data <> '{}'`);
    expect(said).toEqual([{ data: message.data, position: null }]);
    await told(1);
    await outbox.place(500);
    expect(await deliveries.fanOut(500)).toEqual({ made: 0, isMore: false });
    expect(await endpoints.change(id, { disabledReason: null })).toMatchObject({
      failures: 0,
      failingSince: null,
    });
    expect(await deliveries.fanOut(500)).toMatchObject({ made: 0 });
  });
});
