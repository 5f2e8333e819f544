import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CallbackReceiptsService } from '#src/callbacks/callback-receipts.service.js';
import type { CallbackSummary, ReceivedCallback } from '#src/callbacks/callback-receipts.service.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { openOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { SystemChance } from '#src/platform/chance.js';

interface Row {
  readonly id: string;
  readonly trade_no: string;
  readonly payload_hash: Buffer;
  readonly claimed_status: string | null;
  readonly key_id: string;
  readonly content: Buffer;
  readonly times: number;
  readonly received_at: Date;
  readonly last_received_at: Date | null;
}

let database: TestDatabase;
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(made: Promise<TestDatabase>): Promise<pg.Client> {
  database = await made;
  closing.push(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  closing.push(() => client.end());
  return client;
}

async function rowsOf(client: pg.Client): Promise<Row[]> {
  return (await client.query<Row>('SELECT * FROM callback_receipts ORDER BY received_at, id')).rows;
}

function openReceipts(): { receipts: CallbackReceiptsService; opened: OrderWriter } {
  const opened = openOrderWriter(database.url);
  closing.push(() => opened.close());
  return { receipts: new CallbackReceiptsService(opened.database, opened.keys, new SystemChance()), opened };
}

const callback = (given: Partial<ReceivedCallback> = {}): ReceivedCallback => ({
  tradeNo: 'A-1',
  method: 'POST',
  query: 'a=b',
  headers: { timestamp: '1' },
  body: Buffer.from('{"status":"FINISHED"}'),
  ...given,
});

const news = (given: Partial<CallbackSummary> = {}): CallbackSummary => ({
  payloadHash: Buffer.alloc(32, 1),
  claimedStatus: 'FINISHED',
  ...given,
});

describe('callbacks: a receipt', () => {
  let client: pg.Client;
  let receipts: CallbackReceiptsService;
  let opened: OrderWriter;
  beforeEach(async () => {
    client = await open(freshDatabase());
    ({ receipts, opened } = openReceipts());
  });

  it('of a single callback is one row with its bytes', async () => {
    const stored = await receipts.store(callback(), news());
    const [row, second] = await rowsOf(client);
    expect(second).toBeUndefined();
    expect(stored).toEqual({ id: row!.id, times: 1 });
    expect(row).toMatchObject({
      trade_no: 'A-1',
      claimed_status: 'FINISHED',
      payload_hash: Buffer.alloc(32, 1),
      times: 1,
      last_received_at: null,
    });
    const ring = await opened.keys.ring();
    const plain = ring.open('callback-receipt', row!.id, { keyId: row!.key_id, bytes: row!.content });
    expect(JSON.parse(plain.toString())).toEqual({
      query: 'a=b',
      headers: { timestamp: '1' },
      body: Buffer.from('{"status":"FINISHED"}').toString('base64'),
    });
  });

  it('keeps its first bytes and time after a repeat', async () => {
    await receipts.store(callback(), news());
    const [first] = await rowsOf(client);
    await receipts.store(callback({ headers: { timestamp: '2' } }), news({ claimedStatus: 'OTHER' }));
    const [row] = await rowsOf(client);
    expect(row).toEqual({ ...first, times: 2, last_received_at: row!.last_received_at });
    expect(row!.last_received_at!.getTime()).toBeGreaterThanOrEqual(first!.received_at.getTime());
  });

  it.each<[string, Partial<ReceivedCallback>, Partial<CallbackSummary>]>([
    ['of another trade', { tradeNo: 'A-1-r2' }, {}],
    ['with other content', {}, { payloadHash: Buffer.alloc(32, 2) }],
  ])('%s is a row of its own, and both are counted apart', async (_, given, judged) => {
    await receipts.store(callback(given), news(judged));
    await receipts.store(callback(), news());
    await receipts.store(callback(), news());
    await receipts.store(callback(given), news(judged));
    await receipts.store(callback(), news());
    expect((await rowsOf(client)).map(({ times }) => times)).toEqual([2, 3]);
  });

  it('of a new callback is kept among very many: bytes are limited, the count is not', async () => {
    const MANY = 40;
    const large = Buffer.alloc(60_000, 1);
    for (let n = 1; n <= MANY; n += 1) {
      await receipts.store(callback({ body: large }), news({ payloadHash: Buffer.alloc(32, n) }));
      // A repeat takes no room, so nothing is dropped.
      await receipts.store(callback({ body: large }), news({ payloadHash: Buffer.alloc(32, n) }));
    }
    await receipts.store(callback({ tradeNo: 'A-2' }), news());
    const { rows } = await client.query<{ hash: string; bytes: number; times: number; dropped: number }>(
      `SELECT encode(payload_hash, 'hex') AS hash, octet_length(content) AS bytes, times, dropped
         FROM callback_receipts WHERE trade_no = 'A-1' ORDER BY received_at DESC`,
    );
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    expect(bytes).toBeLessThanOrEqual(512 * 1024);
    expect(bytes).toBeGreaterThan(512 * 1024 - rows[0]!.bytes);
    // The newest ones, in order.
    const newest = rows.map((_, index) => Buffer.alloc(32, MANY - index).toString('hex'));
    expect(rows.map(({ hash }) => hash)).toEqual(newest);
    expect(rows.reduce((sum, { times, dropped }) => sum + times + dropped, 0)).toBe(2 * MANY);
    expect((await rowsOf(client)).filter(({ trade_no }) => trade_no === 'A-2')).toHaveLength(1);
  });

  it('belongs to the order of a known trade, and to none of an unknown trade', async () => {
    await receipts.store(callback(), news());
    const { rows } = await client.query('SELECT merchant_order_no FROM callback_receipts');
    expect(rows).toEqual([{ merchant_order_no: null }]);
  });
});
