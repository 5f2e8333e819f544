import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { OrderSearchService } from '#src/reading/order-search.service.js';
import { ALL_ORDERS } from '#src/orders/model/order-search.types.js';
import type { OrderFilter } from '#src/orders/model/order-search.types.js';
import { StoredOrders } from '#src/orders/storage/stored-orders.service.js';
import { OrderSearchRepository } from '#src/reading/storage/order-search.repository.js';
import { noteBreadthSql, breadthSql } from '#src/reading/storage/search/candidates.js';
import { searchSql } from '#src/reading/storage/search/search-sql.js';
import type { Way } from '#src/reading/storage/search/conditions.js';
import type { Position } from '#src/platform/database/pages.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { COMMON_ADDRESS, COMMON_CUSTOMER, fillWithOrders, SMALL_SHOP } from '../support/many-orders.js';
import { Rows } from '../support/service-rows.js';
import { UNCHECKED } from '../support/sealed-orders.js';

const COUNT = 100_000;
const ALL: OrderFilter = ALL_ORDERS;
const number = (i: number): string => `L-${String(i).padStart(7, '0')}`;

let testDatabase: TestDatabase;
let rows: Rows;
let source: ReturnType<typeof createDataSource>;
let search: OrderSearchService;

beforeAll(async () => {
  testDatabase = await freshDatabase();
  rows = Rows.of(testDatabase.url);
  await fillWithOrders(rows, COUNT);
  source = createDataSource(testDatabase.url);
  const database = new Database(new PooledStatements(source));
  const orders = new StoredOrders(database, UNCHECKED);
  search = new OrderSearchService(new OrderSearchRepository(database), orders);
}, 300_000);

afterAll(async () => {
  await source.destroy();
  await rows.close();
  await testDatabase.drop();
});

/** All numbers found, page by page, and the number of pages. */
async function walk(
  filter: OrderFilter,
  limit: number,
  atMost = 10_000,
): Promise<{ numbers: string[]; pages: number }> {
  const numbers: string[] = [];
  let after: Position | null = null;
  for (let pages = 1; ; pages++) {
    const { rows: found, next } = await search.find(filter, { limit, after });
    expect(found.length).toBeLessThanOrEqual(limit);
    numbers.push(...found.map(({ order }) => order.merchantOrderNo));
    if (next === null || pages === atMost) return { numbers, pages };
    after = next;
  }
}

async function expected(condition: string): Promise<string[]> {
  const found = await rows.query<{ no: string }>(
    `SELECT merchant_order_no AS no FROM orders WHERE ${condition} ORDER BY created_at DESC, merchant_order_no DESC`,
  );
  return found.map(({ no }) => no);
}

const FROM = new Date('2026-01-01T00:00:00.002Z');
const TO = new Date('2026-01-01T00:00:00.009Z');
const SOON = new Date('2026-01-01T00:00:00.003Z');
const SPAN = `created_at >= '2026-01-01 00:00:00.002Z' AND created_at < '2026-01-01 00:00:00.009Z'`;

const CASES: readonly (readonly [what: string, filter: Partial<OrderFilter>, condition: string])[] = [
  ['a status that is old alone', { statuses: ['EXPIRED'] }, `status = 'EXPIRED'`],
  ['a status that two orders have', { statuses: ['CANCELLED'] }, `status = 'CANCELLED'`],
  ['a status of no order', { statuses: ['REFUNDED'] }, 'false'],
  ['two statuses', { statuses: ['PAID', 'CANCELLED'] }, `status IN ('PAID', 'CANCELLED')`],
  ['sales', { side: 'SELL' }, `side = 'SELL'`],
  ['what is in review', { inReview: true }, 'in_review'],
  ['what is not, of a status', { inReview: false, statuses: ['PAID'] }, `NOT in_review AND status = 'PAID'`],
  [
    'all at once',
    { inReview: true, statuses: ['COMPLETED', 'PAID'], side: 'SELL', from: FROM, to: TO },
    `in_review AND status IN ('COMPLETED', 'PAID') AND side = 'SELL' AND ${SPAN}`,
  ],
  ['a status in a span', { statuses: ['EXPIRED'], from: FROM, to: TO }, `status = 'EXPIRED' AND ${SPAN}`],
  ['a whole number', { text: number(77) }, `merchant_order_no = '${number(77)}'`],
  ['a whole number in another letter case', { text: number(77).toLowerCase() }, `merchant_order_no = '${number(77)}'`],
  ['the beginning of a few numbers', { text: 'l-00077' }, `merchant_order_no LIKE 'L-00077%'`],
  [
    'the beginning of too many numbers, in a span',
    { text: 'L-00', from: FROM, to: SOON },
    `created_at >= '2026-01-01 00:00:00.002Z' AND created_at < '2026-01-01 00:00:00.003Z'`,
  ],
  ['the beginning of too many numbers', { text: 'L-000' }, `merchant_order_no LIKE 'L-000%'`],
  ['the beginning of too many numbers, of a status', { text: 'L-00', statuses: ['PAID'] }, `status = 'PAID'`],
  [
    'the beginning of few numbers, of a status',
    { text: 'L-0009', statuses: ['PAID'] },
    `status = 'PAID' AND merchant_order_no LIKE 'L-0009%'`,
  ],
  ['the provider\u2019s number', { text: `P${number(12)}` }, `merchant_order_no = '${number(12)}'`],
  ['a customer', { text: 'customer-77' }, `customer_id = 'customer-77'`],
  ['a customer in another letter case', { text: 'Customer-77' }, 'false'],
  [
    'a customer of very many, in review',
    { text: COMMON_CUSTOMER, inReview: true },
    `customer_id = '${COMMON_CUSTOMER}' AND in_review`,
  ],
  [
    'an address of half of all, of a rare status',
    { text: COMMON_ADDRESS.toLowerCase(), statuses: ['CANCELLED'] },
    `address_key = lower('${COMMON_ADDRESS}') AND status = 'CANCELLED'`,
  ],
  ['nothing that there is', { text: 'no such thing' }, 'false'],
  ['a pattern', { text: 'L-%' }, 'false'],
  ['a quote', { text: `'; DROP TABLE orders; --` }, 'false'],
];

/** Filters for servers only. */
const OF_SERVERS: typeof CASES = [
  ['a customer by id', { customerId: 'customer-77' }, `customer_id = 'customer-77'`],
  [
    'a customer of very many, of a small shop, in review',
    { customerId: COMMON_CUSTOMER, inReview: true, caller: 'key:big-shop' },
    `customer_id = '${COMMON_CUSTOMER}' AND in_review`,
  ],
  ['what a small shop made', { caller: SMALL_SHOP }, `caller = '${SMALL_SHOP}'`],
  [
    'what a small shop made, of a beginning and side',
    { caller: SMALL_SHOP, text: 'L-0001', side: 'BUY' },
    `caller = '${SMALL_SHOP}' AND merchant_order_no LIKE 'L-0001%' AND side = 'BUY'`,
  ],
  ['what is noted on few', { metadata: { cart: '77' } }, `metadata ->> 'cart' = '77'`],
  [
    'what is noted on few, by two names, of a status',
    { metadata: { cart: '300', channel: 'app' }, statuses: ['PAID'] },
    `metadata ->> 'cart' = '300' AND status = 'PAID'`,
  ],
  [
    'what is noted on a third, of a small shop',
    { metadata: { channel: 'app' }, caller: SMALL_SHOP },
    `metadata ->> 'channel' = 'app' AND caller = '${SMALL_SHOP}'`,
  ],
  [
    'what is noted on a third, in a span',
    { metadata: { channel: 'app' }, from: FROM, to: SOON },
    `metadata ->> 'channel' = 'app'
      AND created_at >= '2026-01-01 00:00:00.002Z' AND created_at < '2026-01-01 00:00:00.003Z'`,
  ],
  ['what is noted nowhere', { metadata: { channel: 'web' } }, 'false'],
  ['changed since', { updatedFrom: new Date('2026-01-01T01:00:00.001Z') }, 'false'],
];

describe('order search: results', () => {
  it.each([...CASES, ...OF_SERVERS])(
    '%s: each once, newest first',
    async (_what, filter, condition) => {
      const wanted = await expected(condition);
      const { numbers } = await walk({ ...ALL, ...filter }, 200);
      expect(numbers).toEqual(wanted);
    },
    120_000,
  );

  it('by a trade: its number, a hash, a deposit address, the provider’s number', async () => {
    const [sale] = await rows.query<{ no: string; payout: string; theirs: string }>(
      `SELECT merchant_order_no AS no, facts ->> 'payoutAddress' AS payout, ramp_merchant_order_no AS theirs FROM trades
        WHERE side = 'SELL' LIMIT 1`,
    );
    const [paid] = await rows.query<{ no: string; hash: string }>(
      "SELECT merchant_order_no AS no, facts ->> 'txHash' AS hash FROM trades WHERE facts ? 'txHash' LIMIT 1",
    );
    for (const [text, no] of [
      [sale!.payout.toUpperCase(), sale!.no],
      [sale!.theirs, sale!.no],
      [paid!.hash.toLowerCase(), paid!.no],
    ] as const) {
      expect((await walk({ ...ALL, text }, 50)).numbers).toEqual([no]);
    }
    await rows.query(
      `INSERT INTO trades (trade_no, merchant_order_no, n, side, status, outcome, asked, stamp, status_at, created_at,
                        updated_at)
       SELECT $1, $2, 2, 'BUY', 'CREATING', 'unknown', asked, 1, now(), now(), now() FROM trades WHERE trade_no = $2`,
      [`${number(7)}-r2`, number(7)],
    );
    expect((await walk({ ...ALL, text: `${number(7)}-R2` }, 50)).numbers).toEqual([number(7)]);
    const {
      rows: [found],
    } = await search.find({ ...ALL, text: number(7) }, { limit: 1, after: null });
    expect(found!.trades.map(({ tradeNo }) => tradeNo)).toEqual([number(7), `${number(7)}-r2`]);
  });

  it('by a hash that very many trades share: all of them', async () => {
    const hash = '0xShared';
    await rows.query(`UPDATE trades SET facts = facts || jsonb_build_object('txHash', $1::text) WHERE trade_no <= $2`, [
      hash,
      number(6000),
    ]);
    const { numbers } = await walk({ ...ALL, text: hash, statuses: ['EXPIRED'] }, 200);
    expect(numbers).toEqual(await expected(`status = 'EXPIRED' AND merchant_order_no <= '${number(6000)}'`));
  }, 120_000);

  it('thousands of one microsecond, in pages of 7, while new orders arrive', async () => {
    const [crowd] = await rows.query<{ at: string; orders: number }>(
      `SELECT created_at::text AS at, count(*)::integer AS orders FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    );
    expect(crowd!.orders).toBeGreaterThan(4000);
    const wanted = await expected(`created_at = '${crowd!.at}'`);
    const at = new Date(crowd!.at).toISOString().slice(0, 23) + crowd!.at.slice(23, 26) + 'Z';
    let after: Position | null = { at, id: 'zzz' };
    const seen: string[] = [];
    for (let page = 0; seen.length < wanted.length; page++) {
      const found = await search.find(ALL, { limit: 7, after });
      seen.push(...found.rows.map(({ order }) => order.merchantOrderNo));
      after = found.next;
      if (page % 100 === 0) {
        await rows.query(
          `INSERT INTO orders (merchant_order_no, side, caller, status, secret_salt, created_at, updated_at)
           VALUES ($1, 'SELL', 'everybody', 'REGISTERED', '\\x00', now(), now())`,
          [`N-${page}`],
        );
      }
    }
    expect(seen.slice(0, wanted.length)).toEqual(wanted);
  }, 120_000);
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

const plan = (filter: OrderFilter, after: Position | null, way: Way): Promise<Plan> =>
  planOf(searchSql(filter, { limit: 50, after }, way));

async function planOf({ sql, parameters }: ReturnType<typeof searchSql>): Promise<Plan> {
  const [explained] = await rows.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
    parameters,
  );
  return explained!['QUERY PLAN'][0].Plan;
}

const blocks = (root: Plan): number => root['Shared Hit Blocks'] + root['Shared Read Blocks'];
const mostRows = (root: Plan): number =>
  Math.max(...nodes(root).map((node) => node['Actual Rows'] * node['Actual Loops']));
const readWhole = (root: Plan): (string | undefined)[] =>
  nodes(root)
    .filter((node) => node['Node Type'] === 'Seq Scan' && /^(?:orders|trades)$/.test(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name']);

/** The blocks of a page of 51 orders: order, trades and mismatches, three or four each. */
const MOST_BLOCKS = 900;

describe('order search: cost of a page', () => {
  const late: Position = { at: '2026-01-01T00:00:00.000500Z', id: number(5000) };

  beforeAll(async () => {
    await rows.query('ANALYZE');
  });

  it.each<readonly [string, Partial<OrderFilter>]>([
    ['nothing chosen', {}],
    ['a span', { from: FROM, to: TO }],
    ...CASES.filter(([, { text = null }]) => text === null).map(([what, filter]) => [what, filter] as const),
    ['purchases', { side: 'BUY' }],
    ['what is not in review', { inReview: false }],
    ['every status', { statuses: ['PAID', 'COMPLETED', 'EXPIRED', 'AWAITING_PAYMENT', 'CANCELLED'] }],
  ])("%s: only the page's rows, for the first page and a late one", async (_what, filter) => {
    for (const after of [null, late]) {
      const root = await plan({ ...ALL, ...filter }, after, 'choice');
      expect(readWhole(root)).toEqual([]);
      expect(mostRows(root)).toBeLessThanOrEqual(60);
      expect(blocks(root)).toBeLessThan(MOST_BLOCKS);
    }
  });

  it.each<readonly [string, Partial<OrderFilter>, Way, number, number]>([
    ['a whole number', { text: number(4) }, 'text', 60, MOST_BLOCKS],
    ['a beginning', { text: 'L-00077' }, 'text', 120, MOST_BLOCKS],
    ['a customer of very many', { text: COMMON_CUSTOMER }, 'text', 60, MOST_BLOCKS],
    ['an address of half of all', { text: COMMON_ADDRESS }, 'text', 60, MOST_BLOCKS],
    ['the beginning of all, of a rare status', { text: 'L-', statuses: ['CANCELLED'] }, 'choice', 60, MOST_BLOCKS],
    ['the beginning of all', { text: 'L-' }, 'choice', 5000, 2000],
    [
      'a customer of very many, of a rare status',
      { text: COMMON_CUSTOMER, statuses: ['CANCELLED'] },
      'text',
      20_000,
      4000,
    ],
    ['the beginning of old ones', { text: 'L-0000' }, 'choice', 5000, 5000 * 5],
    ['a customer by id', { customerId: COMMON_CUSTOMER }, 'customer', 60, MOST_BLOCKS],
    ['what a small shop made', { caller: SMALL_SHOP }, 'caller', 60, MOST_BLOCKS],
    ['what a small shop made, of a status', { caller: SMALL_SHOP, statuses: ['PAID'] }, 'caller', 1000, 3000],
    ['what is noted on few', { metadata: { cart: '77' } }, 'metadata', 120, MOST_BLOCKS],
    ['what is noted on a third', { metadata: { channel: 'app' } }, 'choice', 5000, 5000],
    ['changed since, of all', { updatedFrom: TO }, 'choice', 5000, 5000],
  ])('%s: a bounded number', async (_what, filter, way, most, mostBlocks) => {
    const root = await plan({ ...ALL, ...filter }, null, way);
    expect(readWhole(root)).toEqual([]);
    expect(mostRows(root)).toBeLessThanOrEqual(most);
    expect(blocks(root)).toBeLessThan(mostBlocks);
  });

  it('the extent of a text search is measured up to a limit', async () => {
    const root = await planOf(breadthSql('L-'));
    expect(readWhole(root)).toEqual([]);
    expect(mostRows(root)).toBeLessThanOrEqual(5001);
  });

  it('the extent of a note search is measured up to a limit, through the index', async () => {
    for (const [metadata, most] of [
      [{ cart: '77' }, 200],
      [{ channel: 'app', cart: '77' }, 200],
      [{ channel: 'app' }, COUNT],
    ] as const) {
      const root = await planOf(noteBreadthSql(metadata));
      if (most < COUNT) expect(readWhole(root)).toEqual([]);
      expect(mostRows(root)).toBeLessThanOrEqual(most);
    }
  });

  it('beyond the limit the newest orders are scanned: a page may be empty and have a next one', async () => {
    const { rows: found, next } = await search.find({ ...ALL, text: 'L-000' }, { limit: 50, after: null });
    expect(found).toEqual([]);
    expect(next).not.toBeNull();
  });
});
