import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { HistoryRepository } from '#src/accounting/history/history.repository.js';
import { RemovalService } from '#src/accounting/removal/removal.service.js';
import { asServiceRole } from '../support/database.js';
import { DAY } from '../support/moments.js';
import { openOrderWriter } from '../support/order-writer.js';
import { runToEnd } from '../support/run-to-end.js';
import type { Ran } from '../support/run-to-end.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newNumber, orderOf, SERVICE_KEY } from '../support/service.js';
import { shiftClock } from '../support/service-clock.js';
import { useWorld } from '../support/service-world.js';

Logger.overrideLogger(false);

const CUSTOMER = { id: 'jane', email: 'jane@example.com' };
const IDEMPOTENCY_KEY = randomUUID();

const world = useWorld();
/** A removed order, and one of the same customer that is too young. */
let bought: Record<string, unknown>;
let young: string;
let nameless: string;

const keyed = (): Record<string, unknown> => ({ ...checkoutBody(), merchantOrderNo: undefined });

const cli = (program: string, ...args: string[]): Promise<Ran> =>
  runToEnd(program, args, { DATABASE_URL: asServiceRole(world.databaseUrl), SERVICE_KEY });

const reportText = async (): Promise<string> => {
  const { code, out } = await cli('src/cli/accounts/report.js', '--csv');
  expect(code).toBe(0);
  return out.replace(/^report,.*\r\n/gm, '');
};

/** The report of npm run report, without its times and counts. */
let before: string;
let after: string;

beforeAll(async () => {
  const { service, rows } = world;
  await shiftClock(world.databaseUrl, '-200 days');
  // As if the polls were over, and webhooks had been told long ago.
  const rest = async (): Promise<void> => {
    await rows.query(
      `UPDATE schedules SET next_query_at = NULL, watch_class = 'closed', lease_id = NULL, lease_until = NULL`,
    );
    await rows.query('DELETE FROM outbox');
  };
  const end = async ({ merchantOrderNo, payUrl }: { merchantOrderNo: string; payUrl: string }): Promise<string> => {
    await pressButton(payUrl, 'cancel');
    await rows.untilStatus(merchantOrderNo, 'CANCELLED');
    return merchantOrderNo;
  };
  bought = checkoutBody({ customer: CUSTOMER });
  await end(await service.order(bought));
  const answer = await service.checkout(keyed(), { 'idempotency-key': IDEMPOTENCY_KEY });
  expect(answer.status, answer.text).toBe(201);
  nameless = await end(orderOf(answer) as Parameters<typeof end>[0]);
  await rest();
  await shiftClock(world.databaseUrl, '0');
  young = await end(await service.order(checkoutBody({ customer: CUSTOMER })));
  await rest();
  before = await reportText();
  const { database, keys, close } = openOrderWriter(asServiceRole(world.databaseUrl), { SERVICE_KEY });
  const removals = new RemovalService(database, new HistoryRepository(database), keys);
  await removals.removeOld(100 * DAY);
  await close();
  after = await reportText();
  expect(await rows.query('SELECT merchant_order_no FROM orders')).toEqual([{ merchant_order_no: young }]);
}, 120_000);

it('a removed order is as if it had never been, but for its number', async () => {
  const { service, sandbox } = world;
  const number = String(bought['merchantOrderNo']);
  expectProblem(await service.get(`/v1/orders/${number}`), 404, 'not_found');
  expectProblem(await service.get(`/v1/admin/orders/${number}`), 404, 'not_found');
  for (const body of [
    bought,
    { ...bought, merchantOrderNo: number.toUpperCase() },
    checkoutBody({ merchantOrderNo: number }),
  ])
    expectProblem(await service.checkout(body), 409, 'merchant_order_no_conflict');
  expectProblem(await service.post(`/v1/orders/${number}/retry`, {}), 404, 'not_found');
  expectProblem(await service.post('/v1/sell-orders', { merchantOrderNo: number }), 409, 'merchant_order_no_conflict');
  // An idempotency key is good for one order too.
  expectProblem(
    await service.checkout(keyed(), { 'idempotency-key': IDEMPOTENCY_KEY }),
    409,
    'merchant_order_no_conflict',
  );
  expectProblem(await service.get(`/v1/orders/${nameless}`), 404, 'not_found');
  expect(await sandbox.creates(number)).toHaveLength(1);
  expect((await service.checkout(checkoutBody({ merchantOrderNo: newNumber() }))).status).toBe(201);
});

it('what npm run report said stays, and verify-history finds nothing', async () => {
  expect(before).toMatch(/orders by status,CANCELLED,orders,,3\r\n/);
  expect(after).toBe(before);
  const report = await world.service.get('/v1/admin/report');
  expect(report.body).toMatchObject({ balanced: true, removed: { orders: 2, monthsLeftOut: [] } });
  const csv = await world.service.get('/v1/admin/report?format=csv');
  expect(csv.text).toMatch(/^report,orders removed since,,,2\r\n/m);
  const verified = await cli('src/cli/accounts/verify-history.js');
  expect(verified.code, verified.out).toBe(0);
});

it('a customer is forgotten of whom only some orders are left', async () => {
  const { service, rows } = world;
  expectProblem(await service.post('/v1/admin/forget', { merchantOrderNo: nameless }), 404, 'not_found');
  const forgotten = await service.post('/v1/admin/forget', { customer: CUSTOMER.id });
  expect(forgotten.body).toEqual({ orders: 1, erased: 1 });
  expect(await rows.query(`SELECT 1 FROM orders WHERE customer_id = 'jane'`)).toEqual([]);
});
