import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PostgresRelay } from '../support/postgres-relay.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';
import { guest, guestFlood, GUESTS, openShop } from './floods/guest-blocks.js';

const world = useWorld(GUESTS);

const shop = (env: Readonly<Record<string, string>>) => openShop(world, env);

function expectRefused(answer: Answer): void {
  expectProblem(answer, 429, 'rate_limited');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

describe('checkouts a minute', () => {
  it('of one block of addresses: one too many costs no call, and others are served', async () => {
    // At once as many as half a minute has.
    const { service, server, refused } = await shop({ GUEST_CHECKOUTS_PER_MINUTE: '120' });
    const mark = await world.sandbox.mark();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => guest(service, `192.0.2.${n + 1}`)));
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
    for (const answer of answers) if (answer.status === 429) expectRefused(answer);
    expect(await world.sandbox.calls('create', mark)).toHaveLength(6);
    const wide = await Promise.all(Array.from({ length: 8 }, (_, n) => guest(service, `2001:db8:7:${n}::1`)));
    expect(statusesOf(wide)).toEqual(statusesOf(answers));
    expect((await guest(service, '198.51.100.1')).status).toBe(201);
    expect((await server()).status).toBe(201);
    expect(await refused('guest_block')).toBe(4);
  });

  it('of all guests together, wherever they come from; the merchant’s server is no guest', async () => {
    const { service, server, refused } = await shop({ GUEST_CHECKOUTS_PER_MINUTE: '6' });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => guest(service, `10.1.${n}.1`)));
    expect(statusesOf(answers)).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    for (let n = 0; n < 5; n += 1) expect((await server()).status).toBe(201);
    expect(await refused('guests')).toBe(5);
  });

  it('do not keep a guest from the order that he made', async () => {
    const { service } = await shop({ GUEST_CHECKOUTS_PER_MINUTE: '2' });
    const body = { ...checkoutBody(), merchantOrderNo: undefined };
    const headers = { 'x-forwarded-for': '192.0.2.1', 'idempotency-key': randomUUID() };
    const first = await service.checkout(body, headers);
    expectRefused(await guest(service, '192.0.2.1'));
    const again = await service.checkout(body, headers);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body['payUrl']).toBe(first.body['payUrl']);
  });

  it('count a trade that is made again under the same key', async () => {
    const { service } = await shop({ GUEST_CHECKOUTS_PER_MINUTE: '4' });
    await world.sandbox.fault({
      endpoint: 'create',
      act: 'answer',
      returnCode: '3106',
      returnMsg: 'at risk',
      times: 2,
    });
    const body = { ...checkoutBody(), merchantOrderNo: undefined };
    const headers = { 'x-forwarded-for': '192.0.2.1', 'idempotency-key': randomUUID() };
    const mark = await world.sandbox.mark();
    const answers: Answer[] = [];
    for (let n = 0; n < 5; n += 1) answers.push(await service.checkout(body, headers));
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 429, 429, 429]);
    expect(await world.sandbox.calls('create', mark)).toHaveLength(2);
  });
});

describe('unpaid orders', () => {
  it('of one block of addresses: one too many waits until one is over, on each replica', async () => {
    const { service, server, refused, rows, replica } = await shop({ GUEST_UNPAID_ORDERS: '1000' });
    const other = await replica({ ...GUESTS, GUEST_UNPAID_ORDERS: '1000' });
    const first = await guest(service, '192.0.2.1');
    for (let n = 2; n <= 30; n++) expect((await guest(service, `192.0.2.${n}`)).status).toBe(201);
    for (const replica of [service, other]) expectRefused(await guest(replica, '192.0.2.7'));
    expect((await guest(service, '198.51.100.7')).status).toBe(201);
    expect((await server()).status).toBe(201);
    expect(await refused('unpaid_guest_block')).toBe(1);
    await pressButton(String(first.body['payUrl']), 'pay');
    await rows.untilStatus(String(first.body['merchantOrderNo']), 'COMPLETED');
    await until('another one', async () => (await guest(service, '192.0.2.7')).status === 201);
  });

  it('of all guests together', async () => {
    const { service, server, refused } = await shop({ GUEST_UNPAID_ORDERS: '3' });
    const answers: Answer[] = [];
    for (let n = 0; n < 5; n += 1) answers.push(await guest(service, `10.1.${n}.1`));
    expect(statusesOf(answers)).toEqual([201, 201, 201, 429, 429]);
    expect((await server()).status).toBe(201);
    expect(await refused('unpaid_guests')).toBe(2);
  });

  it('name no address in the database', async () => {
    const { service, rows } = await shop({});
    const number = String((await guest(service, '203.0.113.77')).body['merchantOrderNo']);
    const [row] = await rows.query<{ text: string; block: Buffer }>(
      `SELECT o::text AS text, guest_block AS block FROM orders o WHERE merchant_order_no = $1`,
      [number],
    );
    expect(row!.block).toHaveLength(16);
    expect(row!.text).not.toContain('203.0.113');
  });
});

describe('what the ceilings cost', () => {
  it('is one statement a second for all guests, and none for the merchant’s server', async () => {
    const { databaseUrl } = await shop({});
    const { key } = await createKey(databaseUrl, 'checkout', 'counted');
    const relay = await PostgresRelay.start(databaseUrl);
    const env = {
      ...GUESTS,
      ROLES: 'api',
      GUEST_UNPAID_ORDERS: '1000',
      GUEST_CHECKOUTS_PER_MINUTE: '100000',
    };
    const service = await world.replica(env, { databaseUrl: relay.url });
    try {
      const server = (): Promise<Answer> => service.checkout(checkoutBody(), { 'x-api-key': key });
      await Promise.all([guest(service, '192.0.2.1'), server()]);
      let looks = 0;
      let reserves = 0;
      relay.sees = (sql) => {
        if (/guest_block IS NOT NULL/.test(sql)) looks += 1;
        if (/INSERT INTO orders/.test(sql)) reserves += 1;
      };
      for (let n = 0; n < 5; n += 1) expect((await server()).status).toBe(201);
      expect([looks, reserves]).toEqual([0, 5]);
      const begun = performance.now();
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => guest(service, `10.1.${n}.1`)));
      const seconds = (performance.now() - begun) / 1000;
      // A busy machine has no place for some, who are told so before anything is stored.
      const served = answers.filter(({ status }) => status !== 503).length;
      expect(served).toBeGreaterThan(0);
      expect(reserves).toBeGreaterThanOrEqual(5 + served);
      expect(looks).toBeLessThanOrEqual(1 + Math.ceil(seconds));
    } finally {
      await service.stop();
      await relay.close();
    }
  });
});

guestFlood({ blocks: 12, checkouts: 4 });
