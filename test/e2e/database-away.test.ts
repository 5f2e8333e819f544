import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pressButton, Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, Service, until } from '../support/service.js';
import { historyProblems, openReceipt } from '../support/service-history.js';
import { migrate, OwnPostgres } from '../support/service-postgres.js';
import { Rows } from '../support/service-rows.js';
import { readMetrics, total } from '../support/promtool.js';

let postgres: OwnPostgres;
let sandbox: Sandbox;
let databaseUrl: string;
let service: Service;
let rows: Rows;

beforeAll(async () => {
  [postgres, sandbox] = await Promise.all([OwnPostgres.start(), Sandbox.start()]);
  databaseUrl = await postgres.createDatabase('shop');
  rows = Rows.of(databaseUrl);
});
afterAll(async () => {
  await service.stop();
  await sandbox.stop();
  await rows.close();
  await postgres.release();
});

function untilReady(): Promise<unknown> {
  return until('ready', async () => (await service.get('/health/ready')).status === 200, 15_000);
}

async function expectUnavailable(): Promise<void> {
  // An answer is kept for a second.
  const ready = await until('not ready', async () => {
    const answer = await service.get('/health/ready');
    return answer.status === 503 && answer;
  });
  expect(ready.body).toMatchObject({ status: 'unavailable', database: 'down' });
  expect((await service.get('/health/live')).status).toBe(200);
  const checkout = await service.checkout(checkoutBody());
  expectProblem(checkout, 503, 'unavailable');
  expect(Number(checkout.headers.get('retry-after'))).toBeGreaterThan(0);
  expectProblem(await service.get('/v1/orders/any'), 503, 'unavailable');
}

describe('a start while Postgres is away', () => {
  it('waits for it, and works when it is there', async () => {
    await postgres.stop();
    service = await Service.start({ databaseUrl, rampUrl: sandbox.url, env: { SERVICE_KEY: '' }, process: true });
    await expectUnavailable();
    await postgres.startAgain();
    await until('no schema yet', async () => (await service.get('/health/ready')).body['database'] === 'up');
    const ready = await service.get('/health/ready');
    expect([ready.status, ready.body['migrations']]).toEqual([503, 'pending']);

    expect(await migrate(databaseUrl)).toContain('Migrated');
    expect(await migrate(databaseUrl)).toContain('up to date');
    await untilReady();
    const order = await service.order(checkoutBody());
    expect((await rows.order(order.merchantOrderNo))!.status).toBe('AWAITING_PAYMENT');
    await service.stop();
  });
});

describe('Postgres going away under a running service', () => {
  beforeAll(async () => {
    // The one that the service made for itself.
    await rows.query('UPDATE service_keys SET retired_at = now()');
    service = await Service.start({ databaseUrl, rampUrl: sandbox.url, process: true });
    await untilReady();
  });

  it('answers "unavailable", stays alive, and goes on where it was: nothing is lost', async () => {
    const body = checkoutBody();
    const order = await service.order(body);
    const number = order.merchantOrderNo;
    const [create] = await sandbox.creates(number);
    const { pathname } = new URL(String(create!.body!['callbackUrl']));
    const creates = (await sandbox.calls('create')).length;

    await postgres.stop();
    await expectUnavailable();
    // Not acknowledged, for it was not stored: the provider may come again.
    expectProblem(await service.post(pathname, { status: 'FINISHED' }), 503, 'unavailable');
    expectProblem(await service.checkout(body), 503, 'unavailable');
    const { samples } = readMetrics(await service.metrics());
    expect(total(samples, 'ramp_checkout_checkouts_total', { outcome: 'unavailable' })).toBeGreaterThan(0);
    await pressButton(order.payUrl, 'pay');
    expect((await sandbox.calls('create')).length).toBe(creates);
    expect(service.program.isRunning()).toBe(true);

    await postgres.startAgain();
    await untilReady();
    await rows.untilStatus(number, 'COMPLETED', 20_000);
    expect((await service.post(pathname, { again: true })).status).toBe(200);
    expect(openReceipt((await rows.receipts(number)).at(-1)!).body.toString()).toBe('{"again":true}');
    const repeat = await service.checkout(body);
    expect([repeat.status, repeat.body['status']]).toEqual([200, 'COMPLETED']);
    expect(await sandbox.creates(number)).toHaveLength(1);
    expect(historyProblems(await rows.whole(number))).toEqual([]);
  });
});
