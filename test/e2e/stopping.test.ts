import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { checkoutBody, expectProblem, newCheckout, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';

/** A container is killed after this time. */
const GRACE_MS = 10_000;

const world = useWorld();

/** Sends SIGTERM; returns the milliseconds until the end. */
async function stop(service: Service): Promise<number> {
  const began = performance.now();
  expect(await service.program.stop()).toBe(0);
  const took = performance.now() - began;
  expect(took).toBeLessThan(GRACE_MS);
  return took;
}

describe('SIGTERM during a request', () => {
  it('a retry that queries the older trade: the answer is recorded, and no new trade begins', async () => {
    const { sandbox } = world;
    const { service, rows } = await world.another({}, 'process');
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    await sandbox.force(number, 'PAY_FAIL');
    await rows.untilStatus(number, 'PAYMENT_FAILED');
    await sandbox.force(number, 'CANCEL', {}, false);
    await sandbox.fault({ endpoint: 'query', act: 'delay-after', ms: 1500, times: 0, merchantOrderNo: number });
    const mark = await sandbox.mark();
    const retry = service.post(`/v1/orders/${number}/retry`, {});
    await until('it asks', async () => {
      const [order] = await rows.query('SELECT 1 FROM orders WHERE attempt_lease IS NOT NULL');
      return order !== undefined && (await sandbox.queries(number, mark)).length > 0;
    });
    await stop(service);
    expectProblem(await retry, 503, 'ramp_unavailable');
    expect((await rows.order(number))!.status).toBe('CANCELLED');
    expect(await sandbox.creates(number)).toHaveLength(1);
    expect(await rows.query('SELECT attempt_lease, attempt_until FROM orders')).toEqual([
      { attempt_lease: null, attempt_until: null },
    ]);
    await sandbox.control('DELETE', '/faults');
  });

  it('a retry that waits for another query: it gets 503, and the process ends at once', async () => {
    const { sandbox } = world;
    const { service, rows } = await world.another({ ROLES: 'api' }, 'process');
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    // A replica holds its lease, for longer than this test waits.
    await rows.query(
      `UPDATE schedules SET lease_id = gen_random_uuid(), lease_until = checkout_now() + interval '1 minute'`,
    );
    await rows.query(`UPDATE trades SET status = 'CANCELLED'`);
    await rows.query(`UPDATE orders SET status = 'CANCELLED', failure_code = 'cancelled'`);
    await sealAgain(rows, { ring: SERVICE_RING });
    const retry = service.post(`/v1/orders/${number}/retry`, {});
    await until('it waits', async () => {
      const [order] = await rows.query('SELECT 1 FROM orders WHERE attempt_lease IS NOT NULL');
      return order;
    });
    expect(await stop(service)).toBeLessThan(5000);
    expectProblem(await retry, 503, 'ramp_unavailable');
    expect(await sandbox.creates(number)).toHaveLength(1);
  });

  it('a checkout before its reservation: nothing begins, and its number stays free', async () => {
    const { sandbox } = world;
    const { service, rows } = await world.another({}, 'process');
    const { body, number } = newCheckout();
    const mark = await sandbox.mark();
    await sandbox.fault({ endpoint: 'list', act: 'delay-after', ms: 1500 });
    const checkout = service.checkout(body);
    await until('it looks up the limits', async () => (await sandbox.calls('list', mark)).length > 0);
    await stop(service);
    const problem = expectProblem(await checkout, 503, 'ramp_unavailable');
    expect(problem['merchantOrderNo']).toBe(number);
    expect(await rows.order(number)).toBeNull();
    expect(await sandbox.creates(number)).toEqual([]);
  });

  it("a repeat that waits for another replica's create: 202, and the process ends at once", async () => {
    const { sandbox } = world;
    const { service: maker, replica } = await world.another({}, 'process');
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', act: 'delay-after', ms: 5000, merchantOrderNo: number });
    const waiting = await replica({ ROLES: 'api' }, { process: true });
    const checkout = maker.checkout(body);
    await until('the create is on its way', async () => (await sandbox.creates(number)).length === 1);
    const repeat = waiting.checkout(body);
    await sleep(400);
    expect(await stop(waiting)).toBeLessThan(3000);
    const answer = await repeat;
    expect([answer.status, answer.body['payUrl']], answer.text).toEqual([202, null]);
    // The creating request is not disturbed.
    expect((await checkout).status).toBe(201);
    expect(await sandbox.creates(number)).toHaveLength(1);
  });

  it('a callback in progress: it is stored, made due and acknowledged', async () => {
    const { sandbox } = world;
    const { service, rows, databaseUrl } = await world.another({ ROLES: 'api' }, 'process');
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    const [create] = await sandbox.creates(number);
    const locker = new pg.Client({ connectionString: databaseUrl });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE callback_receipts IN SHARE MODE');
    const callback = service.post(new URL(String(create!.body!['callbackUrl'])).pathname, {});
    await until('it waits for the table', async () => {
      const [waiting] = await rows.query(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%callback_receipts%'`,
      );
      return waiting;
    });
    const stopped = stop(service);
    await sleep(500);
    await locker.query('COMMIT');
    await locker.end();
    expect((await callback).status).toBe(200);
    await stopped;
    expect(await rows.receipts(number)).toHaveLength(1);
    expect(await rows.query('SELECT watch_class FROM schedules')).toEqual([{ watch_class: 'waiting' }]);
  });
});
