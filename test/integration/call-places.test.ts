import type { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { OutageLog } from '#src/platform/telemetry/outage-log.js';
import { CallBudget } from '#src/ramp/rate/call-budget.js';
import { CallPlacesRepository } from '#src/ramp/rate/call-places.repository.js';
import type { TakenPlaces, WantedPlaces } from '#src/ramp/rate/call-places.js';
import { HeldPlaces } from '#src/ramp/rate/held-places.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { MemoryRow } from '../unit/ramp/support/memory-places.js';

const time = new ProcessTime();
const NOTHING: WantedPlaces = {
  ...{ customers: 0, guests: 0, polls: 0, customersWaitMs: 1200, pollsWaitMs: 2500, leadMs: 0, spacingMs: 100 },
};

let testDatabase: TestDatabase;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  testDatabase = await freshDatabase();
  closing.push(() => testDatabase.drop());
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function connect(url = testDatabase.url): { database: Database; places: CallPlacesRepository } {
  const source = createDataSource(url);
  closing.push(() => (source.isInitialized ? source.destroy() : Promise.resolve()));
  const database = new Database(source);
  return { database, places: new CallPlacesRepository(database) };
}

/** A process with connections of its own. */
function process(rate: number, url = testDatabase.url) {
  const starts: number[] = [];
  const lines: string[] = [];
  let refused = 0;
  const write = ({ event, task }: { event: string; task: string }): void => void lines.push(`${event} ${task}`);
  const logger = { error: write, log: write } as unknown as Logger;
  const { database, places } = connect(url);
  const held = new HeldPlaces(places, rate, time, new OutageLog(logger, 'provider_rate'));
  const budget = new CallBudget(held, 1000, time);
  const ask = async (): Promise<void> => {
    const release = await budget.acquire('customer', null);
    if (release === null) refused += 1;
    else starts.push(time.now());
    release?.();
  };
  const warmUp = () => Promise.all([database.query('SELECT 1'), held.ask({ ...NOTHING })]);
  return { starts, lines, ask, warmUp, refused: () => refused };
}

const momentsOf = ({ first, count }: TakenPlaces, spacingMs: number): number[] =>
  Array.from({ length: count }, (_, i) => first + i * spacingMs);

describe('the row of places', () => {
  it('gives each place once, however many take at the same time', async () => {
    const taking = Array.from({ length: 12 }, () => connect().places);
    const taken = await Promise.all(
      taking.map(async (places) => {
        const moments: number[] = [];
        for (let i = 0; i < 40; i++) {
          const wanted = { ...NOTHING, customers: 1 + (i % 3), customersWaitMs: 9000, spacingMs: 20 };
          moments.push(...momentsOf(await places.take(wanted), wanted.spacingMs));
        }
        return moments;
      }),
    );
    const moments = taken.flat().sort((a, b) => a - b);
    expect(moments.length).toBeGreaterThan(400);
    const gaps = moments.slice(1).map((moment, i) => moment - moments[i]!);
    expect(Math.min(...gaps)).toBeGreaterThan(19.99);
  });

  it('does what the tests of processes take it to do', async () => {
    const { database, places } = connect();
    const wanted = fc.record({
      customers: fc.nat(20),
      guests: fc.nat(20),
      polls: fc.nat(20),
      customersWaitMs: fc.integer({ min: -100, max: 1200 }),
      pollsWaitMs: fc.integer({ min: -100, max: 4000 }),
      leadMs: fc.constantFrom(0, 0, 250),
      spacingMs: fc.constantFrom(1030 / 15, 1030, 0.103),
    });
    const ahead = fc.constantFrom(-5000, 0, 90, 700, 1150, 3000, 9000, 3_600_000);
    await fc.assert(
      fc.asyncProperty(wanted, ahead, ahead, async (want, next, poll) => {
        const at = (ms: number): string => `checkout_now() + ${ms} * interval '1 ms'`;
        const [set] = await database.query<{ now: number }>(
          `UPDATE call_budget SET next_at = ${at(next)}, poll_at = ${at(poll)}
           RETURNING extract(epoch FROM checkout_now())::float8 * 1000 AS now`,
        );
        const taken = await places.take(want);
        const row = new MemoryRow(() => taken.now);
        [row.nextAt, row.pollAt] = [set!.now + next, set!.now + poll];
        const expected = row.take(want);
        expect(taken.count).toBe(expected.count);
        expect(Math.abs(taken.first - expected.first)).toBeLessThan(0.01);
        const [now] = await database.query<{ next: number; poll: number }>(
          `SELECT extract(epoch FROM next_at)::float8 * 1000 AS next, extract(epoch FROM poll_at)::float8 * 1000 AS poll
             FROM call_budget`,
        );
        expect(Math.abs(now!.next - row.nextAt)).toBeLessThan(0.01);
        expect(Math.abs(now!.poll - row.pollAt)).toBeLessThan(0.01);
      }),
      { numRuns: 150 },
    );
  });

  it('is written only when a place is taken, and goes by the time that tests can shift', async () => {
    const { database, places } = connect();
    const written = () => database.query('SELECT xmin::text, next_at FROM call_budget');
    const before = await written();
    await places.take({ ...NOTHING, customers: 3, customersWaitMs: -1 });
    expect(await written()).toEqual(before);
    await database.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ramp_checkout.clock_shift = ''1 hour''', current_database()); END $$`,
    );
    const { first, count } = await connect().places.take({ ...NOTHING, customers: 2 });
    expect([first - Date.now() > 3_590_000, count]).toEqual([true, 2]);
  });
});

describe('processes on one database', () => {
  const RATE = 12;

  /** Forty calls a second for three seconds, at each of the processes in turn. */
  async function load(count: number) {
    const processes = Array.from({ length: count }, () => process(RATE));
    const end = time.now() + 3000;
    const asked: Promise<void>[] = [];
    for (let i = 0; time.now() < end; i++) {
      asked.push(processes[i % count]!.ask());
      await sleep(25);
    }
    await Promise.all(asked);
    // A machine that is busy asks less often, and lets as many places pass.
    return { processes, calm: Math.min(1, asked.length / 115) };
  }

  // A place that comes up while the machine does something else is lost: a busy one may lose some, not each time.
  it(
    'start no more calls within any second than the rate, and waste no places, be they one or twelve',
    { retry: 4, timeout: 20_000 },
    async () => {
      for (const count of [1, 12]) {
        const { processes, calm } = await load(count);
        const starts = processes.flatMap((each) => each.starts).sort((a, b) => a - b);
        for (let i = RATE; i < starts.length; i++) {
          expect(starts[i]! - starts[i - RATE]!, `${count}`).toBeGreaterThanOrEqual(1000);
        }
        // Three seconds, and what waits then.
        expect(starts.length, `${count}`).toBeGreaterThan(RATE * 3 * calm);
      }
    },
  );

  it('a burst that one lets through, twelve let through too', { retry: 8 }, async () => {
    for (const count of [1, 12]) {
      const processes = Array.from({ length: count }, () => process(RATE));
      await Promise.all(processes.map((each) => each.warmUp()));
      // A busy machine loses a few places.
      await Promise.all(Array.from({ length: RATE - 4 }, (_, i) => processes[i % count]!.ask()));
      expect(processes.map((each) => each.refused())).toEqual(processes.map(() => 0));
      await sleep(1300);
    }
  });

  it('a database without the table stops calls, not processes, and says so once', async () => {
    const empty = await emptyDatabase();
    closing.push(() => empty.drop());
    const { lines, ask, starts } = process(RATE, empty.url);
    await Promise.all([ask(), ask()]);
    expect([starts, lines]).toEqual([[], ['task_failing provider_rate']]);
  });
});
