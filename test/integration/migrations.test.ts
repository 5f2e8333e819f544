import pg from 'pg';
import type { DataSource } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

let database: TestDatabase;
let client: pg.Client;

async function open(made: Promise<TestDatabase>): Promise<void> {
  database = await made;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}

afterEach(async () => {
  await client.end();
  await database.drop();
});

async function withSource<T>(work: (source: DataSource) => Promise<T>): Promise<T> {
  const source = createDataSource(database.url);
  await source.initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

async function schema(): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(`
    SELECT format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS what
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'type ' || typname FROM pg_type WHERE typnamespace = 'public'::regnamespace
    UNION ALL SELECT 'sequence ' || sequencename FROM pg_sequences WHERE schemaname = 'public'
    ORDER BY 1`);
  return rows.map(({ what }) => what);
}

const ofTheLedger = /migrations/;

describe('the migrations', () => {
  beforeEach(() => open(emptyDatabase()));

  it('go up, down with nothing left, and up again to the same', async () => {
    await withSource(async (source) => {
      const done = await source.runMigrations();
      expect(done.length).toBe(source.migrations.length);
      const first = await schema();
      expect(first.filter((what) => what.startsWith('column ')).length).toBeGreaterThan(50);

      for (let left = done.length; left > 0; left--) await source.undoLastMigration();
      expect((await schema()).filter((what) => !ofTheLedger.test(what))).toEqual([]);

      await source.runMigrations();
      expect(await schema()).toEqual(first);
    });
  });

  it('run twice do no harm', async () => {
    await withSource((source) => source.runMigrations());
    const first = await schema();
    const again = await withSource((source) => source.runMigrations());
    expect(again).toEqual([]);
    expect(await schema()).toEqual(first);
  });
});

describe('the migrated schema', () => {
  beforeEach(() => open(freshDatabase()));

  it('is what the entities say: TypeORM would change nothing', async () => {
    const wanted = await withSource((source) => source.driver.createSchemaBuilder().log());
    expect(wanted.upQueries.map(({ query }) => query)).toEqual([]);
  });

  it.each([
    'ALTER TABLE trades ADD COLUMN of_nobody text',
    'ALTER TABLE orders DROP COLUMN failure_code',
    'ALTER TABLE trades ALTER COLUMN sends TYPE bigint',
    'ALTER TABLE order_events ALTER COLUMN mac DROP NOT NULL',
    'DROP INDEX schedules_due',
    'ALTER TABLE mismatches DROP CONSTRAINT mismatches_resolution',
    'ALTER TABLE outbox DROP CONSTRAINT outbox_order_fkey',
    'ALTER TABLE orders ALTER COLUMN version DROP DEFAULT',
  ])('and it would see: %s', async (difference) => {
    await client.query(difference);
    const wanted = await withSource((source) => source.driver.createSchemaBuilder().log());
    expect(wanted.upQueries).not.toEqual([]);
  });

  it('compares indexed text of orders by bytes in any database locale', async () => {
    const { rows } = await client.query(
      `SELECT i.relname AS index, a.attname AS column
         FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am m ON m.oid = i.relam
         JOIN pg_attribute a ON a.attrelid = i.oid JOIN pg_collation l ON l.oid = a.attcollation
        WHERE m.amname = 'btree' AND l.collname <> 'C' AND x.indrelid IN (
          SELECT attrelid FROM pg_attribute WHERE attname IN ('merchant_order_no', 'trade_no'))`,
    );
    expect(rows).toEqual([]);
  });

  it('has no trigger of statements', async () => {
    const { rows } = await client.query('SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgtype & 1 = 0');
    expect(rows).toEqual([]);
  });

  it('has no pending migration', async () => {
    expect(await withSource((source) => source.showMigrations())).toBe(false);
  });
});

describe('what the database itself refuses', () => {
  beforeEach(() => open(freshDatabase()));

  type Row = Record<string, unknown>;

  const TERMS = {
    fiat: 'USD',
    amount: '100.00',
    crypto: 'USDT',
    network: 'ETH',
    address: '0xabc',
    payWayCode: '10001',
    country: 'US',
  };

  const order = (given: Row = {}): Row => ({
    merchant_order_no: 'A-1001',
    side: 'BUY',
    caller: 'everybody',
    status: 'CREATING',
    secret_salt: Buffer.alloc(16),
    created_at: new Date(),
    updated_at: new Date(),
    ...given,
  });

  const trade = (given: Row = {}): Row => ({
    trade_no: 'A-1001',
    merchant_order_no: 'A-1001',
    n: 1,
    side: 'BUY',
    status: 'CREATING',
    outcome: 'in_flight',
    asked: JSON.stringify(TERMS),
    stamp: 1,
    status_at: new Date(),
    created_at: new Date(),
    updated_at: new Date(),
    ...given,
  });

  const created = { outcome: 'created', order_no: 'P-1', pay_url: 'https://pay.example' };

  const entry = (given: Row = {}): Row => ({
    merchant_order_no: 'A-1001',
    seq: 1,
    at: new Date(),
    kind: 'reserved',
    cause: '{}',
    data: '{}',
    key_id: 'k1',
    mac: Buffer.alloc(32),
    ...given,
  });

  const mismatch = (given: Row = {}): Row => ({
    id: '00000000-0000-4000-8000-000000000001',
    merchant_order_no: 'A-1001',
    trade_no: 'A-1001',
    kind: 'field',
    field: 'address',
    opened_at: new Date(),
    ...given,
  });

  async function insert(table: string, row: Row): Promise<void> {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`);
    await client.query(`INSERT INTO ${table} (${names.join()}) VALUES (${places.join()})`, Object.values(row));
  }

  const refuses = (constraint: string): unknown => expect.objectContaining({ constraint });

  it('nothing of a whole order with its trade, history and mismatch', async () => {
    await insert('orders', order());
    await insert('trades', trade(created));
    await insert('order_events', entry());
    await insert('mismatches', mismatch());
  });

  it.each<[string, Row, string]>([
    ['no number', { merchant_order_no: '' }, 'orders_number'],
    ['a number that begins with a dash', { merchant_order_no: '-A' }, 'orders_number'],
    ['a number with a blank', { merchant_order_no: 'A 1' }, 'orders_number'],
    ['a number with a line end', { merchant_order_no: 'A\n' }, 'orders_number'],
    ['a number with a letter beyond ASCII', { merchant_order_no: 'Ä' }, 'orders_number'],
    ['a number of 45', { merchant_order_no: 'A'.repeat(45) }, 'orders_number'],
    ['a number like a later trade\u2019s', { merchant_order_no: 'A-r2' }, 'orders_number'],
    ['a number like a later trade\u2019s, in capitals', { merchant_order_no: 'A-R17' }, 'orders_number'],
    ['an unknown side', { side: 'SWAP' }, 'orders_side'],
    ['an unknown status', { status: 'PAY_SUCCESS' }, 'orders_status'],
    ['version 0', { version: 0 }, 'orders_counts'],
    ['fewer than no entries', { event_count: -1 }, 'orders_counts'],
    ['the end of no secret', { secret_salt: null, secret_until: new Date() }, 'orders_secret'],
  ])('of an order: %s', async (_, given, constraint) => {
    await expect(insert('orders', order(given))).rejects.toEqual(refuses(constraint));
  });

  it('a sale needs nothing of what only a purchase asks for', async () => {
    await insert('orders', order({ side: 'SELL', status: 'REGISTERED' }));
    const registered = { side: 'SELL', status: 'REGISTERED', outcome: 'registered' };
    await insert('trades', trade({ ...registered, asked: null, stamp: null }));
  });

  it.each([
    ['the same', 'A-1001', 'orders_pkey'],
    ['another letter case', 'a-1001', 'orders_number_any_case'],
  ])('a number twice: %s', async (_, number, constraint) => {
    await insert('orders', order());
    await expect(insert('orders', order({ merchant_order_no: number }))).rejects.toEqual(refuses(constraint));
  });

  describe('of a trade', () => {
    beforeEach(() => insert('orders', order()));

    it.each<[string, Row, string]>([
      ['another order\u2019s number', { trade_no: 'A-1002' }, 'trades_number'],
      ['the first with the form of a later one', { trade_no: 'A-1001-r1' }, 'trades_number'],
      ['the second with the order\u2019s own number', { n: 2 }, 'trades_number'],
      ['the second with the third\u2019s number', { n: 2, trade_no: 'A-1001-r3' }, 'trades_number'],
      ['number zero', { n: 0, trade_no: 'A-1001-r0' }, 'trades_number'],
      ['another letter case than its order', { trade_no: 'a-1001' }, 'trades_number'],
      ['an unknown side', { side: 'SWAP' }, 'trades_side'],
      ['an unknown status', { status: 'REFUND' }, 'trades_status'],
      ['an unknown outcome', { outcome: 'lost' }, 'trades_outcome'],
      ['one of ours without a stamp', { stamp: null }, 'trades_stamped'],
      ['one of ours that asks for nothing', { asked: null }, 'trades_stamped'],
      ...[
        { amount: '0' },
        { amount: '-1' },
        ...Object.keys(TERMS).flatMap((name) => [{ [name]: null }, { [name]: undefined }]),
      ].map((terms): [string, Row, string] => [
        `one of ours with ${Object.entries(terms).join()}`,
        { asked: JSON.stringify({ ...TERMS, ...terms }) },
        'trades_terms',
      ]),
      ['a payUrl without the provider\u2019s number', { ...created, order_no: null }, 'trades_pay_url'],
      ['a price without its tolerance', { shown_quantity: '99.5' }, 'trades_shown'],
      ['a price of nothing', { shown_quantity: '0', tolerance_percent: '1' }, 'trades_shown'],
      ['a tolerance of more than all', { shown_quantity: '1', tolerance_percent: '100.1' }, 'trades_shown'],
      ['slippage from no price', { slippage_percent: '-1' }, 'trades_shown'],
      ['a payUrl of an unknown outcome', { ...created, outcome: 'unknown' }, 'trades_pay_url'],
      ['a payUrl of a refused trade', { ...created, outcome: 'refused' }, 'trades_pay_url'],
      ['an order that is not there', { merchant_order_no: 'B', trade_no: 'B' }, 'trades_order_fkey'],
    ])('%s', async (_, given, constraint) => {
      await expect(insert('trades', trade(given))).rejects.toEqual(refuses(constraint));
    });

    it.each<[string, Row, string]>([
      ['an unknown class', { watch_class: 'urgent' }, 'schedules_watch_class'],
      ['a due time without a class', { next_query_at: new Date() }, 'schedules_watched'],
      ['a lease without an end', { lease_id: '00000000-0000-4000-8000-000000000001' }, 'schedules_lease'],
      ['an end without a lease', { lease_until: new Date() }, 'schedules_lease'],
      ['a trade that is not there', { trade_no: 'B' }, 'schedules_trade_fkey'],
    ])('in its schedule, %s', async (_, given, constraint) => {
      await insert('trades', trade());
      await expect(insert('schedules', { trade_no: 'A-1001', ...given })).rejects.toEqual(refuses(constraint));
    });

    it.each([
      [2, 'A-1001-r2'],
      [10, 'A-1001-r10'],
      [32767, 'A-1001-r32767'],
    ])('trade %i has the number %s', async (n, tradeNo) => {
      await insert('trades', trade({ n, trade_no: tradeNo }));
    });

    it('the provider\u2019s number twice, also at another order', async () => {
      await insert('trades', trade(created));
      await insert('orders', order({ merchant_order_no: 'B' }));
      const other = trade({ ...created, merchant_order_no: 'B', trade_no: 'B' });
      await expect(insert('trades', other)).rejects.toEqual(refuses('trades_ramp_order_no'));
      const newer = trade({ ...created, n: 2, trade_no: 'A-1001-r2' });
      await expect(insert('trades', newer)).rejects.toEqual(refuses('trades_ramp_order_no'));
    });

    it('nothing of a purchase and a sale that the provider gave the same number', async () => {
      await insert('trades', trade(created));
      await insert('orders', order({ merchant_order_no: 'S', side: 'SELL' }));
      await insert('trades', trade({ ...created, merchant_order_no: 'S', trade_no: 'S', side: 'SELL' }));
    });

    it('many may have none', async () => {
      await insert('trades', trade());
      await insert('trades', trade({ n: 2, trade_no: 'A-1001-r2' }));
    });
  });

  describe('of what belongs to an order', () => {
    beforeEach(async () => {
      await insert('orders', order());
      await insert('order_events', entry());
    });

    it.each<[string, Row, string]>([
      ['an entry twice', {}, 'order_events_pkey'],
      ['an entry number zero', { seq: 0 }, 'order_events_seq'],
      ['a short HMAC', { seq: 2, mac: Buffer.alloc(31) }, 'order_events_mac'],
      ['no order', { merchant_order_no: 'B' }, 'order_events_order_fkey'],
    ])('the history: %s', async (_, given, constraint) => {
      await expect(insert('order_events', entry(given))).rejects.toEqual(refuses(constraint));
    });

    it('the history is not altered, not even to the same', async () => {
      await expect(client.query(`UPDATE order_events SET data = '{"a": 1}'`)).rejects.toMatchObject({ code: '23001' });
      await expect(client.query('UPDATE order_events SET seq = seq')).rejects.toMatchObject({ code: '23001' });
    });

    it('an order that has a history cannot be taken away alone', async () => {
      await expect(client.query('DELETE FROM orders')).rejects.toEqual(refuses('order_events_order_fkey'));
    });

    it('a mismatch is open once; when it is resolved it may be opened again', async () => {
      await insert('mismatches', mismatch());
      const again = mismatch({ id: '00000000-0000-4000-8000-000000000002' });
      await expect(insert('mismatches', again)).rejects.toEqual(refuses('mismatches_open'));
      await client.query(`UPDATE mismatches SET resolved_at = now(), resolved_by = 'staff'`);
      await insert('mismatches', again);
    });

    it('a mismatch that is resolved by nobody', async () => {
      const given = { resolved_at: new Date() };
      await expect(insert('mismatches', mismatch(given))).rejects.toEqual(refuses('mismatches_resolution'));
    });

    it('a service key of another length', async () => {
      const row = { id: 'made', proof: Buffer.alloc(32), key: Buffer.alloc(16) };
      await expect(insert('service_keys', row)).rejects.toEqual(refuses('service_keys_length'));
    });

    it('a message of an order that is not there', async () => {
      const row = {
        id: '00000000-0000-4000-8000-000000000003',
        merchant_order_no: 'B',
        version: 1,
        type: 'order.paid',
        created_at: new Date(),
      };
      await expect(insert('outbox', row)).rejects.toEqual(refuses('outbox_order_fkey'));
    });

    it('a message about nothing, and a second head of the outbox', async () => {
      const row = { id: '00000000-0000-4000-8000-000000000004', type: 'order.paid', created_at: new Date() };
      await expect(insert('outbox', row)).rejects.toEqual(refuses('outbox_about'));
      await expect(insert('outbox_head', { id: 2, position: 0 })).rejects.toEqual(refuses('outbox_head_one'));
    });
  });
});

describe('the one clock', () => {
  beforeEach(() => open(freshDatabase()));

  const ahead = async (): Promise<number> => {
    const { rows } = await client.query<{ ms: number }>(
      'SELECT (extract(epoch FROM checkout_now() - statement_timestamp()) * 1000)::float8 AS ms',
    );
    return rows[0]!.ms;
  };

  it('is Postgres\u2019 own, in whole milliseconds', async () => {
    const { rows } = await client.query<{ digits: number }>(
      `SELECT (extract(microseconds FROM checkout_now())::bigint % 1000)::int AS digits FROM generate_series(1, 50)`,
    );
    expect(new Set(rows.map(({ digits }) => digits))).toEqual(new Set([0]));
    expect(Math.abs(await ahead())).toBeLessThan(2);
  });

  it.each([
    ['1 hour', 3_600_000],
    ['-2 days', -2 * 86_400_000],
    ['0', 0],
    ['', 0],
  ])('a session shifts it by %j', async (shift, ms) => {
    await client.query(`SELECT set_config('ramp_checkout.clock_shift', $1, false)`, [shift]);
    expect(Math.abs((await ahead()) - ms)).toBeLessThan(2);
  });

  it('goes on within a transaction: it is the statement\u2019s time', async () => {
    await client.query('BEGIN');
    const first = await client.query<{ now: Date }>('SELECT checkout_now() AS now');
    await client.query('SELECT pg_sleep(0.02)');
    const second = await client.query<{ now: Date }>('SELECT checkout_now() AS now');
    await client.query('COMMIT');
    expect(second.rows[0]!.now.getTime()).toBeGreaterThan(first.rows[0]!.now.getTime());
  });

  it('is what everything reads: no default of a column asks another one', async () => {
    const { rows } = await client.query<{ what: string }>(
      `SELECT table_name || '.' || column_name AS what FROM information_schema.columns
        WHERE table_schema = 'public' AND column_default ~* 'now\\(|timestamp' AND column_default !~ 'checkout_now'
          AND table_name <> 'migrations'`,
    );
    expect(rows).toEqual([]);
  });
});
