import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { PostgresRelay } from '../support/postgres-relay.js';
import { readMetrics, total } from '../support/promtool.js';
import { expectProblem, newCheckout, newNumber, orderOf, until } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';

// A busy machine must not run out of time.
const UNLIMITED = {
  CHECKOUT_DEADLINE_MS: '120000',
  RATE_LIMIT_ADDRESS_RPS: '0',
  HTTP_CONNECTIONS_PER_ADDRESS: '0',
  RAMP_MAX_RPS: '2000',
};
const world = useWorld(UNLIMITED);

const checkouts = (count: number) => Array.from({ length: count }, () => newCheckout());

/** By number, what callers were told. */
type Told = ReadonlyMap<string, readonly Answer[]>;

let createsBefore: number;

beforeEach(async () => {
  createsBefore = (await world.sandbox.calls('create')).length;
});

/**
 * Each answer shows a page of its order, and the provider made nothing twice, nor anything that is not stored. Returns how
 * often each trade was sent.
 */
async function expectWhole(told: Told): Promise<Map<string, number>> {
  const { rows, sandbox } = world;
  const sent = new Map<string, number>();
  for (const { merchantOrderNo } of (await sandbox.calls('create')).slice(createsBefore))
    sent.set(String(merchantOrderNo), (sent.get(String(merchantOrderNo)) ?? 0) + 1);
  const stored = await rows.query<{ trade_no: string }>('SELECT trade_no FROM trades WHERE trade_no = ANY($1)', [
    [...sent.keys()],
  ]);
  expect(stored.map(({ trade_no }) => trade_no).sort()).toEqual([...sent.keys()].sort());
  expect((await sandbox.summary()).doubleCreates).toEqual([]);
  for (const [number, answers] of told) {
    const { order, trades, events } = await rows.whole(number);
    expect(historyProblems({ order, events })).toEqual([]);
    const pages = [null, ...trades.map(({ pay_url }) => pay_url)];
    for (const answer of answers) {
      expect([200, 201, 202], answer.text).toContain(answer.status);
      expect(pages).toContain(orderOf(answer).payUrl);
    }
  }
  return sent;
}

async function tellAll(services: readonly Service[], count: number, times: number): Promise<Told> {
  const told = checkouts(count).flatMap(({ body, number }) =>
    services.flatMap((service) =>
      Array.from({ length: times }, async () => [number, await service.insist(body)] as const),
    ),
  );
  const answers = new Map<string, Answer[]>();
  for (const [number, answer] of await Promise.all(told)) answers.set(number, [...(answers.get(number) ?? []), answer]);
  return answers;
}

describe('group commit', () => {
  it('makes each of many orders once that come at once, each several times', async () => {
    const told = await tellAll([world.service], 60, 4);
    const sent = await expectWhole(told);
    for (const [number, answers] of told) {
      expect(sent.get(number)).toBe(1);
      expect(new Set(answers.map((answer) => orderOf(answer).payUrl)).size).toBe(1);
    }
    const { samples } = readMetrics(await world.service.metrics());
    const [writes, commits] = ['sum', 'count'].map((part) => total(samples, `ramp_checkout_commit_writes_${part}`));
    expect(writes).toBeGreaterThanOrEqual(120);
    expect(commits).toBeLessThan(writes! / 2);
  });

  it('makes each once with two replicas', async () => {
    const other = await world.replica(UNLIMITED);
    const told = await tellAll([world.service, other], 30, 2);
    const sent = await expectWhole(told);
    for (const number of told.keys()) expect(sent.get(number)).toBe(1);
  });

  it('an order that breaks a rule harms none of the others', async () => {
    const { service, rows } = world;
    const [removed, refused] = [newNumber(), newNumber()];
    await rows.query(
      `INSERT INTO removed_orders (merchant_order_no, month, times, macs, key_id, seal, removed_at)
       SELECT lower($1), '2026-01-01', '{2026-01-01}', '{0}', '1', sha256('seal'), now()`,
      [removed],
    );
    await rows.query(`CREATE FUNCTION refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
    await rows.query(
      `CREATE TRIGGER refuses AFTER INSERT ON orders FOR EACH ROW WHEN (NEW.merchant_order_no = '${refused}')
       EXECUTE FUNCTION refuses()`,
    );
    onTestFinished(() => void rows.query('DROP FUNCTION refuses() CASCADE'));
    const bad = [removed, refused].map((merchantOrderNo) => service.checkout(newCheckout({ merchantOrderNo }).body));
    const told = await tellAll([service], 80, 1);
    expectProblem((await bad[0])!, 409, 'merchant_order_no_conflict');
    expectProblem((await bad[1])!, 500, 'internal');
    await expectWhole(told);
    for (const [answer] of told.values()) expect(answer!.status).toBe(201);
  });

  it('loses and doubles nothing while its connections are terminated', async () => {
    const { service, rows } = world;
    const told = new Map<string, Answer[]>();
    const left = checkouts(240);
    const buyers = Array.from({ length: 48 }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        told.set(next.number, [await service.insist(next.body)]);
    });
    for (let times = 1; times <= 12; times++) {
      await until('more answers', () => Promise.resolve(told.size >= 15 * times));
      await rows.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'ramp-checkout' AND state = 'active'`,
      );
    }
    await Promise.all(buyers);
    expect(told.size).toBe(240);
    await expectWhole(told);
  });

  it('goes on after a kill in the middle of a shared commit', async () => {
    const relay = await PostgresRelay.start(world.databaseUrl);
    onTestFinished(() => relay.close());
    const dies = await world.replica(UNLIMITED, { databaseUrl: relay.url, process: true });
    const all = checkouts(60);
    relay.sees = (statement) => {
      if (statement.includes('lock_timeout')) process.kill(dies.program.pid, 'SIGKILL');
    };
    await Promise.allSettled(all.map(({ body }) => dies.checkout(body)));
    expect(await dies.program.ended).toBe('SIGKILL');
    const told = await Promise.all(
      all.map(async ({ body, number }) => [number, [await world.service.insist(body)]] as const),
    );
    await expectWhole(new Map(told));
  });
});
