import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openSocket, readToEnd } from '../support/raw-http.js';
import { checkoutBody, newCheckout, Service, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import type { Rows } from '../support/service-rows.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld();

/** Restarts a service on the database of an ended one, after all its leases have expired. */
async function restartLater(rows: Rows, databaseUrl: string, env: Readonly<Record<string, string>>): Promise<Service> {
  await rows.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ramp_checkout.clock_shift = ''60 s''', current_database()); END $$`,
  );
  return Service.start({ databaseUrl, rampUrl: world.sandbox.url, env });
}

async function expectPayable(service: Service, rows: Rows, number: string): Promise<string> {
  const order = await until('a payUrl', async () => {
    const seen = await service.read(number);
    return seen.payUrl !== null && seen;
  });
  const current = order.trades.at(-1)!;
  expect(order.payUrl).toBe((await world.sandbox.order(current.tradeNo)).payUrl);
  expect(historyProblems(await rows.whole(number))).toEqual([]);
  return current.tradeNo;
}

describe('SIGTERM', () => {
  it('ends an idle service at once, with code 0', async () => {
    const { service } = await world.another({}, 'process');
    await service.get('/health/ready');
    const began = performance.now();
    expect(await service.program.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('is not delayed by idle connections or partial requests', async () => {
    const { service } = await world.another({}, 'process');
    const sockets = [await openSocket(service.port), await openSocket(service.port)];
    const closed = sockets.map(readToEnd);
    sockets[1]!.write('GET /v1/cryptos HTTP/1.1\r\nHost: x\r\n');
    await service.get('/health/live');
    const began = performance.now();
    expect(await service.program.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await Promise.all(closed)).toEqual(['', '']);
  });

  it('closes the database after everything that uses it', async () => {
    const { service, rows, databaseUrl } = await world.another({ AUTH: 'required', AUTH_GUESTS: 'true' }, 'process');
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE outbox, outbox_head');
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await until('a round is held up', async () => (await rows.query(waiting)).length > 0);
    // Other replicas hear of it a quarter of a second later.
    expect((await service.get('/v1/cryptos?fiat=USD')).status).toBe(200);
    const ended = service.program.stop();
    await sleep(1000);
    await client.end();
    expect(await ended).toBe(0);
    expect(service.program.output()).not.toContain('task_failing');
  });

  it('lets a slow checkout finish: one create, and its caller gets the payUrl', async () => {
    const { sandbox } = world;
    const { service, rows } = await world.another({}, 'process');
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'delay-after', ms: 2000 });
    const checkout = service.checkout(body);
    await until('the create is on its way', async () => (await sandbox.creates(number)).length === 1);
    const began = performance.now();
    const ended = service.program.stop();
    const answer = await checkout;
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(answer.status, answer.text).toBe(201);
    expect((await sandbox.creates(number)).map((create) => create.merchantOrderNo)).toEqual([number]);
    expect(answer.body['payUrl']).toBe((await sandbox.order(number)).payUrl);
    expect(await rows.trades(number)).toMatchObject([{ outcome: 'created', pay_url: answer.body['payUrl'] }]);
  });

  it('waits for the create of a checkout whose client hung up', async () => {
    const { sandbox } = world;
    const { service, rows } = await world.another({}, 'process');
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act: 'delay-after', ms: 3000 });
    const client = new AbortController();
    const headers = { 'content-type': 'application/json' };
    const init = { body: JSON.stringify(body), headers, signal: client.signal };
    const checkout = service.request('POST', '/v1/checkouts', init).catch(() => null);
    await until('the create is on its way', async () => (await sandbox.creates(number)).length === 1);
    client.abort();
    expect(await checkout).toBeNull();
    // Until then the HTTP server itself waits for the response.
    const isAborted = (): boolean => service.program.output().includes('request_aborted');
    await until('the request is over', () => Promise.resolve(isAborted()));
    expect(await service.program.stop()).toBe(0);
    expect(await sandbox.creates(number)).toHaveLength(1);
    const { payUrl } = await sandbox.order(number);
    expect(await rows.trades(number)).toMatchObject([{ outcome: 'created', pay_url: payUrl }]);
  });

  it('does not wait for a hanging provider: it hands over within 10 s', async () => {
    const { sandbox } = world;
    const { service, rows, databaseUrl } = await world.another({ RAMP_TIMEOUT_MS: '3000' }, 'process');
    const { body, number } = newCheckout();
    await sandbox.fault(
      ...['', '-r2', '-r3'].map((end) => ({
        endpoint: 'create' as const,
        act: 'hang-after',
        times: 0,
        merchantOrderNo: `${number}${end}`,
      })),
    );
    const checkout = service.checkout(body).catch(() => null);
    await until('the create is on its way', async () => (await sandbox.creates(number)).length === 1);
    const began = performance.now();
    expect(await service.program.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    const answer: Answer | null = await checkout;
    // The caller learns that the outcome is unknown, or gets no response; never a failure.
    if (answer !== null) expect([202, 503], answer.text).toContain(answer.status);
    expect((await rows.order(number))!.status).toBe('CREATING');

    await sandbox.control('DELETE', '/faults');
    const again = await restartLater(rows, databaseUrl, {});
    try {
      await expectPayable(again, rows, number);
      expect((await sandbox.creates(number)).length).toBeLessThanOrEqual(3);
    } finally {
      await again.stop();
    }
  });

  it('records the answers to queries in flight', async () => {
    const { sandbox } = world;
    const { service, rows } = await world.another({}, 'process');
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    await sandbox.force(number, 'PAY_SUCCESS', {}, false);
    await sandbox.fault({ endpoint: 'query', merchantOrderNo: number, act: 'delay-after', ms: 1500, times: 0 });
    const before = (await sandbox.queries(number)).length;
    await until('a question is under way', async () => (await sandbox.queries(number)).length > before);
    expect(await service.program.stop()).toBe(0);
    expect((await rows.order(number))!.status).toBe('PAID');
    await sandbox.control('DELETE', '/faults');
  });
});

// All other points at which a process may die are tried by the simulation.
describe('SIGKILL', () => {
  // The create is committed and sent; its outcome is unknown afterwards.
  it.each([
    ['and the provider had made the trade', 'hang-after'],
    ['and the provider had done nothing', 'hang'],
  ])('between reservation and answer, %s: the worker goes on after the restart', async (_, act) => {
    const { sandbox } = world;
    const { service, rows, databaseUrl } = await world.another({}, 'process');
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', merchantOrderNo: number, act });
    const checkout = service.checkout(body).catch(() => null);
    await until('the create is on its way', async () => (await sandbox.creates(number)).length === 1);
    await service.program.kill();
    expect(await checkout).toBeNull();
    expect(await rows.trades(number)).toMatchObject([{ outcome: 'in_flight', status: 'CREATING', order_no: null }]);

    const again = await restartLater(rows, databaseUrl, {});
    try {
      expect(await expectPayable(again, rows, number)).toBe(`${number}-r2`);
      expect((await sandbox.creates(number)).map((create) => create.merchantOrderNo)).toEqual([number, `${number}-r2`]);
      const repeat = await again.checkout(body);
      expect(repeat.status).toBe(200);
      expect(repeat.body['payUrl']).toBe((await sandbox.order(`${number}-r2`)).payUrl);
      expect(await sandbox.creates(number)).toHaveLength(2);
      if (act === 'hang-after') {
        // The lost trade is found by its number, and its payment would be seen.
        await sandbox.force(number, 'FINISHED', {}, false);
        await rows.untilStatus(number, 'COMPLETED');
      }
    } finally {
      await again.stop();
    }
  });
});
