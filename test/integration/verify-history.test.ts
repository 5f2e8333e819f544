import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { HistoryCheckService } from '#src/accounting/history/history-check.service.js';
import type { CheckResult, HistorySelection } from '#src/accounting/history/history-check.service.js';
import { HistoryRepository } from '#src/accounting/history/history.repository.js';
import type { Fault } from '#src/accounting/history/judge-order.js';
import { ALL_TIME } from '#src/accounting/span.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { sealedText, endText } from '#src/orders/decisions/history.js';
import type { OrderEvent } from '#src/orders/model/order.types.js';
import { OrderActs } from '../support/order-acts.js';
import { openOrderWriter, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

let opened: OrderWriter;
let orders: OrderActs;

beforeEach(async () => {
  opened = await openOwnOrderWriter();
  orders = new OrderActs(opened);
});

afterEach(() => opened.close());

const EVERYTHING: HistorySelection = { order: null, span: ALL_TIME };

async function check(selection = EVERYTHING): Promise<CheckResult & { found: Fault[] }> {
  const ring = await opened.keys.ring();
  const found: Fault[] = [];
  const result = await new HistoryCheckService(new HistoryRepository(opened.database)).check(selection, ring, {
    fault: (fault) => {
      found.push(fault);
      return Promise.resolve();
    },
    progress: () => undefined,
  });
  expect(result.faults).toBe(found.length);
  return { ...result, found };
}

const sql = <Row>(text: string, ...parameters: unknown[]): Promise<Row[]> =>
  opened.database.query<Row>(text, parameters);

/** Actions of a database owner without the key. */
async function tamper(...statements: readonly string[]): Promise<void> {
  await sql('ALTER TABLE order_events DISABLE TRIGGER ALL');
  for (const statement of statements) await sql(statement);
}

/** Three orders with three entries each: created, seen, paid. */
async function threeOrders(): Promise<void> {
  for (const number of ['A-1', 'A-2', 'A-3']) {
    await orders.created(number);
    await orders.seen(number);
  }
}

const entriesOf = (number: string): Promise<OrderEvent[]> =>
  sql<OrderEvent>(
    `SELECT merchant_order_no AS "merchantOrderNo", seq, at, trade_no AS "tradeNo", kind, cause, data, evidence,
            evidence_mac AS "evidenceMac",
            key_id AS "keyId", mac FROM order_events WHERE merchant_order_no = $1 ORDER BY seq`,
    number,
  );

const IN_A2 = `merchant_order_no = 'A-2'`;
const SECOND_OF_A2 = `${IN_A2} AND seq = 2`;

describe('verify-history: a sound database', () => {
  it('has no faults, and orders and entries are counted', async () => {
    await threeOrders();
    await orders.superseded('B-1');
    await orders.refused('B-2');
    await orders.neverCreated('B-3');
    await orders.notSent('B-4', true);
    await orders.created('B-5');
    await orders.seen('B-5', { address: 'elsewhere' });
    await orders.created('B-6');
    await orders.seen('B-6', { address: 'elsewhere' });
    await orders.seen('B-6');
    const { orders: count, entries, found, missingKeys } = await check();
    const [stored] = await sql<{ n: string }>('SELECT count(*) AS n FROM order_events');
    expect({ count, entries, found, missingKeys }).toEqual({
      count: 9,
      entries: Number(stored!.n),
      found: [],
      missingKeys: [],
    });
  });

  it('has no faults during concurrent writes: each order is read in one snapshot', async () => {
    const writer = openOrderWriter(opened.url);
    const busy = new OrderActs(writer);
    let writing = true;
    const write = async (lane: string): Promise<void> => {
      for (let n = 1; writing; n++) {
        await busy.created(`${lane}-${n}`);
        await busy.seen(`${lane}-${n}`, { address: 'elsewhere' });
        await busy.seen(`${lane}-${n}`, { status: 'TRANSFERRING', rampStatus: 'TRANSFER' });
        await sleep(1);
      }
    };
    const lanes = [write('V'), write('W')];
    const checked: number[] = [];
    try {
      for (let n = 0; n < 40; n++) {
        const { found, orders: count } = await check();
        expect(found).toEqual([]);
        checked.push(count);
      }
    } finally {
      writing = false;
      await Promise.all(lanes);
      await writer.close();
    }
    expect(checked.at(-1)).toBeGreaterThan(checked[0]!);
  });

  it('is read in batches, each order once, by any selection', async () => {
    const numbers = Array.from({ length: 601 }, (_, n) => `N-${n}`);
    await orders.created('N-0');
    await sql(
      `INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object('merchant_order_no', 'N-' || n))).*
         FROM orders o, generate_series(1, 600) n`,
    );
    const all = await check();
    expect(all.orders).toBe(601);
    // The copies have neither trades nor entries.
    expect(new Set(all.found.map((fault) => fault.merchantOrderNo))).toEqual(new Set(numbers.slice(1)));
    expect(all.found.filter((fault) => fault.reason === 'there is no history')).toHaveLength(600);
    const span = { from: new Date('2000-01-01'), to: new Date('2100-01-01') };
    const inSpan = await check({ order: null, span });
    expect([inSpan.orders, inSpan.faultyOrders]).toEqual([601, 600]);
    await sql(`UPDATE orders SET created_at = '2000-01-01' WHERE merchant_order_no = 'N-7'`);
    expect((await check({ order: null, span: { from: span.from, to: new Date('2001-01-01') } })).orders).toBe(1);
    expect((await check({ order: null, span: { from: null, to: span.from } })).orders).toBe(0);
    expect((await check({ order: 'N-7', span: ALL_TIME })).orders).toBe(1);
    expect((await check({ order: 'N-0', span: ALL_TIME })).found).toEqual([]);
    expect(await check({ order: 'N-9999', span: ALL_TIME })).toMatchObject({ orders: 0, faults: 0 });
  });
});

describe('verify-history: an altered entry', () => {
  beforeEach(() => threeOrders());

  it.each([
    ['its order', `merchant_order_no = 'A-9'`],
    ['its number', 'seq = 9'],
    ['its time', `at = at + interval '1 ms'`],
    ['its time, by less than a millisecond', `at = at + interval '1 microsecond'`],
    ['its time, to no time', `at = 'infinity'`],
    ['its trade', `trade_no = 'A-1'`],
    ['its trade, taken away', `trade_no = NULL`],
    ['its kind', `kind = 'refused'`],
    ['its cause', `cause = '{"kind": "staff"}'`],
    ['its data', `data = data || '{"more": 1}'`],
    ['its evidence', `evidence = '{"seen": "something else"}'`],
    ['its evidence, put in', `evidence = '{"seen": "something"}', evidence_mac = NULL`],
    ["its evidence's HMAC", `evidence_mac = sha256('')`],
    ['its key', `key_id = '2'`],
    ['its HMAC', `mac = sha256('')`],
  ])('is found: %s', async (_what, change) => {
    await tamper(`UPDATE order_events SET ${change} WHERE ${SECOND_OF_A2}`);
    const { found, faultyOrders } = await check();
    expect(found.some((fault) => fault.merchantOrderNo === 'A-2')).toBe(true);
    const elsewhere = found.filter((fault) => fault.merchantOrderNo !== 'A-2');
    if (change.includes('A-9')) {
      expect(elsewhere).toEqual([
        { merchantOrderNo: 'A-9', entry: null, reason: 'there is no such order, and 1 entries of it are there' },
      ]);
    } else expect([elsewhere, faultyOrders]).toEqual([[], 1]);
  });

  it('is named', async () => {
    await tamper(`UPDATE order_events SET kind = 'refused' WHERE ${SECOND_OF_A2}`);
    expect((await check()).found).toEqual([
      {
        merchantOrderNo: 'A-2',
        entry: 2,
        reason: 'does not have the HMAC of what it says and of the entry before it',
      },
    ]);
  });

  it('without its evidence is found, unless it was erased', async () => {
    await tamper(`UPDATE order_events SET evidence = NULL WHERE merchant_order_no = 'A-2' AND evidence IS NOT NULL`);
    const { found } = await check();
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ reason }) => reason))).toEqual(new Set(['its evidence was taken away']));
  });

  it('resealed under an unknown key is found, and the key id reported', async () => {
    const ring = new KeyRing([{ id: 'other', bytes: Buffer.alloc(32, 9) }]);
    const mac = (text: string): Buffer => ring.mac('history', text)!;
    let before: Buffer | null = null;
    await tamper();
    for (const event of await entriesOf('A-2')) {
      const forged: OrderEvent = { ...event, cause: { kind: 'staff' }, keyId: 'other' };
      const sealed: Buffer = mac(sealedText(forged, before));
      before = mac(endText('A-2', event.seq, sealed));
      await sql(
        `UPDATE order_events SET cause = $2, key_id = 'other', mac = $3 WHERE ${IN_A2} AND seq = $1`,
        event.seq,
        JSON.stringify(forged.cause),
        sealed,
      );
    }
    await sql(`UPDATE orders SET last_event_mac = $1 WHERE ${IN_A2}`, before);
    const { found, missingKeys } = await check();
    expect(missingKeys).toEqual(['other']);
    expect(found.map((fault) => fault.merchantOrderNo)).toEqual(expect.arrayContaining(['A-2', 'A-2', 'A-2']));
    expect(found[0]?.reason).toBe('there is no service key other');
  });
});

describe('verify-history: a removed entry', () => {
  beforeEach(() => threeOrders());

  it.each([1, 2, 3])('is found: number %i', async (seq) => {
    await tamper(`DELETE FROM order_events WHERE ${IN_A2} AND seq = ${seq}`);
    expect((await check()).faultyOrders).toBe(1);
  });

  it('is found at the end, even with matching count and last HMAC in the order', async () => {
    await tamper(
      `DELETE FROM order_events WHERE ${IN_A2} AND seq = 3`,
      `UPDATE orders SET event_count = 2, version = 2, status = 'AWAITING_PAYMENT',
              last_event_mac = (SELECT mac FROM order_events WHERE ${SECOND_OF_A2}) WHERE ${IN_A2}`,
      `UPDATE trades SET status = 'AWAITING_PAYMENT' WHERE ${IN_A2}`,
    );
    expect((await check()).found).toContainEqual({
      merchantOrderNo: 'A-2',
      entry: null,
      reason: 'the order ends its history elsewhere',
    });
  });

  it('is found if all entries are removed', async () => {
    await tamper(
      `DELETE FROM order_events WHERE ${IN_A2}`,
      `UPDATE orders SET event_count = 0, last_event_mac = NULL WHERE ${IN_A2}`,
    );
    const nothing = { merchantOrderNo: 'A-2', entry: null, reason: 'there is no history' };
    expect((await check()).found).toContainEqual(nothing);
  });

  it('is found if only the order is removed', async () => {
    await tamper(
      'ALTER TABLE orders DISABLE TRIGGER ALL',
      'ALTER TABLE trades DISABLE TRIGGER ALL',
      `DELETE FROM trades WHERE merchant_order_no = 'A-3'`,
      `DELETE FROM orders WHERE merchant_order_no = 'A-3'`,
    );
    expect((await check()).found).toEqual([
      { merchantOrderNo: 'A-3', entry: null, reason: 'there is no such order, and 3 entries of it are there' },
    ]);
  });
});

describe('verify-history: moved entries', () => {
  beforeEach(() => threeOrders());

  it.each([
    [1, 2],
    [2, 3],
  ])('are found after an exchange of %i and %i', async (a, b) => {
    await tamper(
      `UPDATE order_events SET seq = 99 WHERE ${IN_A2} AND seq = ${a}`,
      `UPDATE order_events SET seq = ${a} WHERE ${IN_A2} AND seq = ${b}`,
      `UPDATE order_events SET seq = ${b} WHERE ${IN_A2} AND seq = 99`,
    );
    expect((await check()).found.map((fault) => fault.entry)).toEqual(expect.arrayContaining([a, b]));
  });

  it('are found on both orders if moved to another one', async () => {
    await tamper(
      `UPDATE order_events SET merchant_order_no = 'A-1', seq = 4 WHERE ${IN_A2} AND seq = 3`,
      `UPDATE orders SET event_count = 4, version = 4 WHERE merchant_order_no = 'A-1'`,
      `UPDATE orders SET event_count = 2, version = 2 WHERE ${IN_A2}`,
    );
    const { found } = await check();
    expect(new Set(found.map((fault) => fault.merchantOrderNo))).toEqual(new Set(['A-1', 'A-2']));
  });

  it('are found if inserted at the end or in between', async () => {
    const forged = (seq: number): string => `INSERT INTO order_events
      SELECT merchant_order_no, ${seq}, at, trade_no, 'refused', cause, data, evidence, evidence_mac, key_id, sha256('forged')
        FROM order_events WHERE ${SECOND_OF_A2}`;
    await tamper(forged(4), `UPDATE orders SET event_count = 4 WHERE ${IN_A2}`);
    expect((await check()).found.map((fault) => fault.entry)).toContain(4);
    await tamper(
      `DELETE FROM order_events WHERE ${IN_A2} AND seq = 4`,
      `UPDATE order_events SET seq = 4 WHERE ${IN_A2} AND seq = 3`,
      forged(3),
    );
    expect((await check()).found.map((fault) => fault.entry)).toEqual(expect.arrayContaining([3, 4]));
  });
});

describe('verify-history: an altered order', () => {
  beforeEach(() => threeOrders());

  it.each([
    ['its status', `UPDATE orders SET status = 'COMPLETED' WHERE ${IN_A2}`, 'its status is COMPLETED'],
    ['a status that nobody knows in a trade', `UPDATE trades SET status = 'ALMOST' WHERE ${IN_A2}`, ''],
    ['its failure code', `UPDATE orders SET failure_code = 'expired' WHERE ${IN_A2}`, 'its failure code is expired'],
    ['its review flag', `UPDATE orders SET in_review = true WHERE ${IN_A2}`, 'it is in review, and 0 of'],
    ['its version, too high', `UPDATE orders SET version = 4 WHERE ${IN_A2}`, 'its version is 4'],
    ['its version, too low', `UPDATE orders SET version = 1 WHERE ${IN_A2}`, 'its version is 1'],
    ['its count', `UPDATE orders SET event_count = 4 WHERE ${IN_A2}`, 'the order counts 4 entries'],
    ['its end', `UPDATE orders SET last_event_mac = NULL WHERE ${IN_A2}`, 'the order ends its history elsewhere'],
    ['its trades, gone', `DELETE FROM trades WHERE ${IN_A2}`, 'there is no trade'],
    [
      'a mismatch that was made to vanish',
      `DELETE FROM mismatches WHERE ${IN_A2}`,
      'it is in review, and 0 of its mismatches are open',
    ],
  ])('is found: %s', async (_what, statement, reason) => {
    if (statement.includes('mismatches')) await orders.seen('A-2', { address: 'elsewhere' });
    await tamper('ALTER TABLE trades DISABLE TRIGGER trades_rules', statement);
    const { found, faultyOrders } = await check();
    expect([faultyOrders, found[0]?.merchantOrderNo]).toEqual([1, 'A-2']);
    expect(found.map((fault) => fault.reason).join('\n')).toContain(reason);
  });
});
