import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resealOrders } from '#src/cli/key/re-encrypt.js';
import { EventBodies } from '#src/follow/outbox/event-bodies.service.js';
import { shownPage } from '#src/orders/decisions/offers.js';
import { ALL_ORDERS } from '#src/orders/model/order-search.types.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import { ErasureService } from '#src/orders/write/erasure.service.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { OrderListService } from '#src/reading/order-list.service.js';
import { OrderFileRepository } from '#src/reading/storage/order-file.repository.js';
import { OrderSearchRepository } from '#src/reading/storage/order-search.repository.js';
import { HOUR, NOW } from '../support/moments.js';
import type { OrderWriter } from '../support/order-writer.js';
import { serviceKey } from '../support/service-keys.js';
import { AlteredOrders, REFUSED } from '../support/altered-orders.js';

let world: AlteredOrders;
let opened: OrderWriter;

beforeAll(async () => {
  world = await AlteredOrders.open();
  ({ opened } = world);
});
afterAll(() => world.close());

const OF_ORDER = 'merchant_order_no = $1';
const CURRENT = `trade_no = $1 || '-r2'`;
const MADE_UP = `INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, asked, seen, opened_at`;

/** What a writer with the service's role makes of an unpaid order with a page. */
const FORGERIES: readonly (readonly [what: string, ...sql: string[]])[] = [
  [
    'completed',
    `UPDATE trades SET status = 'COMPLETED', ramp_status = 'FINISHED', facts = '{"txHash": "0xdead"}' WHERE ${CURRENT}`,
    `UPDATE orders SET status = 'COMPLETED', announced_status = 'COMPLETED' WHERE ${OF_ORDER}`,
    `UPDATE schedules SET next_query_at = NULL, watch_class = 'closed', final_fields_asked = true, fruitless_answers = 99 WHERE ${CURRENT}`,
  ],
  ['told that it was announced', `UPDATE orders SET announced_status = 'COMPLETED' WHERE ${OF_ORDER}`],
  ['given another page', `UPDATE trades SET pay_url = 'https://thief.example' WHERE ${CURRENT}`],
  ['given to another caller', `UPDATE orders SET caller = 'key:thief' WHERE ${OF_ORDER}`],
  ['given notes', `UPDATE orders SET metadata = '{"paid": "yes"}' WHERE ${OF_ORDER}`],
  ['given older secrets', `UPDATE orders SET secret_salt = sha256('x') WHERE ${OF_ORDER}`],
  ['set to another version', `UPDATE orders SET version = 7000 WHERE ${OF_ORDER}`],
  [
    'set to other times',
    `UPDATE orders SET created_at = '2020-01-01', kept_until = now(), erased_at = now() WHERE ${OF_ORDER}`,
  ],
  [
    'said to be free to send',
    `UPDATE trades SET outcome = 'not_sent', pay_url = NULL, superseded = false WHERE ${OF_ORDER}`,
  ],
  [
    'reviewed by a text of theirs',
    `${MADE_UP}) VALUES (gen_random_uuid(), $1, $1 || '-r2', 'field', 'amount', '1', '2', now())`,
  ],
  [
    'resolved by a note of theirs',
    `${MADE_UP}, resolved_at, resolved_by) VALUES (gen_random_uuid(), $1, $1 || '-r2', 'field', 'amount', '1', '2', now(), now(), 'staff:ann')`,
  ],
  ['taken out of review', `UPDATE mismatches SET resolved_at = now(), resolved_by = 'staff:ann' WHERE ${OF_ORDER}`],
  ['reviewed for another reason', `UPDATE mismatches SET seen = 'all is well' WHERE ${OF_ORDER}`],
];

async function forged(sql: readonly string[]): Promise<{ readonly number: string; readonly before: OrderState }> {
  const number = await world.order();
  await world.driven.seen(`${number}-r2`, { status: 'AWAITING_PAYMENT', rampStatus: 'PENDING', address: 'elsewhere' });
  const { state } = await opened.orders.find(number);
  for (const statement of sql) await world.alter(statement, number);
  await expect(world.read(number)).rejects.toMatchObject(REFUSED);
  return { number, before: state! };
}

async function rebuild(number: string): Promise<boolean> {
  const file = await new OrderFileRepository(opened.database).find(number);
  return opened.rebuilds.apply(await opened.rebuilds.plan(file!, 'key:root', 'it was altered'));
}

/** All that staff, customers, the provider and the clock do with an order. */
const DOORS: Readonly<Record<string, (number: string) => Promise<unknown>>> = {
  resolve: async (number) => {
    for (const { id } of await world.mismatches(number))
      await opened.edits.resolveMismatch(id, 'ann', 'fine').catch(refused);
  },
  're-encrypt': () => {
    const keys = ['9', '7'].map((key, at) => ({ id: String(2 - at), bytes: Buffer.from(serviceKey(key), 'base64') }));
    return resealOrders(opened.database, new KeyRing(keys));
  },
  poll: (number) => world.driven.seen(`${number}-r2`, { status: 'COMPLETED', rampStatus: 'FINISHED' }),
  'poll without an answer': (number) => world.driven.unanswered(`${number}-r2`, 1),
  callback: (number) => opened.watches.requestPoll(`${number}-r2`, 'callback:x'),
  forget: (number) => erasures().erase([number], { kind: 'staff', by: 'x' }, 0, true),
  'customer link': (number) => opened.edits.issueSecret(number).catch(refused),
  revocation: (number) => opened.edits.revokeSecrets(number).catch(refused),
  notes: async (number) => {
    const { state } = await opened.orders.findStored(number);
    await opened.edits.changeMetadata(state!, { note: 'x' }).catch(refused);
  },
  'next trade': async (number) => {
    const { state } = await opened.orders.findStored(number);
    const step = {
      attemptLease: state!.order.attemptLease ?? randomUUID(),
      cause: { kind: 'retry' },
      evidence: null,
    } as const;
    await opened.tradeRecord.record(state!.trades.at(-1)!, { kind: 'given_up' }, step).catch(refused);
  },
};
const erasures = (): ErasureService => new ErasureService(opened.orders, opened.writes);
const refused = (error: unknown): void => expect(error).toMatchObject(REFUSED);

async function toldOf(number: string): Promise<string[]> {
  const lists = new OrderListService(new OrderSearchRepository(opened.database), opened.orders, opened.epochs);
  const { rows } = await lists.newest(EVERYBODY, ALL_ORDERS, { limit: 200, after: null });
  const message = { id: randomUUID(), type: 'order.completed', mac: null, keyId: null, position: 1 };
  const bodies = new EventBodies(opened.orders, opened.view, opened.keys, { tell: () => undefined });
  const [body] = await bodies.of([{ ...message, merchantOrderNo: number, version: 2, data: null, createdAt: NOW }]);
  return [
    ...(rows.some(({ order }) => order.merchantOrderNo === number) ? ['listed'] : []),
    ...(typeof body === 'string' ? [] : ['told']),
  ];
}

describe.each(FORGERIES)('an order that another writer has %s', (_what, ...sql) => {
  it('stays hidden, whatever is done with it', async () => {
    const { number } = await forged(sql);
    for (const [name, open] of Object.entries(DOORS)) {
      await open(number);
      await expect(world.read(number), name).rejects.toMatchObject(REFUSED);
      expect(await toldOf(number), name).toEqual([]);
    }
    expect(await world.faults(number)).not.toEqual([]);
  });

  it('is rebuilt from its history, and believes the provider again', async () => {
    const { number, before } = await forged(sql);
    expect(await rebuild(number)).toBe(true);
    const { state, now } = await opened.orders.find(number);
    const { order, trades } = state!;
    const { status, failureCode, announcedStatus, caller, customerId, createdAt, addressKey } = before.order;
    expect(order).toMatchObject({ status, failureCode, announcedStatus, caller, customerId, createdAt, addressKey });
    expect(order).toMatchObject({ metadata: {}, secretSalt: null, secretUntil: null, erasedAt: null, inReview: true });
    expect(order.version).toBeGreaterThan(before.order.version);
    expect(trades).toMatchObject(
      before.trades.map(
        ({ asked, facts, status: own, outcome, orderNo, superseded, payUrlAt, stamp, createdAt: at, statusAt }) => ({
          asked,
          facts,
          status: own,
          outcome,
          orderNo,
          superseded,
          payUrlAt,
          stamp,
          createdAt: at,
          statusAt,
          payUrl: null,
          nextQueryAt: expect.any(Date) as Date,
        }),
      ),
    );
    expect(trades.every(({ nextQueryAt }) => nextQueryAt! <= now)).toBe(true);
    expect(shownPage(state!, { payUrlTtlMs: HOUR, maxTrades: 20 })).toBeNull();
    // A text that was altered comes back as the history has it, with a digest.
    const open = ({ kind, field }: { kind: string; field: string }) => [kind, field];
    expect(state!.openMismatches.map(open)).toEqual(before.openMismatches.map(open));
    expect(state!.resolvedMismatches).toMatchObject([{ kind: 'state' }]);
    expect(await world.faults(number)).toEqual([]);

    await world.driven.seen(`${number}-r2`, { status: 'PAID' });
    expect(await world.read(number)).toMatchObject({ state: { order: { status: 'PAID', inReview: false } } });
    expect(await world.faults(number)).toEqual([]);
  });
});

describe('rebuilding an order', () => {
  const planned = async (number: string): Promise<unknown> => {
    await opened.orders.findStored(number);
    return rebuild(number);
  };
  const unchanged = async (number: string, reason: RegExp): Promise<void> => {
    const rows = () =>
      world.owner.query(
        'SELECT o.*, t.* FROM orders o JOIN trades t USING (merchant_order_no) WHERE merchant_order_no = $1',
        [number],
      );
    await opened.orders.findStored(number);
    const before = (await rows()).rows;
    await expect(planned(number)).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringMatching(reason) as string,
    });
    expect((await rows()).rows).toEqual(before);
  };

  it('is refused while its rows fit', async () => unchanged(await world.order(), /fits its seal/));

  it('is refused if the history does not verify', async () => {
    const number = await world.order();
    await world.alter(`UPDATE orders SET caller = 'key:thief' WHERE ${OF_ORDER}`, number);
    await world.alter(`UPDATE order_events SET data = data || '{"sends": 9}' WHERE ${OF_ORDER} AND seq = 1`, number);
    await unchanged(number, /history does not verify/);
  });

  it('is refused if its end is another', async () => {
    const number = await world.order();
    await world.alter(`UPDATE orders SET event_count = event_count - 1 WHERE ${OF_ORDER}`, number);
    await unchanged(number, /history does not verify/);
  });

  it.each([
    [
      'the terms',
      `UPDATE trades SET asked = jsonb_set(asked, '{address}', '"0x8617E340B3D01FA5F11F306F4090FD50E238070D"') WHERE ${CURRENT}`,
      /terms/,
    ],
    ['the customer', `UPDATE orders SET customer_id = 'somebody' WHERE ${OF_ORDER}`, /whose it is/],
    [
      'a trade of their own',
      `INSERT INTO trades SELECT (jsonb_populate_record(t, jsonb_build_object('trade_no', $1 || '-r3', 'n', 3, 'order_no', NULL, 'pay_url', NULL))).*
         FROM trades t WHERE ${CURRENT}`,
      /not in its history/,
    ],
  ])('is refused if no entry proves %s', async (_what, sql, reason) => {
    const number = await world.order();
    await world.alter(sql, number);
    await unchanged(number, reason);
  });

  it('gives up a trade that is being created, and polls it', async () => {
    const { state } = await world.driven.reserved('B-1');
    await world.alter(`UPDATE orders SET status = 'COMPLETED' WHERE ${OF_ORDER}`, 'B-1');
    expect(state.order.attemptLease).not.toBeNull();
    expect(await planned('B-1')).toBe(true);
    expect((await opened.orders.find('B-1')).state).toMatchObject({
      order: { status: 'EXPIRED', failureCode: 'not_created', attemptLease: null, attemptUntil: null },
      trades: [{ outcome: 'unknown', superseded: true, nextQueryAt: expect.any(Date) as Date }],
    });
    expect(await world.faults('B-1')).toEqual([]);
    await world.driven.seen('B-1');
    expect((await opened.orders.find('B-1')).state).toMatchObject({ order: { status: 'PAID' } });
  });

  it('of a sale takes what the provider has stated, and of an erased order what is left', async () => {
    await world.driven.registered('S-1');
    await world.driven.sold('S-1', { status: 'AWAITING_CRYPTO' });
    const before = (await opened.orders.find('S-1')).state!;
    await world.alter(`UPDATE orders SET status = 'COMPLETED' WHERE ${OF_ORDER}`, 'S-1');
    await world.alter(
      `UPDATE trades SET status = 'COMPLETED', asked = asked || '{"crypto": "BTC"}' WHERE ${OF_ORDER}`,
      'S-1',
    );
    expect(await planned('S-1')).toBe(true);
    const { asked, rampMerchantOrderNo, orderNo } = before.trades[0]!;
    expect((await opened.orders.find('S-1')).state).toMatchObject({
      order: { status: 'AWAITING_CRYPTO' },
      trades: [{ status: 'AWAITING_CRYPTO', asked, rampMerchantOrderNo, orderNo }],
    });

    const number = await world.order();
    await erasures().erase([number], { kind: 'staff', by: 'x' }, 0, true);
    const erased = (await opened.orders.find(number)).state!;
    await world.alter(`UPDATE orders SET caller = 'key:thief', erased_at = NULL WHERE ${OF_ORDER}`, number);
    expect(await planned(number)).toBe(true);
    const { status, caller, erasedAt } = erased.order;
    expect((await opened.orders.find(number)).state).toMatchObject({ order: { status, caller, erasedAt } });
    expect([...(await world.faults('S-1')), ...(await world.faults(number))]).toEqual([]);
  });
});
