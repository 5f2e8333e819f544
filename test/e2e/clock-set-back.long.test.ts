import { afterEach, expect, it } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { freshDatabase } from '../support/database.js';
import { readMetrics } from '../support/promtool.js';
import { Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, Service, until } from '../support/service.js';
import { shiftClock } from '../support/service-clock.js';
import { historyProblems } from '../support/service-history.js';
import { Rows } from '../support/service-rows.js';
import { subscribe } from '../support/webhook-receiver.js';

const PATIENCE_MS = 60_000;
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A service whose Postgres is ahead by `shift`, with its provider and a receiver of webhooks. */
async function startAhead(shift: string) {
  const [sandbox, database, port] = [await Sandbox.start(), await freshDatabase(), await freePort()];
  const rows = Rows.of(database.url);
  endings.push(
    () => sandbox.stop(),
    () => database.drop(),
    () => rows.close(),
  );
  const start = async (): Promise<Service> => {
    const env = { WEBHOOK_ALLOW_PRIVATE: 'true', RAMP_TIMEOUT_MS: '2000' };
    const service = await Service.start({ databaseUrl: database.url, rampUrl: sandbox.url, port, env, process: true });
    endings.push(() => service.program.kill());
    return service;
  };
  await shiftClock(database.url, shift);
  const service = await start();
  const { receiver } = await subscribe(service);
  endings.push(() => receiver.close());
  return { sandbox, databaseUrl: database.url, rows, receiver, service, start };
}

it.each(['10 minutes', '6 hours', '1 day'])(
  'when the clock of Postgres is set back by %s, orders, polls, callbacks, webhooks and a killed create go on at once',
  async (shift) => {
    const { sandbox, databaseUrl, rows, receiver, service: before, start } = await startAhead(shift);
    receiver.answerWith((response) => void response.writeHead(500).end());
    const [called, polled] = [await before.order(checkoutBody()), await before.order(checkoutBody())];
    await until('both were polled', async () => {
      const asked = await rows.query('SELECT FROM schedules WHERE quiet_answers > 2');
      return asked.length === 2;
    });
    await until('a webhook waits for its second attempt', async () => {
      const waiting = await rows.query('SELECT FROM webhook_deliveries WHERE attempts > 0 AND lease_id IS NULL');
      return waiting.length > 0;
    });
    const refused = checkoutBody();
    await sandbox.refuse(String(refused['merchantOrderNo']), '3105', 'Invalid Crypto Address');
    expect((await before.checkout(refused)).status).toBe(422);
    const killed = checkoutBody();
    const number = String(killed['merchantOrderNo']);
    await sandbox.fault({ endpoint: 'create', act: 'hang-after', merchantOrderNo: number });
    const lost = before.checkout(killed).catch(() => null);
    await until('the create is on its way', async () => (await sandbox.creates(number)).length === 1);
    await before.program.kill();
    await lost;

    await shiftClock(databaseUrl, '0');
    receiver.answerWith((response) => void response.writeHead(204).end());
    await sandbox.force(polled.merchantOrderNo, 'FINISHED', {}, false);
    const after = await start();
    const { samples } = readMetrics(await after.metrics());
    expect(samples.find(({ name }) => name === 'ramp_checkout_times_ahead')?.value).toBeGreaterThan(0);
    const begun = performance.now();
    await sandbox.force(called.merchantOrderNo, 'FINISHED');
    await after.order(checkoutBody());
    const repeated = await after.checkout(refused);
    expect(repeated.status, repeated.text).toBe(201);
    const statusOf = async (of: string): Promise<string | undefined> => (await rows.order(of))?.status;
    await until(
      'the callback is followed',
      async () => (await statusOf(called.merchantOrderNo)) === 'COMPLETED',
      PATIENCE_MS,
    );
    await until(
      'the poll finds the payment',
      async () => (await statusOf(polled.merchantOrderNo)) === 'COMPLETED',
      PATIENCE_MS,
    );
    await until('the killed create is made', async () => (await rows.trades(number)).at(-1)?.pay_url, PATIENCE_MS);
    await until(
      'every webhook is delivered',
      async () => {
        const waiting = await rows.query(`SELECT FROM webhook_deliveries WHERE state <> 'delivered'`);
        return waiting.length === 0 && (await rows.query('SELECT FROM webhook_deliveries')).length > 5;
      },
      PATIENCE_MS,
    );
    expect(performance.now() - begun).toBeLessThan(PATIENCE_MS);
    for (const of of [called.merchantOrderNo, polled.merchantOrderNo, number]) {
      expect(historyProblems(await rows.whole(of))).toEqual([]);
    }
  },
);
