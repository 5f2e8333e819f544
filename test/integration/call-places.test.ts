import type { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { OutageLog } from '#src/platform/telemetry/outage-log.js';
import { CallBudget } from '#src/ramp/rate/call-budget.js';
import { CallSlotsRepository } from '#src/ramp/rate/call-slots.repository.js';
import type { SlotRequest } from '#src/ramp/rate/call-slots.repository.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { MemoryRow } from '../unit/ramp/support/memory-places.js';

const time = new ProcessTime();
const NOTHING: SlotRequest = { customers: 0, others: 0, hasPoll: false, waitMs: 1200, lateMs: 30, perSecond: 10 };

let testDatabase: TestDatabase;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  testDatabase = await freshDatabase();
  closing.push(() => testDatabase.drop());
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function connect(url = testDatabase.url): { database: Database; slots: CallSlotsRepository } {
  const source = createDataSource(url);
  closing.push(() => (source.isInitialized ? source.destroy() : Promise.resolve()));
  const database = new Database(new PooledStatements(source));
  return { database, slots: new CallSlotsRepository(database) };
}

function process(rate: number, url = testDatabase.url) {
  const starts: number[] = [];
  const lines: string[] = [];
  let refused = 0;
  const write = ({ event, task }: { event: string; task: string }): void => void lines.push(`${event} ${task}`);
  const logger = { error: write, log: write } as unknown as Logger;
  const { database, slots } = connect(url);
  const budget = new CallBudget(slots, rate, 1000, time, new OutageLog(logger, 'provider_rate'));
  const ask = async (): Promise<void> => {
    const release = await budget.acquire('customer', null);
    if (release === null) refused += 1;
    else starts.push(time.monotonic());
    release?.();
  };
  const warmUp = () => Promise.all([database.query('SELECT 1'), slots.take(NOTHING)]);
  return { starts, lines, ask, warmUp, refused: () => refused };
}

describe('the row of slots', () => {
  it('does what the tests of processes take it to do', async () => {
    const { database, slots } = connect();
    const wanted = fc.record({
      customers: fc.nat(20),
      others: fc.nat(20),
      hasPoll: fc.boolean(),
      waitMs: fc.integer({ min: -100, max: 1200 }),
      lateMs: fc.constantFrom(30, 30, 65, 500),
      perSecond: fc.constantFrom(15, 1, 10_000),
    });
    const ahead = fc.constantFrom(-5000, 0, 90, 700, 1150, 3000, 9000, 3_600_000);
    await fc.assert(
      fc.asyncProperty(wanted, ahead, ahead, fc.constantFrom(0, 31, 400), async (want, next, poll, late) => {
        const at = (ms: number): string => `checkout_now() + ${ms} * interval '1 ms'`;
        const [before] = await database.query<{ now: number }>(
          `UPDATE call_budget SET next_at = ${at(next)}, poll_at = ${at(poll)}, late_ms = ${late}
           RETURNING extract(epoch FROM checkout_now())::float8 * 1000 AS now`,
        );
        const taken = await slots.take(want);
        const [after] = await database.query<{ next: number; poll: number; late: number }>(
          `SELECT extract(epoch FROM next_at)::float8 * 1000 AS next, extract(epoch FROM poll_at)::float8 * 1000 AS poll,
                  late_ms AS late FROM call_budget`,
        );
        const { firstMs, count, spacingMs } = taken;
        // A statement that took slots shows when it ran, to the millisecond.
        const now = count > 0 ? Math.round(after!.next - firstMs - count * spacingMs) : before!.now;
        const row = new MemoryRow(() => now);
        [row.nextAt, row.pollAt, row.lateMs] = [before!.now + next, before!.now + poll, late];
        const expected = row.take(want);
        expect(count).toBe(expected.count);
        expect([spacingMs, taken.lateMs]).toEqual([
          expect.closeTo(expected.spacingMs, 6),
          expect.closeTo(expected.lateMs, 6),
        ]);
        if (count > 0) expect(Math.abs(firstMs - expected.firstMs)).toBeLessThan(0.01);
        expect(Math.abs(after!.next - row.nextAt)).toBeLessThan(0.01);
        expect(Math.abs(after!.poll - row.pollAt)).toBeLessThan(0.01);
        expect(after!.late).toBeCloseTo(row.lateMs);
      }),
      { numRuns: 150 },
    );
  });

  it('is written only when a slot is taken, and goes by the time that tests can shift', async () => {
    const { database, slots } = connect();
    const written = () => database.query('SELECT xmin::text, next_at FROM call_budget');
    const before = await written();
    await slots.take({ ...NOTHING, customers: 3, waitMs: -1 });
    expect(await written()).toEqual(before);
    await database.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ramp_checkout.clock_shift = ''1 hour''', current_database()); END $$`,
    );
    expect(await connect().slots.take({ ...NOTHING, customers: 2 })).toMatchObject({ count: 2 });
    const [row] = await database.query<{ next_at: Date }>('SELECT next_at FROM call_budget');
    expect(row!.next_at.getTime() - Date.now()).toBeGreaterThan(3_590_000);
  });
});

describe('processes on one database', () => {
  const RATE = 12;

  it('a database without the table stops calls, not processes, and says so once', async () => {
    const empty = await emptyDatabase();
    closing.push(() => empty.drop());
    const { lines, ask, starts } = process(RATE, empty.url);
    await Promise.all([ask(), ask()]);
    expect([starts, lines]).toEqual([[], ['task_failing provider_rate']]);
  });
});
