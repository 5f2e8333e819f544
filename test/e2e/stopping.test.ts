import { describe, expect, it, onTestFinished } from 'vitest';
import { PostgresRelay } from '../support/postgres-relay.js';
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

  it("a repeat that waits for another replica's create: 202, and the process ends at once", async () => {
    const { sandbox } = world;
    const { service: maker, replica, databaseUrl } = await world.another({}, 'process');
    const relay = await PostgresRelay.start(databaseUrl);
    onTestFinished(() => relay.close());
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', act: 'delay-after', ms: 5000, merchantOrderNo: number });
    const waiting = await replica({ ROLES: 'api' }, { process: true, databaseUrl: relay.url });
    const checkout = maker.checkout(body);
    await until('the create is on its way', async () => (await sandbox.creates(number)).length === 1);
    const looked = new Promise<void>((resolve) => {
      relay.sees = (statement) => statement.includes(number) && resolve();
    });
    const repeat = waiting.checkout(body);
    await looked;
    expect(await stop(waiting)).toBeLessThan(3000);
    const answer = await repeat;
    expect([answer.status, answer.body['payUrl']], answer.text).toEqual([202, null]);
    // The creating request is not disturbed.
    expect((await checkout).status).toBe(201);
    expect(await sandbox.creates(number)).toHaveLength(1);
  });
});
