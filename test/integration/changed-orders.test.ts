import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { ALL_ORDERS } from '#src/orders/model/order-search.types.js';
import type { OrderFilter } from '#src/orders/model/order-search.types.js';
import { OrderListService } from '#src/reading/order-list.service.js';
import { OrderSearchRepository } from '#src/reading/storage/order-search.repository.js';
import { StoredOrders } from '#src/orders/storage/stored-orders.service.js';
import { changedSql } from '#src/reading/storage/search/by-change.js';
import { EpochRepository } from '#src/orders/storage/epoch.repository.js';
import { EpochService } from '#src/orders/epoch/epoch.service.js';
import type { Settings } from '#src/platform/config/settings.js';
import type { EpochPlace } from '#src/platform/database/pages.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { OutboxRepository } from '#src/follow/outbox/outbox.repository.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import type { Caller } from '#src/platform/callers/caller.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { fillWithOrders, SMALL_SHOP } from '../support/many-orders.js';
import { UNCHECKED } from '../support/sealed-orders.js';
import { ProcessTime } from '#src/platform/time/time.js';

const COUNT = 400;

/** Counts the statements of a page, without the occasional one that reads the server's identity. */
class CountingDatabase extends Database {
  statements = 0;

  override query<Row>(...given: Parameters<Database['query']>): Promise<Row[]> {
    if (!given[0].includes('pg_control_system')) this.statements++;
    return super.query<Row>(...given);
  }
}

let testDatabase: TestDatabase;
let database: CountingDatabase;
let outbox: OutboxRepository;
let lists: OrderListService;
let source: ReturnType<typeof createDataSource>;

beforeAll(async () => {
  testDatabase = await freshDatabase();
  source = createDataSource(testDatabase.url);
  database = new CountingDatabase(new PooledStatements(source));
  const client = new pg.Client({ connectionString: testDatabase.url });
  await client.connect();
  await fillWithOrders(client, COUNT);
  await client.end();
  outbox = new OutboxRepository(database);
  const epochs = new EpochService(
    new EpochRepository(database),
    { ramp: { askBeforeSend: false } } as Settings,
    new Metrics(),
    new ProcessTime(),
  );
  await epochs.look();
  lists = new OrderListService(new OrderSearchRepository(database), new StoredOrders(database, UNCHECKED), epochs);
});
afterAll(async () => {
  await source.destroy();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.query('TRUNCATE outbox CASCADE');
  await database.query('UPDATE orders SET version = 1');
});

const number = (i: number): string => `L-${String(i).padStart(7, '0')}`;

/** Writes the change and its message in one statement, as the order writer does. */
const CHANGE = `WITH held AS (
    UPDATE orders SET version = version + 1, updated_at = checkout_now() WHERE merchant_order_no = $1 RETURNING version)
  INSERT INTO outbox (id, type, merchant_order_no, version, created_at)
  SELECT $2, 'order.updated', $1, version, checkout_now() - $3 * interval '1 minute' FROM held`;
const change = (i: number, minutesAgo = 0): Promise<unknown> =>
  database.query(CHANGE, [number(i), randomUUID(), minutesAgo]);
const placeAll = async (): Promise<void> => {
  while ((await outbox.place(500)) > 0);
};

async function readOn(
  after: EpochPlace | null,
  given: Partial<OrderFilter> = {},
  caller: Caller = EVERYBODY,
  limit = 3,
) {
  const numbers: string[] = [];
  for (let place = after; ;) {
    const { rows, next } = await lists.changed(caller, { ...ALL_ORDERS, ...given }, { limit, after: place });
    expect(rows.length).toBeLessThanOrEqual(limit);
    numbers.push(...rows.map(({ order }) => order.merchantOrderNo));
    if (isDeepStrictEqual(next, place)) return { numbers, next };
    place = next;
  }
}

async function blocksOf({ sql, parameters }: ReturnType<typeof changedSql>): Promise<number> {
  const [explained] = await database.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
    parameters,
  );
  const { Plan } = explained!['QUERY PLAN'][0];
  return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
}

describe('changed orders', () => {
  it('lists each order once, by its newest change, and continues where it stopped', async () => {
    // Changes within one millisecond have no defined order.
    for (const [nth, i] of [1, 2, 3, 1, 4, 5, 2].entries()) await change(i, 7 - nth);
    expect((await readOn(null)).numbers).toEqual([]);
    await placeAll();
    const { numbers, next } = await readOn(null);
    expect(numbers).toEqual([3, 1, 4, 5, 2].map(number));
    expect(await readOn(next)).toEqual({ numbers: [], next });
    await change(3);
    await placeAll();
    expect((await readOn(next)).numbers).toEqual([number(3)]);
  });

  it('skips none of the changes of one moment', async () => {
    await database.query(
      `WITH held AS (UPDATE orders SET version = version + 1, updated_at = checkout_now()
                      WHERE merchant_order_no <= $1 RETURNING merchant_order_no, version)
       INSERT INTO outbox (id, type, merchant_order_no, version, created_at)
       SELECT gen_random_uuid(), 'order.updated', merchant_order_no, version, checkout_now() FROM held`,
      [number(123)],
    );
    await placeAll();
    const { numbers, next } = await readOn(null, {}, EVERYBODY, 50);
    expect(numbers.toSorted()).toEqual(Array.from({ length: 123 }, (_, at) => number(at + 1)));
    expect(await readOn(next, {}, EVERYBODY, 50)).toEqual({ numbers: [], next });
  });

  it('takes as many statements for 200 orders as for one', async () => {
    for (let i = 1; i <= 250; i++) await change(i);
    await placeAll();
    const counts = [];
    for (const limit of [1, 200]) {
      database.statements = 0;
      const { rows } = await lists.changed(EVERYBODY, ALL_ORDERS, { limit, after: null });
      expect(rows).toHaveLength(limit);
      const newest = await lists.newest(EVERYBODY, ALL_ORDERS, { limit, after: null });
      expect(newest.rows).toHaveLength(limit);
      counts.push(database.statements);
    }
    expect(counts).toEqual([4, 4]);
  });

  it('lists matching orders that the caller may see; a page may be empty and have a next one', async () => {
    for (let i = 1; i <= COUNT; i++) await change(i);
    await placeAll();
    const small: Caller = { ...EVERYBODY, kind: 'key', id: SMALL_SHOP, scope: 'own' };
    const made = [7, 57, 107, 157, 207, 257, 307, 357].map(number);
    expect((await readOn(null, {}, small)).numbers).toEqual(made);
    expect((await readOn(null, { statuses: ['PAID'] }, small)).numbers).toEqual([]);
    expect((await readOn(null, { text: number(57) }, small)).numbers).toEqual([number(57)]);
    expect((await readOn(null, { text: number(58) }, small)).numbers).toEqual([]);
    expect((await readOn(null, { caller: 'key:big-shop' }, small)).numbers).toEqual(made);
    expect((await readOn(null, { metadata: { cart: '0', channel: 'app' }, side: 'BUY' })).numbers).toHaveLength(97);
    expect((await readOn(null, { customerId: 'customer-77' })).numbers).toEqual([number(77)]);
  });

  it('starts with changes since a time, even if an older message was placed later', async () => {
    for (const [i, minutesAgo] of [
      [1, 180],
      [2, 10],
      [3, 30],
    ] as const) {
      await change(i, minutesAgo);
      await placeAll();
    }
    await database.query(
      `UPDATE orders SET updated_at = checkout_now() - interval '3 hours' WHERE merchant_order_no = $1`,
      [number(1)],
    );
    const since = new Date(Date.now() - 20 * 60_000);
    expect((await readOn(null, { updatedFrom: since })).numbers).toEqual([2, 3].map(number));
  });

  it('refuses a position with deleted changes after it, or one never issued', async () => {
    for (let i = 1; i <= 4; i++) await change(i);
    await placeAll();
    const { next } = await lists.changed(EVERYBODY, ALL_ORDERS, { limit: 1, after: null });
    const end = (await readOn(next)).next;
    const wrong = { code: 'cursor_expired' };
    const behind = ({ epoch, place }: EpochPlace, more: number): EpochPlace => ({ epoch, place: place + more });
    const forgetUpTo = async ({ place }: EpochPlace): Promise<void> => {
      await database.query('DELETE FROM outbox WHERE position <= $1', [place]);
      await database.query('UPDATE outbox_head SET forgotten = $1', [place]);
    };
    await expect(readOn(behind(end, 1))).rejects.toMatchObject(wrong);
    await expect(readOn({ ...end, epoch: randomUUID() })).rejects.toMatchObject(wrong);
    await expect(readOn({ ...end, epoch: null })).rejects.toMatchObject(wrong);
    await forgetUpTo(behind(next, 2));
    await expect(readOn(next)).rejects.toMatchObject(wrong);
    // Nothing after the position was deleted.
    expect((await readOn(behind(next, 2))).numbers).toEqual([number(4)]);
    await forgetUpTo(end);
    expect(await readOn(end)).toEqual({ numbers: [], next: end });
    expect((await readOn(null)).next).toEqual(end);
  });

  it('reads a bounded number of rows per page, through indexes', async () => {
    const values = `SELECT gen_random_uuid(), 'order.updated', 'L-' || lpad((1 + i % ${COUNT})::text, 7, '0'), 2, checkout_now(),
      (SELECT position FROM outbox_head) + i FROM generate_series(1, 50000) i`;
    await database.query(`INSERT INTO outbox (id, type, merchant_order_no, version, created_at, position) ${values}`);
    await database.query('UPDATE outbox_head SET position = position + 50000');
    // Autovacuum would change what is read while it is counted.
    await database.query('VACUUM ANALYZE orders, outbox, trades, schedules');
    const { rows, next } = await lists.changed(EVERYBODY, ALL_ORDERS, { limit: 200, after: null });
    expect(rows).toHaveLength(200);
    const { sql, parameters } = changedSql(
      { ...ALL_ORDERS, updatedFrom: new Date(), caller: SMALL_SHOP },
      { limit: 50, after: next },
    );
    const explained = await database.query(`EXPLAIN (ANALYZE, FORMAT TEXT) ${sql}`, parameters);
    const plan = explained.map((line) => Object.values(line as object).join()).join('\n');
    expect(plan).toContain('outbox_position');
    expect(plan).not.toMatch(/Seq Scan on (?:outbox|orders)\b/);
    expect(Math.max(...[...plan.matchAll(/"Actual Rows":(\d+)/g)].map(([, found]) => Number(found)))).toBeLessThan(
      2001,
    );
    // A console polls every few seconds: without news, with one change, and with a page of them.
    const end = (await readOn(next, {}, EVERYBODY, 200)).next;
    for (const [news, most] of [
      [0, 30],
      [1, 60],
      [51, 400],
    ] as const) {
      const after = { ...end, place: end.place - news };
      expect(await blocksOf(changedSql(ALL_ORDERS, { limit: 50, after }))).toBeLessThan(most);
    }
  });
});
