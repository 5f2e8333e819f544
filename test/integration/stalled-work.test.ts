import { SchedulerRegistry } from '@nestjs/schedule';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackgroundTasks } from '#src/platform/background/background-tasks.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { StalledWorkService } from '#src/reconciliation/stalled-work.service.js';
import { asServiceRole, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { OrderActs } from '../support/order-acts.js';
import { openOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { SystemChance } from '#src/platform/chance.js';

let testDatabase: TestDatabase;
let opened: OrderWriter;
let owner: pg.Client;
let metrics: Metrics;

beforeEach(async () => {
  testDatabase = await freshDatabase();
  opened = openOrderWriter(asServiceRole(testDatabase.url));
  owner = new pg.Client({ connectionString: testDatabase.url });
  await owner.connect();
  metrics = new Metrics();
  const tasks = new BackgroundTasks(opened.settings, new SchedulerRegistry(), new ProcessTime(), new SystemChance());
  new StalledWorkService(opened.database, opened.settings, tasks, metrics);
});
afterEach(async () => {
  await owner.end();
  await opened.close();
  await testDatabase.drop();
});

const gauge = async (name: string): Promise<number | undefined> =>
  (await metrics.registry.getSingleMetric(`ramp_checkout_${name}`)!.get()).values[0]?.value;

describe('stalled work: metrics under the service role', () => {
  it('are 0 while nothing is stalled', async () => {
    await new OrderActs(opened).reserved('A-1001');
    const names = ['orders_in_making_late_seconds', 'times_ahead'];
    expect(await Promise.all(names.map(gauge))).toEqual([0, 0]);
  });

  it('measure how long an order in the making has waited for a worker', async () => {
    await new OrderActs(opened).reserved('A-1001');
    await owner.query(`UPDATE orders SET attempt_until = checkout_now() - interval '5 min'`);
    expect(await gauge('orders_in_making_late_seconds')).toBeCloseTo(300, -1);
  });

  it('measure the age of the oldest unplaced message, even without webhook endpoints', async () => {
    await new OrderActs(opened).created('A-1001');
    await owner.query(`UPDATE outbox SET created_at = checkout_now() - interval '5 min'`);
    expect(await gauge('outbox_unplaced_seconds')).toBeCloseTo(300, -1);
    await owner.query('UPDATE outbox SET position = 1');
    expect(await gauge('outbox_unplaced_seconds')).toBe(0);
  });

  it('measure the age of the oldest pause in force', async () => {
    expect(await gauge('oldest_pause_seconds')).toBe(0);
    await owner.query(
      `INSERT INTO pauses (id, fiat, reason, begun_by, at, until)
       SELECT gen_random_uuid(), fiat, 'It fails.', 'support desk', checkout_now() - age::interval, checkout_now() + rest::interval
         FROM (VALUES ('USD', '5 min', '1 min'), ('EUR', '10 min', '-1 min')) pauses (fiat, age, rest)`,
    );
    expect(await gauge('oldest_pause_seconds')).toBeCloseTo(300, -1);
  });

  it('measure the age of the oldest snapshot of another role in transactions', async () => {
    await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await owner.query('SELECT count(*) FROM orders');
    const { rows } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const before = await gauge('oldest_snapshot_transactions');
    for (let n = 0; n < 60; n++) await opened.database.query('UPDATE call_budget SET poll_at = checkout_now()');
    expect(await gauge('oldest_snapshot_transactions')).toBeGreaterThanOrEqual(Number(before) + 60);
    // The role may not see whose transaction it is.
    const [seen] = await opened.database.query<{ state: string | null }>(
      'SELECT state FROM pg_stat_activity WHERE pid = $1',
      [rows[0]!.pid],
    );
    expect(seen).toEqual({ state: null });
    await owner.query('COMMIT');
  });
});
