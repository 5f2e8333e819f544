import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventBodies } from '#src/follow/outbox/event-bodies.service.js';
import { OF_ORDER, OF_TRADE } from '#src/orders/decisions/state-seal.js';
import { ALL_ORDERS } from '#src/orders/model/order-search.types.js';
import { OrderListService } from '#src/reading/order-list.service.js';
import { OrderSearchService } from '#src/reading/order-search.service.js';
import { ORDER_COLUMNS, TRADE_COLUMNS } from '#src/orders/storage/order.entity.js';
import { OrderSearchRepository } from '#src/reading/storage/order-search.repository.js';
import { columnOf, typeOf } from '#src/platform/database/columns.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { NOW } from '../support/moments.js';
import type { OrderWriter } from '../support/order-writer.js';
import { AlteredOrders, REFUSED } from '../support/altered-orders.js';

let world: AlteredOrders;
let opened: OrderWriter;

beforeAll(async () => {
  world = await AlteredOrders.open();
  ({ opened } = world);
});
afterAll(() => world.close());

/** Values for columns whose type is not enough. */
const VALUES: Readonly<Record<string, string>> = {
  'orders.side': `'SELL'`,
  'orders.status': `'COMPLETED'`,
  'orders.announced_status': `'COMPLETED'`,
  'orders.kept_until': 'now(), erased_at = now()',
  'orders.customer_email': `'\\x00', customer_email_key_id = '1'`,
  'orders.customer_email_key_id': `'2', customer_email = '\\x00'`,
  'trades.payee_sealed': `'\\x00', payee_key_id = '1'`,
  'trades.payee_key_id': `'2', payee_sealed = '\\x00'`,
  'trades.side': `'SELL'`,
  'trades.status': `'COMPLETED'`,
  'trades.outcome': `'refused'`,
  'trades.n': 'n + 5',
  'trades.merchant_order_no': `'elsewhere'`,
  'trades.tolerance_percent': '1',
  'trades.refusal': `'{"problem": "made up"}'`,
};
const BY_TYPE: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `${column} + 1`,
  integer: (column) => `${column} + 1`,
  bigint: (column) => `${column} + 1`,
  boolean: (column) => `NOT ${column}`,
  uuid: () => 'gen_random_uuid()',
  bytea: (column) => `sha256(coalesce(${column}, ''))`,
  jsonb: (column) => `coalesce(${column}, '{}') || '{"made": "up"}'`,
  timestamptz: (column) => `coalesce(${column}, now()) + interval '1 s'`,
};

const TABLES = [
  ['orders', ORDER_COLUMNS, OF_ORDER],
  ['trades', TRADE_COLUMNS, OF_TRADE],
] as const;
const COLUMNS = TABLES.flatMap(([table, columns, coverage]) =>
  Object.entries(columns).map(([property, type]) => {
    const column = columnOf(property);
    const value = VALUES[`${table}.${column}`] ?? BY_TYPE[typeOf(type)]?.(column) ?? 'NULL';
    return { table, column, value, covered: (coverage as Readonly<Record<string, true | number | string>>)[property] };
  }),
);
const COVERED = COLUMNS.filter(({ covered, column }) => typeof covered !== 'string' && column !== 'merchant_order_no');

describe('order seal', () => {
  it('covers each column of orders and trades, or has a reason', () => {
    expect(COLUMNS.filter(({ covered }) => covered === undefined)).toEqual([]);
    expect(Object.keys(OF_ORDER).sort()).toEqual(Object.keys(ORDER_COLUMNS).sort());
    expect(Object.keys(OF_TRADE).sort()).toEqual(Object.keys(TRADE_COLUMNS).sort());
    expect(
      COLUMNS.filter(({ covered }) => typeof covered === 'string').map(({ table, column }) => `${table}.${column}`),
    ).toEqual([
      'orders.customer_email',
      'orders.customer_email_key_id',
      'orders.customer_email_digest',
      'orders.in_review',
      'orders.attempt_lease',
      'orders.attempt_until',
      'orders.attempt_patience_until',
      'orders.state_mac',
      'orders.state_key_id',
      'trades.pay_url',
      'trades.last_seen',
      'trades.payee_sealed',
      'trades.payee_key_id',
      'trades.payee_email_digest',
    ]);
  });

  it.each([
    ...COVERED.map(({ table, column, value }) => [table, column, value] as const),
    ['trades', 'merchant_order_no', `'elsewhere'`],
    ['orders', 'state_mac', `sha256('made up')`],
    ['orders', 'state_mac', 'NULL'],
    ['orders', 'state_key_id', `'made up'`],
    ['trades', 'pay_url', `'https://thief.example'`],
  ] as const)('breaks if %s.%s is altered, and the order is not shown', async (table, column, value) => {
    const number = await world.order();
    expect(await world.faults(number)).toEqual([]);
    const which = table === 'trades' ? `trade_no = $1 || '-r2'` : 'merchant_order_no = $1';
    await world.alter(`UPDATE ${table} SET ${column} = ${value} WHERE ${which}`, number);

    await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    expect(await opened.orders.findAll([number])).toEqual([]);
    const lists = new OrderListService(new OrderSearchRepository(opened.database), opened.orders, opened.epochs);
    const newest = await lists.newest(EVERYBODY, ALL_ORDERS, { limit: 100, after: null });
    expect(newest.rows.map((state) => state.order.merchantOrderNo)).not.toContain(number);
    const about = { merchantOrderNo: number, version: 2, data: null, createdAt: NOW, position: 1 };
    const message = { id: randomUUID(), type: 'order.created', mac: null, keyId: null, ...about };
    const bodies = new EventBodies(opened.orders, opened.view, opened.keys, { tell: () => undefined });
    expect(await bodies.of([message])).toEqual(['order_not_kept']);

    const search = new OrderSearchService(new OrderSearchRepository(opened.database), opened.orders);
    const { rows } = await search.find({ ...ALL_ORDERS, text: number }, { limit: 10, after: null });
    // Without its trade the order is in no list.
    const isListed = table !== 'trades' || column !== 'merchant_order_no';
    if (isListed) expect(rows).toMatchObject([{ order: { inReview: true } }]);
    // With another key id, this service may lack the key.
    expect(await world.mismatches(number)).toMatchObject(column === 'state_key_id' ? [] : [{ kind: 'state' }]);
    expect(await world.faults(number)).not.toEqual([]);
  });

  it('reveals an inserted or deleted review: the order is in review until an answer ends it', async () => {
    const number = await world.order();
    await world.service.query('UPDATE orders SET in_review = true WHERE merchant_order_no = $1', [number]);
    await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    expect(await world.read(number)).toMatchObject({
      state: { order: { inReview: true }, openMismatches: [{ kind: 'state' }] },
    });
    await world.driven.seen(`${number}-r2`, { status: 'AWAITING_PAYMENT', rampStatus: 'PENDING' });
    expect(await world.read(number)).toMatchObject({ state: { order: { inReview: false }, openMismatches: [] } });
    expect(await world.faults(number)).toEqual([]);
  });

  it('breaks if an order or trade gets another number', async () => {
    const number = await world.order();
    await world.alter(`UPDATE orders SET merchant_order_no = 'B-' || $1 WHERE merchant_order_no = $1`, number);
    expect(await world.read(number)).toMatchObject({ state: null });
    await expect(world.read(`B-${number}`)).rejects.toMatchObject(REFUSED);
  });

  it.each(
    COLUMNS.filter(({ covered, column }) => typeof covered === 'string' && !/^(state|in_review|pay_url)/.test(column)),
  )('leaves out $table.$column: the order is shown with any value', async ({ table, column, value }) => {
    const number = await world.order();
    await world.alter(`UPDATE ${table} SET ${column} = ${value} WHERE merchant_order_no = $1`, number);
    expect(await world.read(number)).toMatchObject({ state: { order: { merchantOrderNo: number } } });
    expect(await world.mismatches(number)).toEqual([]);
  });
});
