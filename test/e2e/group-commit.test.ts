import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { PostgresRelay } from '../support/postgres-relay.js';
import { readMetrics, total } from '../support/promtool.js';
import { newCheckout, orderOf } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';

// A busy machine must not run out of time.
const UNLIMITED = {
  CHECKOUT_DEADLINE_MS: '120000',
  RATE_LIMIT_ADDRESS_RPS: '0',
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

async function tellAll(count: number, times: number): Promise<Told> {
  const told = checkouts(count).flatMap(({ body, number }) =>
    Array.from({ length: times }, async () => [number, await world.service.insist(body)] as const),
  );
  const answers = new Map<string, Answer[]>();
  for (const [number, answer] of await Promise.all(told)) answers.set(number, [...(answers.get(number) ?? []), answer]);
  return answers;
}

describe('group commit', () => {
  it('makes each of many orders once that come at once, each several times', async () => {
    const told = await tellAll(60, 4);
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
