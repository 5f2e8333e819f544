import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReportService } from '#src/accounting/report/report.service.js';
import { CountsService } from '#src/operator/desk/counts.service.js';
import { OutboxRepository } from '#src/follow/outbox/outbox.repository.js';
import { EpochRepository } from '#src/orders/storage/epoch.repository.js';
import type { Database } from '#src/platform/database/database.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { OrderFileRepository } from '#src/reading/storage/order-file.repository.js';
import { DELIVERY_LIST } from '#src/webhooks/delivery-list.service.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { fillWithOrders } from '../support/many-orders.js';
import { DAY } from '../support/moments.js';
import { Rows } from '../support/service-rows.js';

/** COST_BY_SIZE_ORDERS compares with a larger table: 300,000 orders take two minutes to fill. */
const SIZES = [3000, Number(process.env['COST_BY_SIZE_ORDERS'] ?? 30_000)] as const;
const ORDERS_A_DAY = 100;
const MOST_BLOCKS_OF_A_PAGE = 900;

const MANY_DELIVERIES = [
  // One order per quarter of an hour at any size, until the same day, so that a larger table is an older shop.
  `ALTER TABLE orders DISABLE TRIGGER USER`,
  `UPDATE orders SET created_at = timestamptz '2020-10-27'
     - ((SELECT count(*) FROM orders) - right(merchant_order_no, 7)::integer) * interval '1 day' / ${ORDERS_A_DAY}`,
  `ALTER TABLE orders ENABLE TRIGGER USER`,
  `INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, opened_at, resolved_at, resolved_by)
   SELECT gen_random_uuid(), merchant_order_no, merchant_order_no, 'field', 'amount', created_at, created_at, 'provider' FROM orders`,
  `INSERT INTO removed_orders (merchant_order_no, month, times, macs, key_id, seal, removed_at)
   SELECT lower(merchant_order_no), date_trunc('month', created_at AT TIME ZONE 'UTC'), '{2020-01-01}', '{x}', 'k', sha256(''), created_at FROM orders`,
  `INSERT INTO outbox (id, type, merchant_order_no, version, created_at, position)
   SELECT gen_random_uuid(), CASE WHEN i = 2 THEN 'order.refunded' ELSE 'order.updated' END, merchant_order_no, 1, checkout_now(), i
     FROM (SELECT *, row_number() OVER (ORDER BY merchant_order_no) AS i FROM orders) numbered`,
  `UPDATE outbox_head SET position = (SELECT max(position) FROM outbox)`,
  `INSERT INTO webhook_endpoints (id, url, events, position, secret, secret_key_id, created_at, created_by)
   SELECT ('00000000-0000-4000-8000-00000000000' || i)::uuid, 'https://shop.example', '{*}', 1, '', 'k', checkout_now(), 'staff'
     FROM generate_series(1, 2) AS i`,
  `INSERT INTO webhook_deliveries (id, endpoint_id, message_id, event, state, created_at, next_at, planned_at)
   SELECT gen_random_uuid(), ('00000000-0000-4000-8000-00000000000' || CASE WHEN position = 1 THEN 2 ELSE 1 END)::uuid, id, type,
          CASE position WHEN 3 THEN 'failed' WHEN 4 THEN 'pending' ELSE 'delivered' END,
          created_at + position * interval '1 ms', CASE position WHEN 4 THEN created_at END, created_at
     FROM outbox`,
];

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Replaces `Database`: counts the blocks of each statement, undoes its writes, and returns no rows. */
class BlockCounter {
  blocks = 0;

  constructor(private readonly rows: Rows) {}

  async query(sql: string, parameters: readonly unknown[] = []): Promise<never[]> {
    const [explained] = await this.rows.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
      parameters,
    );
    const { Plan } = explained!['QUERY PLAN'][0];
    this.blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    return [];
  }

  readPatiently(sql: string, parameters: readonly unknown[]): Promise<never[]> {
    return this.query(sql, parameters);
  }
}

const databases = new Map<number, { database: TestDatabase; rows: Rows }>();

beforeAll(async () => {
  for (const size of SIZES) {
    const database = await freshDatabase();
    const rows = Rows.of(database.url);
    databases.set(size, { database, rows });
    await fillWithOrders(rows, size);
    for (const statement of MANY_DELIVERIES) await rows.query(statement);
    await rows.query('VACUUM ANALYZE');
  }
}, 60_000 + SIZES[1]);

afterAll(async () => {
  for (const { database, rows } of databases.values()) {
    await rows.close();
    await database.drop();
  }
});

async function blocksAt(size: number, work: (database: Database) => Promise<unknown>): Promise<number> {
  const counter = new BlockCounter(databases.get(size)!.rows);
  // Without rows some callers throw at the end, after their reads were counted.
  await work(counter as unknown as Database).catch(() => undefined);
  expect(counter.blocks).toBeGreaterThan(0);
  return counter.blocks;
}

const report =
  (from: string, to: string) =>
  (database: Database): Promise<unknown> =>
    new ReportService(database).report({
      span: { from: new Date(from), to: new Date(to) },
      policy: { expiryMs: DAY, firstDelayMs: 5000 },
      timeoutMs: 60_000,
    });

const deliveries =
  (filter: Parameters<typeof DELIVERY_LIST.read>[1]) =>
  (database: Database): Promise<unknown> =>
    DELIVERY_LIST.read(database, filter, { limit: 50, after: null });

const counts = (database: Database): Promise<unknown> =>
  new CountsService(
    database,
    { orders: { expiryMs: DAY }, reconcile: { firstDelayMs: 5000 } },
    new ProcessTime(),
  ).now();

describe('cost: what a statement reads does not grow with the table', () => {
  it.each<readonly [string, (database: Database) => Promise<unknown>, number]>([
    ['report of a day', report('2020-10-10', '2020-10-11'), 15 * ORDERS_A_DAY],
    ['report of ten days', report('2020-10-10', '2020-10-20'), 150 * ORDERS_A_DAY],
    [
      'outbox: a retention round that finds nothing',
      (database) => new OutboxRepository(database).forget(DAY, 500),
      700,
    ],
    ['a new epoch: trades given up unsent', (database) => new EpochRepository(database).watchUnsent(), 100],
    ['version of an order', (database) => new OrderFileRepository(database).version('L-0000007'), 60],
    ['deliveries: newest', deliveries({}), MOST_BLOCKS_OF_A_PAGE],
    ['deliveries: failed', deliveries({ state: 'failed' }), MOST_BLOCKS_OF_A_PAGE],
    ['deliveries: pending', deliveries({ state: 'pending' }), MOST_BLOCKS_OF_A_PAGE],
    ['deliveries: of a rare event', deliveries({ event: 'order.refunded' }), MOST_BLOCKS_OF_A_PAGE],
    [
      'deliveries: of a quiet endpoint',
      deliveries({ endpointId: '00000000-0000-4000-8000-000000000002' }),
      MOST_BLOCKS_OF_A_PAGE,
    ],
    ['deliveries: of an order', deliveries({ merchantOrderNo: 'L-0000007' }), MOST_BLOCKS_OF_A_PAGE],
  ])('%s', async (_what, work, most) => {
    const [few, many] = [await blocksAt(SIZES[0], work), await blocksAt(SIZES[1], work)];
    expect(many).toBeLessThan(most);
    expect(many).toBeLessThan(1.5 * few + 100);
  });

  // Fewer than the limit are there at the small size, so the two are not compared.
  it('counts for staff: at most 100 overdue orders of each status', async () => {
    expect(await blocksAt(SIZES[1], counts)).toBeLessThan(4000);
  });
});
