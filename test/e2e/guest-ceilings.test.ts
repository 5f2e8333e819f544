import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PostgresRelay } from '../support/postgres-relay.js';
import { readMetrics, total } from '../support/promtool.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, until } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';

/** Whoever asks says by a header from where; one machine plays all strangers. */
const GUESTS = { AUTH: 'required', AUTH_GUESTS: 'true', TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'warn' };

const world = useWorld(GUESTS);

function guest(service: Service, from: string, key: string = randomUUID()): Promise<Answer> {
  const headers = { 'x-forwarded-for': from, 'idempotency-key': key };
  return service.checkout({ ...checkoutBody(), merchantOrderNo: undefined }, headers);
}

/** A service of its own, and a checkout by the merchant's server. */
async function shop(env: Readonly<Record<string, string>>) {
  const made = await world.another({ ...GUESTS, ...env });
  const { key } = await createKey(made.databaseUrl, 'checkout', 'shop');
  const server = (): Promise<Answer> => made.service.checkout(checkoutBody(), { 'x-api-key': key });
  const refused = async (kind: string): Promise<number> => {
    const { samples } = readMetrics(await made.service.metrics());
    return total(samples, 'ramp_checkout_rate_limited_total', { kind });
  };
  return { ...made, server, refused };
}

function expectRefused(answer: Answer): void {
  expectProblem(answer, 429, 'rate_limited');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

describe('checkouts a minute', () => {
  it('of one block of addresses: one too many costs no call, and others are served', async () => {
    // At once as many as half a minute has.
    const { service, server, refused } = await shop({ GUEST_CHECKOUTS_PER_MINUTE_OF_BLOCK: '6' });
    const mark = await world.sandbox.mark();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => guest(service, `192.0.2.${n + 1}`)));
    expect(statusesOf(answers)).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    for (const answer of answers) if (answer.status === 429) expectRefused(answer);
    expect(await world.sandbox.calls('create', mark)).toHaveLength(3);
    const wide = await Promise.all(Array.from({ length: 8 }, (_, n) => guest(service, `2001:db8:7:${n}::1`)));
    expect(statusesOf(wide)).toEqual(statusesOf(answers));
    expect((await guest(service, '198.51.100.1')).status).toBe(201);
    expect((await server()).status).toBe(201);
    expect(await refused('guest_block')).toBe(10);
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
    const { service, server, refused, rows, replica } = await shop({ GUEST_UNPAID_ORDERS_OF_BLOCK: '2' });
    const env = { ...GUESTS, GUEST_UNPAID_ORDERS_OF_BLOCK: '2' };
    const other = await replica(env);
    const first = await guest(service, '192.0.2.1');
    expect([first.status, (await guest(service, '192.0.2.99')).status]).toEqual([201, 201]);
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
      ...{ ...GUESTS, ROLES: 'api', GUEST_UNPAID_ORDERS: '1000', GUEST_UNPAID_ORDERS_OF_BLOCK: '1000' },
      ...{ GUEST_CHECKOUTS_PER_MINUTE: '100000', GUEST_CHECKOUTS_PER_MINUTE_OF_BLOCK: '100000' },
    };
    const service = await world.replica(env, { databaseUrl: relay.url });
    try {
      const server = (): Promise<Answer> => service.checkout(checkoutBody(), { 'x-api-key': key });
      await Promise.all([guest(service, '192.0.2.1'), server()]);
      let looks = 0;
      let reserves = 0;
      relay.fate = (sql) => {
        if (/guest_block IS NOT NULL/.test(sql)) looks += 1;
        if (/INSERT INTO orders/.test(sql)) reserves += 1;
        return {};
      };
      for (let n = 0; n < 5; n += 1) expect((await server()).status).toBe(201);
      expect([looks, reserves]).toEqual([0, 5]);
      const begun = performance.now();
      await Promise.all(Array.from({ length: 30 }, (_, n) => guest(service, `10.1.${n}.1`)));
      const seconds = (performance.now() - begun) / 1000;
      expect(reserves).toBe(35);
      expect(looks).toBeLessThanOrEqual(1 + Math.ceil(seconds));
    } finally {
      await service.stop();
      await relay.close();
    }
  });
});

describe('more blocks of addresses than find a place, at full throttle', () => {
  const RATE = 15;
  /** 18 of them find a place in the 1.2 seconds that anybody waits for one. */
  const FLOOD = 48;

  /** Each of them asks again as soon as it is answered, for as long as `meanwhile` takes. Gives how many answers of which status. */
  async function flooded(service: Service, meanwhile: (seen: ReadonlyMap<number, number>) => Promise<void>) {
    const seen = new Map<number, number>();
    let isOver = false;
    const flooding = Array.from({ length: FLOOD }, async (_, n) => {
      while (!isOver) {
        const { status } = await guest(service, `2001:db8:${n.toString(16)}::1`);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        if (status === 503) await sleep(200);
      }
    });
    try {
      await meanwhile(seen);
    } finally {
      isOver = true;
      await Promise.all(flooding);
    }
    return seen;
  }

  /**
   * So many checkouts that were made, one after the other. A busy machine comes too late to a place now and then, and whoever
   * had it is told to come again; among the guests, of whom one in three finds a place, the merchant's server would be
   * told so twice for each that is made.
   */
  async function served(many: number, server: () => Promise<Answer>, look: (answer: Answer) => Promise<void>) {
    for (let made = 0, refused = 0; made < many;) {
      const answer = await server();
      if (answer.status === 503 && refused < many) refused += 1;
      else {
        expect(answer.status, answer.text).toBe(201);
        await look(answer);
        made += 1;
      }
    }
  }

  it('keep no place of the provider’s rate from the merchant’s server', async () => {
    // No ceiling: what is shown is who goes first.
    const { service, server } = await shop({ RATE_LIMIT_ADDRESS_RPS: '0', RAMP_MAX_RPS: String(RATE) });
    await flooded(service, async (seen) => {
      await until('the flood is refused', () => Promise.resolve(seen.has(503)));
      const before: number[] = [];
      let mark = 0;
      const marked = async (): Promise<Answer> => {
        mark = await world.sandbox.mark();
        return server();
      };
      await served(8, marked, async (answer) => {
        const creates = await world.sandbox.calls('create', mark);
        before.push(creates.findIndex((call) => call.merchantOrderNo === answer.body['merchantOrderNo']));
      });
      // Those whose turn had come before the request was read, which takes a busy machine longer now and then; of those who
      // waited none: they would be as many as are called in the 1.2 seconds that anybody waits.
      before.sort((a, b) => a - b);
      expect(before[0]).toBeGreaterThanOrEqual(0);
      expect(before[4]).toBeLessThan(RATE / 3);
      expect(before[7]).toBeLessThan((RATE * 2) / 3);
    });
  });

  it('are refused no quicker than once a second, and the merchant’s server is served meanwhile', async () => {
    const { service, server } = await shop({
      ...{ GUEST_CHECKOUTS_PER_MINUTE: '6', GUEST_CHECKOUTS_PER_MINUTE_OF_BLOCK: '2', RAMP_MAX_RPS: String(RATE) },
    });
    const begun = performance.now();
    const seen = await flooded(service, async (answers) => {
      await until('the flood is refused', () => Promise.resolve(answers.has(429)));
      await served(20, server, () => Promise.resolve());
    });
    const seconds = (performance.now() - begun) / 1000;
    // Else they would keep the process busy with refusals alone: some hundreds a second.
    expect(seen.get(429)).toBeLessThanOrEqual(FLOOD * seconds);
    expect(seen.get(201)).toBeLessThanOrEqual(3 + seconds / 10 + 1);
  });
});
