import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { ReportService } from '#src/accounting/report/report.service.js';
import { OrderSearchService } from '#src/reading/order-search.service.js';
import { ALL_ORDERS } from '#src/orders/model/order-search.types.js';
import type { OrderFilter } from '#src/orders/model/order-search.types.js';
import { StoredOrders } from '#src/orders/storage/stored-orders.service.js';
import { OrderSearchRepository } from '#src/reading/storage/order-search.repository.js';
import { noteBreadthSql, breadthSql, partSql } from '#src/reading/storage/search/candidates.js';
import { searchSql } from '#src/reading/storage/search/search-sql.js';
import type { Way } from '#src/reading/storage/search/conditions.js';
import type { Position } from '#src/platform/database/pages.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { COMMON_ADDRESS, COMMON_CUSTOMER, fillWithOrders, SMALL_SHOP } from '../support/many-orders.js';
import { DAY } from '../support/moments.js';
import { Rows } from '../support/service-rows.js';
import { UNCHECKED } from '../support/sealed-orders.js';

const COUNT = 100_000;
const ALL: OrderFilter = ALL_ORDERS;
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const number = (i: number): string => `L-${String(i).padStart(7, '0')}`;

/** Every second order has one customer's e-mail address, every fifth sale one payee's; the others have their own. */
const EMAILS = [
  `UPDATE orders SET customer_email = '', customer_email_key_id = 'k',
     customer_email_digest = sha256((CASE WHEN right(merchant_order_no, 1) IN ('1', '3', '5', '7', '9') THEN 'common'
                                          ELSE merchant_order_no END)::bytea)
    WHERE right(merchant_order_no, 1) <> '0'`,
  `UPDATE trades SET payee_sealed = '', payee_key_id = 'k',
     payee_email_digest = sha256((CASE WHEN right(trade_no, 3)::integer % 200 = 0 THEN 'payee' ELSE trade_no END)::bytea)
    WHERE side = 'SELL'`,
];

/** Every 700th order goes unanswered. */
const UNANSWERED = `UPDATE schedules SET watch_class = 'paid', next_query_at = now(), planned_at = now(), missed_answers = 3
   WHERE right(trade_no, 7)::integer % 700 = 0`;

let testDatabase: TestDatabase;
let rows: Rows;
let source: ReturnType<typeof createDataSource>;
let database: Database;
let search: OrderSearchService;

beforeAll(async () => {
  testDatabase = await freshDatabase();
  rows = Rows.of(testDatabase.url);
  await fillWithOrders(rows, COUNT);
  for (const statement of [...EMAILS, UNANSWERED]) await rows.query(statement);
  await rows.query('VACUUM ANALYZE orders, trades, schedules');
  source = createDataSource(testDatabase.url);
  database = new Database(new PooledStatements(source));
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
  ['a part of a new number', { text: number(COUNT - 2).slice(3) }, `merchant_order_no = '${number(COUNT - 2)}'`],
  ['a part of an old number', { text: '0000077' }, 'false'],
  ['a part of a new number, of a side', { text: number(COUNT - 2).slice(3), side: 'BUY' }, 'false'],
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
  [
    'an e-mail address of one order, under the second of two keys',
    { text: 'a@b', emailDigests: [digest('other key'), digest(number(12))] },
    `merchant_order_no = '${number(12)}'`,
  ],
  [
    'an e-mail address of half of all, of a rare status',
    { text: 'a@b', emailDigests: [digest('common')], statuses: ['CANCELLED'] },
    `customer_email_digest = sha256('common') AND status = 'CANCELLED'`,
  ],
  [
    'the e-mail address of a payee',
    { text: 'a@b', emailDigests: [digest('payee')] },
    `side = 'SELL' AND right(merchant_order_no, 3)::integer % 200 = 0`,
  ],
  ['nothing that there is', { text: 'no such thing' }, 'false'],
  ['a pattern', { text: 'L-%' }, 'false'],
  ['a quote', { text: `'; DROP TABLE orders; --` }, 'false'],
];

const OPEN = `status IN ('PAID', 'AWAITING_PAYMENT', 'AWAITING_CRYPTO') AND NOT in_review`;
const BY_AGE = { expiryMs: DAY, firstDelayMs: 5000 };
const BY_ANSWERS = { expiryMs: 3650 * DAY, firstDelayMs: 5000 };

/** Filters for staff only. */
const OF_STAFF: typeof CASES = [
  ['a payment method', { terms: { payWayCode: '20001' } }, `merchant_order_no LIKE '%1003'`],
  [
    'a country, on a network, of a status',
    { terms: { country: 'US', network: 'BSC', crypto: 'USDT' }, statuses: ['PAID'] },
    `status = 'PAID' AND merchant_order_no LIKE '%3'`,
  ],
  ['a country and a network without orders', { terms: { country: 'DE', network: 'BSC' } }, 'false'],
  ['a network, of a customer of very many', { terms: { network: 'BSC' }, text: COMMON_CUSTOMER }, 'false'],
  ['what is overdue for its age', { overdue: BY_AGE }, OPEN],
  [
    'what is overdue without answers',
    { overdue: BY_ANSWERS },
    `${OPEN} AND right(merchant_order_no, 7)::integer % 700 = 0`,
  ],
  [
    'what is overdue, of a side, on a network',
    { overdue: BY_ANSWERS, side: 'BUY', terms: { network: 'ETH' } },
    `${OPEN} AND right(merchant_order_no, 7)::integer % 700 = 0 AND side = 'BUY'`,
  ],
  ['what is overdue and completed', { overdue: BY_AGE, statuses: ['COMPLETED'] }, 'false'],
  ['what is overdue and in review', { overdue: BY_AGE, inReview: true }, 'false'],
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
  it.each([...CASES, ...OF_STAFF, ...OF_SERVERS])(
    '%s: each once, newest first',
    async (_what, filter, condition) => {
      const wanted = await expected(condition);
      const { numbers } = await walk({ ...ALL, ...filter }, 200);
      expect(numbers).toEqual(wanted);
    },
    120_000,
  );

  it('overdue: as many as the report counts', async () => {
    const span = { from: new Date('2026-01-01T00:00:00.008Z'), to: null };
    for (const policy of [BY_AGE, BY_ANSWERS]) {
      const { buckets } = await new ReportService(database).report({ span, policy, timeoutMs: 60_000 });
      const { numbers } = await walk({ ...ALL, ...span, overdue: policy }, 200);
      expect(numbers).toHaveLength(buckets.overdue);
      expect(buckets.overdue).toBeGreaterThan(10);
    }
  }, 120_000);

  it('by the terms of the current trade', async () => {
    await rows.query(
      `INSERT INTO trades (trade_no, merchant_order_no, n, side, status, outcome, asked, stamp, status_at, created_at,
                        updated_at)
       SELECT $1, $2, 2, 'BUY', 'CREATING', 'unknown', asked || '{"payWayCode":"30001"}', 1, now(), now(), now()
         FROM trades WHERE trade_no = $2`,
      [`${number(9)}-r2`, number(9)],
    );
    expect((await walk({ ...ALL, terms: { payWayCode: '30001' } }, 200)).numbers).toEqual([number(9)]);
    const former = { ...ALL, text: number(9), terms: { payWayCode: '10001' } };
    expect((await walk(former, 200)).numbers).toEqual([]);
  }, 120_000);

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
    ['an e-mail address of half of all', { text: 'a@b', emailDigests: [digest('common')] }, 'text', 60, MOST_BLOCKS],
    ['the e-mail address of a payee', { text: 'a@b', emailDigests: [digest('payee')] }, 'text', 600, 4000],
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
    ['a rare payment method', { terms: { payWayCode: '20001' } }, 'choice', 5000, 5000 * 6],
    ['a network of a status', { terms: { network: 'BSC' }, statuses: ['PAID'] }, 'choice', 5000, 5000 * 6],
    ['overdue for their age', { overdue: BY_AGE }, 'choice', 5000, 5000 * 10],
    ['overdue without answers', { overdue: BY_ANSWERS }, 'choice', 5000, 5000 * 10],
    ['overdue, of a customer of very many', { overdue: BY_ANSWERS, text: COMMON_CUSTOMER }, 'text', 1000, 1000 * 10],
  ])('%s: a bounded number', async (_what, filter, way, most, mostBlocks) => {
    const root = await plan({ ...ALL, ...filter }, null, way);
    expect(readWhole(root)).toEqual([]);
    expect(mostRows(root)).toBeLessThanOrEqual(most);
    expect(blocks(root)).toBeLessThan(mostBlocks);
  });

  it('the extent of a text search is measured up to a limit', async () => {
    const root = await planOf(breadthSql({ text: 'L-', emailDigests: [] }));
    expect(readWhole(root)).toEqual([]);
    expect(mostRows(root)).toBeLessThanOrEqual(5001);
  });

  it('a part of a number is looked for among the newest orders alone', async () => {
    const root = await planOf(partSql('0019', 51)!);
    expect(readWhole(root)).toEqual([]);
    expect(mostRows(root)).toBeLessThanOrEqual(5000);
    expect(blocks(root)).toBeLessThan(5000);
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
