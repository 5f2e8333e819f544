import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReportService } from '#src/accounting/report/report.service.js';
import { resealOrders as reSeal } from '#src/cli/key/re-encrypt.js';
import { OrderSealRounds } from '#src/orders/secrets/order-seal-rounds.service.js';
import { StoredOrders } from '#src/orders/storage/stored-orders.service.js';
import { StateCheck } from '#src/orders/storage/state-check.js';
import type { BackgroundTasks } from '#src/platform/background/background-tasks.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { serviceKey } from '../support/service-keys.js';
import type { OrderWriter } from '../support/order-writer.js';
import { sealAgain } from '../support/sealed-orders.js';
import { AlteredOrders, REFUSED } from '../support/altered-orders.js';

let world: AlteredOrders;
let opened: OrderWriter;

beforeAll(async () => {
  world = await AlteredOrders.open();
  ({ opened } = world);
});
afterAll(() => world.close());

describe('order seal: an altered order', () => {
  const alterStatus = (number: string, status: string): Promise<void> =>
    world.alter(
      `WITH o AS (UPDATE orders SET status = '${status}' WHERE merchant_order_no = $1)
           UPDATE trades SET status = '${status}' WHERE trade_no = $1 || '-r2'`,
      number,
    );

  it('is not resealed by an answer: the record is kept for staff, and the trade is polled again', async () => {
    const number = await world.order();
    await alterStatus(number, 'COMPLETED');
    await world.driven.seen(`${number}-r2`, { status: 'COMPLETED', rampStatus: 'FINISHED' });
    await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    const { state } = await opened.orders.findStored(number);
    expect(state!.trades[1]).toMatchObject({ lastSeen: { data: 'as it came' }, nextQueryAt: expect.any(Date) as Date });
    expect(await world.faults(number)).toContain('its state does not fit its seal');
  });

  it.each([
    [
      'that closes the watch over a trade of it',
      `WITH s AS (UPDATE schedules SET fruitless_answers = 100 WHERE trade_no = $1)
       UPDATE trades SET status = 'EXPIRED', outcome = 'refused' WHERE trade_no = $1`,
      '',
    ],
    [
      'that ends a double payment which was made up',
      `INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, opened_at)
       VALUES (gen_random_uuid(), $1, $1 || '-r2', 'double_payment', 'status', now())`,
      '-r2',
    ],
  ])('is not resealed by an answer %s', async (_what, also, trade) => {
    const number = await world.order();
    await alterStatus(number, 'COMPLETED');
    await world.alter(also, number);
    await world.driven.seen(`${number}${trade}`);
    await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    expect(await world.faults(number)).toContain('its state does not fit its seal');
    expect(await opened.database.query('SELECT 1 FROM outbox WHERE type = $1', ['order.completed'])).toEqual([]);
  });

  it('recovers with the next answer once it matches its seal', async () => {
    const number = await world.order();
    await alterStatus(number, 'COMPLETED');
    await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    await alterStatus(number, 'AWAITING_PAYMENT');
    expect(await world.read(number)).toMatchObject({
      state: { order: { inReview: true, status: 'AWAITING_PAYMENT' } },
    });
    await world.driven.seen(`${number}-r2`);
    expect(await world.read(number)).toMatchObject({ state: { order: { inReview: false, status: 'PAID' } } });
    expect(await world.faults(number)).toEqual([]);
  });

  it('is not resealed when staff resolves a mismatch of it', async () => {
    const number = await world.order();
    await world.driven.seen(`${number}-r2`, { address: 'elsewhere' });
    await world.alter(`UPDATE orders SET caller = 'someone else' WHERE merchant_order_no = $1`, number);
    await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    const open = await world.mismatches(number);
    expect(open.map(({ kind }) => kind).sort()).toEqual(['field', 'state']);
    for (const { id } of open)
      await expect(opened.edits.resolveMismatch(id, 'ann', 'the account was moved')).rejects.toMatchObject(REFUSED);
    await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    expect(await world.faults(number)).toContain('its state does not fit its seal');
  });

  it.each([
    ['status', `UPDATE trades SET status = 'COMPLETED' WHERE trade_no = $1 || '-r2'`],
    ['page', `UPDATE trades SET pay_url = 'https://thief.example' WHERE trade_no = $1 || '-r2'`],
    ['owner', `UPDATE orders SET caller = 'key:thief' WHERE merchant_order_no = $1`],
  ])('is found by its history once its seal was made to fit: %s', async (_what, sql) => {
    const number = await world.order();
    await world.alter(sql, number);
    if (sql.includes('status'))
      await world.alter(`UPDATE orders SET status = 'COMPLETED' WHERE merchant_order_no = $1`, number);
    await sealAgain(world.owner, { numbers: [number] });
    expect(await world.read(number)).toMatchObject({ state: { order: { inReview: false } } });
    expect(await world.faults(number)).toEqual([expect.stringMatching(/history/)]);
  });

  it('is found again if its mismatch is deleted', async () => {
    const number = await world.order();
    await alterStatus(number, 'COMPLETED');
    await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    await world.service.query(
      `WITH o AS (UPDATE orders SET in_review = false WHERE merchant_order_no = $1)
       UPDATE mismatches SET resolved_at = now(), resolved_by = 'staff:ann' WHERE merchant_order_no = $1`,
      [number],
    );
    await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    expect(await world.mismatches(number)).toMatchObject([{ kind: 'state' }]);
  });

  it('is found if its mismatches were altered, resolved or inserted', async () => {
    const changes = [
      `UPDATE mismatches SET seen = 'made up' WHERE merchant_order_no = $1`,
      `WITH o AS (UPDATE orders SET in_review = false WHERE merchant_order_no = $1)
       UPDATE mismatches SET resolved_at = now(), resolved_by = 'provider' WHERE merchant_order_no = $1`,
      `INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, seen, opened_at, resolved_at, resolved_by)
       VALUES (gen_random_uuid(), $1, $1 || '-r2', 'field', 'amount', '1.00', now(), now(), 'staff:ann')`,
    ];
    for (const change of changes) {
      const number = await world.order();
      await world.driven.seen(`${number}-r2`, { address: 'elsewhere' });
      await world.service.query(change, [number]);
      await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    }
  });

  it('is found if it was set back to an earlier state', async () => {
    const number = await world.order();
    const restore = async (table: string, key: string, names: string): Promise<() => Promise<unknown>> => {
      const { rows } = await world.owner.query<unknown[]>({
        text: `SELECT ${names} FROM ${table} WHERE ${key}`,
        values: [number],
        rowMode: 'array',
      });
      const values = names.split(', ').map((name, at) => `${name} = $${at + 2}`);
      return () => world.service.query(`UPDATE ${table} SET ${values.join(', ')} WHERE ${key}`, [number, ...rows[0]!]);
    };
    const ofOrder =
      'status, failure_code, announced_status, version, event_count, last_event_mac, updated_at, state_mac';
    const restores = [
      await restore('orders', 'merchant_order_no = $1', ofOrder),
      await restore('trades', `trade_no = $1 || '-r2'`, 'status, status_at, ramp_status, facts, updated_at'),
    ];
    await world.driven.seen(`${number}-r2`, { status: 'CANCELLED', rampStatus: 'CANCEL' });
    for (const again of restores) await again();
    await expect(world.read(number)).rejects.toMatchObject(REFUSED);
    expect((await world.mismatches(number))[0]!.seen).toBe('its state is older than its history');
    expect(await world.faults(number)).not.toEqual([]);
  });
});

describe('order seal: the background check', () => {
  it('finds orders that no one reads, with any dates; a report counts them as stored until then', async () => {
    const number = await world.order();
    await world.alter(
      `WITH o AS (UPDATE orders SET status = 'COMPLETED', created_at = '2000-01-01' WHERE merchant_order_no = $1)
                 UPDATE trades SET status = 'COMPLETED' WHERE trade_no = $1 || '-r2'`,
      number,
    );
    const report = new ReportService(opened.database);
    const policy = { firstDelayMs: 1, expiryMs: 1 };
    const span = { from: new Date('1999-01-01'), to: new Date('2001-01-01') };
    const buckets = async () => (await report.report({ span, policy, timeoutMs: 60_000 })).buckets;
    expect(await buckets()).toMatchObject({ ended: 1, in_review: 0 });
    const tasks = { repeat: () => undefined } as unknown as BackgroundTasks;
    const rounds = new OrderSealRounds(opened.orders, tasks);
    // The check walks through all orders repeatedly.
    for (let round = 0; round < 3; round++) await rounds.checkNext();
    expect(await world.mismatches(number)).toMatchObject([{ kind: 'state' }]);
    expect(await buckets()).toMatchObject({ ended: 0, in_review: 1 });
  });
});

describe('order seal: a newer service key', () => {
  it('reads old seals and renews them after re-encryption; altered orders stay altered', async () => {
    const [number, altered] = [await world.order(), await world.order()];
    await world.alter(`UPDATE orders SET caller = 'x' WHERE merchant_order_no = $1`, altered);
    const older = { id: '1', bytes: Buffer.from(serviceKey('7'), 'base64') };
    const newer = { id: '2', bytes: Buffer.from(serviceKey('9'), 'base64') };
    const readers = [[newer, older], [newer]].map((keys) => {
      const ring = { ring: () => Promise.resolve(new KeyRing(keys)) };
      return new StoredOrders(
        opened.database,
        new StateCheck(opened.database, ring, { tell: () => undefined }, opened.metrics),
      );
    });
    const [both, onlyNewer] = readers;
    expect(await both!.find(number)).toMatchObject({ state: { order: { stateKeyId: '1' } } });
    await expect(onlyNewer!.find(number)).rejects.toMatchObject(REFUSED);
    // The key may be missing here, so no review is opened.
    expect(await world.mismatches(number)).toEqual([]);
    const { unreadable } = await reSeal(opened.database, new KeyRing([newer, older]));
    expect(unreadable).toBeGreaterThan(0);
    expect(await onlyNewer!.find(number)).toMatchObject({ state: { order: { stateKeyId: '2' } } });
    await expect(both!.find(altered)).rejects.toMatchObject(REFUSED);
    expect(await reSeal(opened.database, new KeyRing([newer, older]))).toMatchObject({ moved: 0 });
  });
});
