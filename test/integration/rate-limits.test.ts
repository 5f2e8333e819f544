import type { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import type { KeysService } from '#src/platform/crypto/keys.service.js';
import { Buckets } from '#src/platform/limits/buckets.js';
import { LimitsService } from '#src/platform/limits/limits.service.js';
import { RateLimitRepository } from '#src/platform/limits/rate-limit.repository.js';
import { Problem } from '#src/platform/problems/problem.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { OutageLog } from '#src/platform/telemetry/outage-log.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { until } from '../support/service.js';
import { FakeTime } from '../support/fake-time.js';

/** Refills once in 15 minutes, so that the duration of statements does not matter. */
const SLOW = { perSecond: 1 / 900, burst: 20 };
const COST_MS = 900_000;
const ADDRESS = '192.0.2.77';

const keys = {
  ring: () => Promise.resolve(new KeyRing([{ id: '1', bytes: Buffer.alloc(32, 7) }])),
} as unknown as KeysService;

let testDatabase: TestDatabase;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  testDatabase = await freshDatabase();
  closing.push(() => testDatabase.drop());
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function connect(url = testDatabase.url): { database: Database; shared: RateLimitRepository } {
  const source = createDataSource(url);
  closing.push(() => (source.isInitialized ? source.destroy() : Promise.resolve()));
  const database = new Database(new PooledStatements(source));
  return { database, shared: new RateLimitRepository(database, keys) };
}

/** Adds `count` uses, each worth `COST_MS`; returns how far the bucket is ahead in milliseconds. */
async function add(shared: RateLimitRepository, id: string, count: number, agoMs = 0): Promise<number> {
  const ahead = await shared.add([{ id, rate: SLOW, count }], agoMs);
  expect([...ahead.keys()]).toEqual([id]);
  return ahead.get(id)!;
}

/** Tolerates the duration of a statement; less than half of one use. */
const about = (count: number): { from: number; to: number } => ({ from: (count - 0.4) * COST_MS, to: count * COST_MS });
function expectAhead(ahead: number, count: number): void {
  expect(ahead).toBeGreaterThan(about(count).from);
  expect(ahead).toBeLessThanOrEqual(about(count).to + 5);
}

describe('rate limits: shared state', () => {
  it('adds up per bucket', async () => {
    const [one, two] = [connect().shared, connect().shared];
    expectAhead(await add(one, 'a', 3), 3);
    expectAhead(await add(two, 'a', 4), 7);
    expectAhead(await add(two, 'b', 1), 1);
    expectAhead(await add(one, 'a', 1), 8);
  });

  it('adds up under concurrent writers in any order of buckets', async () => {
    const replicas = Array.from({ length: 6 }, () => connect().shared);
    const ids = Array.from({ length: 40 }, (_, i) => `address ${i}`);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        replicas.map((shared, i) => {
          const mine = i % 2 === 0 ? ids : [...ids].reverse();
          return shared.add(
            mine.map((id) => ({ id, rate: SLOW, count: 1 })),
            0,
          );
        }),
      );
    }
    const last = await replicas[0]!.add(
      ids.map((id) => ({ id, rate: SLOW, count: 1 })),
      0,
    );
    for (const id of ids) expectAhead(last.get(id)!, 31);
  });

  it('stores no address, in an unlogged table', async () => {
    const { shared, database } = connect();
    await add(shared, `address ${ADDRESS}`, 1);
    const rows = await database.query<{ bucket: Buffer; text: string }>(
      'SELECT bucket, r::text AS text FROM rate_limits r',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.bucket).toHaveLength(16);
    const forms = [ADDRESS, Buffer.from(ADDRESS).toString('hex'), Buffer.from([192, 0, 2, 77]).toString('hex')];
    for (const form of forms) expect(rows[0]!.text).not.toContain(form);
    const kind = await database.query(`SELECT relpersistence FROM pg_class WHERE relname = 'rate_limits'`);
    expect(kind).toEqual([{ relpersistence: 'u' }]);
  });
});

function replica() {
  const { shared } = connect();
  const buckets = new Buckets();
  return {
    ask: (count: number, now: number) =>
      Array.from({ length: count }, () => buckets.take('a', SLOW, now)).filter((waitMs) => waitMs === 0).length,
    hasNews: () => buckets.hasNews,
    share: async (now: number) => {
      const { list, since } = buckets.news(10);
      for (const [id, ms] of await shared.add(list, now - since)) buckets.adopt(id, ms, now);
    },
  };
}

describe('rate limits: replicas on one database', () => {
  it('together admit one limit, plus what passes before they share', async () => {
    const replicas = [replica(), replica(), replica()];
    const [one, two, three] = replicas;
    // The clocks of processes and of the database are unrelated.
    const at = [5, 700_000_000, 30_000];
    const ask = (count: number) => replicas.map((each, i) => each.ask(count, at[i]!));
    const share = async () => {
      for (const [i, each] of replicas.entries()) if (each.hasNews()) await each.share(at[i]!);
    };
    expect(ask(5)).toEqual([5, 5, 5]);
    await share();
    // The third knows of all 15, the second of 10, the first of 5.
    expect([three!.ask(9, at[2]!), two!.ask(9, at[1]!), one!.ask(1, at[0]!)]).toEqual([5, 9, 1]);
    await share();
    // 30 of 20 were admitted. The first knows of 16, and learns of the rest with its next admission.
    expect(ask(3)).toEqual([3, 0, 0]);
    await share();
    expect(ask(3)).toEqual([0, 0, 0]);
    // The excess delays later requests.
    expect(one!.ask(1, at[0]! + 13 * COST_MS)).toBe(0);
    expect(one!.ask(3, at[0]! + 14 * COST_MS)).toBe(1);
  });
});

describe('rate limits: one process', () => {
  const SETTINGS = { addressRps: 5, callerRps: 0, keyRps: 2, guestsRpm: 0 };

  function limits(shared = connect().shared) {
    const time = new FakeTime();
    const lines: string[] = [];
    const write = ({ event, task }: { event: string; task: string }): void => void lines.push(`${event} ${task}`);
    const logger = { error: write, log: write } as unknown as Logger;
    const metrics = new Metrics();
    const service = new LimitsService(SETTINGS, shared, time, metrics, new OutageLog(logger, 'shared_rate_limits'));
    closing.push(() => service.onApplicationShutdown());
    const spend = (kind: 'address' | 'caller' | 'key', whose: string): number | null => {
      try {
        service.spend(kind, whose);
        return null;
      } catch (error) {
        expect(error).toBeInstanceOf(Problem);
        expect((error as Problem).code).toBe('rate_limited');
        return (error as Problem).extras.retryAfter!;
      }
    };
    return { service, time, lines, metrics, spend };
  }

  it('shares after 250 ms in one statement, and is idle without requests', async () => {
    const statements: number[] = [];
    const { shared } = connect();
    const add = shared.add.bind(shared);
    shared.add = (uses, agoMs) => {
      statements.push(uses.length);
      return add(uses, agoMs);
    };
    const { spend, time } = limits(shared);
    await time.pass(10_000);
    expect([time.pending, statements]).toEqual([0, []]);
    for (let i = 0; i < 50; i += 1) spend('address', `192.0.2.${i}`);
    await time.pass(249);
    expect(statements).toEqual([]);
    await time.pass(1);
    expect(statements).toEqual([50]);
    const { database } = connect();
    const rows = () => database.query('SELECT 1 FROM rate_limits');
    await until('50 rows', async () => (await rows()).length === 50);
    await time.pass(10_000);
    expect(statements).toEqual([50]);
    // Expired buckets are deleted after a minute, and then there is nothing left to do.
    await database.query(`UPDATE rate_limits SET tat = checkout_now() - interval '1 minute'`);
    await until('the cleaning is planned', () => Promise.resolve(time.pending === 1));
    await time.pass(60_000);
    await until('no rows', async () => (await rows()).length === 0);
    expect(time.pending).toBe(0);
  });

  it('limits while the table is missing, and logs it once', async () => {
    const empty = await emptyDatabase();
    closing.push(() => empty.drop());
    const { spend, time, lines } = limits(connect(empty.url).shared);
    for (let round = 0; round < 3; round += 1) {
      expect(Array.from({ length: 12 }, () => spend('address', 'x')).filter((one) => one === null)).toHaveLength(10);
      await time.pass(250);
      await until('the failure', () => Promise.resolve(lines.length > 0));
      await time.pass(2000);
    }
    expect(lines).toEqual(['task_failing shared_rate_limits']);
  });
});
