import { beforeAll, expect, it } from 'vitest';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, Service, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { findStored } from '../support/stored-persons.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';

const MANY = 10_000;
const CUSTOMER = 'customer-of-many';
const ADDRESS = `0x${'e5'.repeat(20)}`;

const world = useWorld();
beforeAll(async () => {
  const order = await world.service.order(checkoutBody({ address: ADDRESS, customer: { id: CUSTOMER } }));
  await pressButton(order.payUrl, 'cancel');
  await world.rows.untilStatus(order.merchantOrderNo, 'CANCELLED');
  await multiply(order.merchantOrderNo);
});

/** Copies under other numbers. The HMACs of their histories do not fit: forgetting does not look at them. */
async function multiply(number: string): Promise<void> {
  const copy = (table: string, changes: string): Promise<unknown> =>
    world.rows.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(r, jsonb_build_object('merchant_order_no', 'M-' || copy, ${changes}))).*
         FROM ${table} r, generate_series(2, ${MANY}) AS copy WHERE merchant_order_no = $1`,
      [number],
    );
  await copy('orders', `'version', version`);
  await copy('trades', `'trade_no', 'M-' || copy, 'order_no', 'P-' || copy`);
  await copy('order_events', `'trade_no', 'M-' || copy`);
  await sealAgain(world.rows, { ring: SERVICE_RING });
  // The service may have read some of them before they were sealed.
  await world.rows.query(`DELETE FROM mismatches WHERE kind = 'state'`);
  await world.rows.query('UPDATE orders SET in_review = false WHERE in_review');
  await world.rows.query('VACUUM ANALYZE orders, trades, order_events');
}

/** Another replica, which can be killed while it erases. */
const replica = () =>
  Service.start({ databaseUrl: world.databaseUrl, rampUrl: world.sandbox.url, env: { ROLES: 'api' }, process: true });

async function erased(): Promise<number> {
  const [row] = await world.rows.query<{ n: number }>(
    'SELECT count(*)::integer AS n FROM orders WHERE erased_at IS NOT NULL',
  );
  return row!.n;
}

it('ten thousand orders: killed on the way, gone on with, and nobody waits for it', { timeout: 600_000 }, async () => {
  const first = await replica();
  const broken = first.post('/v1/admin/forget', { customer: CUSTOMER }).catch(() => 'killed');
  const begun = await until('some are erased', async () => {
    const count = await erased();
    return count > 0 && count;
  });
  await first.program.kill();
  expect(await broken).toBe('killed');
  expect(begun).toBeLessThan(MANY);

  // Postgres finishes the statement of the killed process.
  const half = await until('no statement is running any more', async () => {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
                    AND query LIKE '%erased_at%' AND pid <> pg_backend_pid()`;
    return (await world.rows.query(sql)).length === 0 && erased();
  });
  expect(half).toBeLessThan(MANY);
  // Each order wholly or not at all.
  const torn = await world.rows.query(
    `SELECT 1 FROM orders o JOIN trades t USING (merchant_order_no)
      WHERE (o.erased_at IS NULL) <> (o.address_key IS NOT NULL) OR (o.erased_at IS NULL) <> (t.asked ->> 'address' = $1)
         OR (o.erased_at IS NOT NULL AND EXISTS (SELECT 1 FROM order_events e
              WHERE e.merchant_order_no = o.merchant_order_no AND e.evidence IS NOT NULL))`,
    [ADDRESS],
  );
  expect(torn).toEqual([]);

  const start = performance.now();
  const second = await replica();
  const answers: Answer[] = [];
  const erasing = second.post('/v1/admin/forget', { customer: CUSTOMER }).then((answer) => answers.push(answer));
  const waits: number[] = [];
  while (answers.length === 0) {
    const at = performance.now();
    await world.service.order(checkoutBody());
    waits.push(performance.now() - at);
  }
  await erasing;
  expect(answers[0]).toMatchObject({ status: 200, body: { erased: MANY - half } });
  await second.stop();
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${MANY - half} orders in ${seconds.toFixed(1)} s; ${waits.length} checkouts meanwhile, the slowest ${Math.max(...waits).toFixed(0)} ms`,
  );
  expect(await erased()).toBe(MANY);
  expect(Math.max(...waits)).toBeLessThan(Math.max(3000, seconds * 500));
  expect(await findStored(world.rows, [CUSTOMER, ADDRESS])).toEqual([]);
});
