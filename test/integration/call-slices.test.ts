import type { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from '../../src/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { PostgresCallSlices } from '../../src/ramp/rate/postgres-call-slices.repository.js';
import { CallBudget } from '../../src/ramp/rate/call-budget.js';
import { readSlices } from '../../src/ramp/rate/call-slices.js';
import type { Slice } from '../../src/ramp/rate/call-slices.js';
import { LeasedAllowance } from '../../src/ramp/rate/leased-allowance.js';
import { ProcessTime } from '../../src/platform/shared/monotonic-time.js';
import { SliceKeeper } from '../../src/ramp/rate/slice-keeper.js';
import { OutageLog } from '../../src/platform/telemetry/outage-log.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { until } from '../support/service.js';

const RATE = 12;
const time = new ProcessTime();

let testDatabase: TestDatabase;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  testDatabase = await freshDatabase();
  closing.push(() => testDatabase.drop());
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function connect(url = testDatabase.url): { database: Database; slices: PostgresCallSlices } {
  const source = createDataSource(url);
  closing.push(() => (source.isInitialized ? source.destroy() : Promise.resolve()));
  const database = new Database(source);
  return { database, slices: new PostgresCallSlices(database) };
}

/** Remembers what it said last: a busy machine may take a while between that and the next look. */
class RememberedTime extends ProcessTime {
  last = 0;

  override now(): number {
    return (this.last = super.now());
  }
}

/** Knows to the moment when each call may start. */
class RecordingAllowance extends LeasedAllowance {
  readonly starts: number[] = [];

  constructor(private readonly clock = new RememberedTime()) {
    super(RATE, clock);
  }

  override take(): boolean {
    const taken = super.take();
    if (taken) this.starts.push(this.clock.last);
    return taken;
  }
}

/** A replica with connections of its own. */
function replica(name: string, url = testDatabase.url) {
  const { slices } = connect(url);
  const allowance = new RecordingAllowance();
  const budget = new CallBudget(allowance, 1000, time);
  const lines: string[] = [];
  const write = ({ event, task }: { event: string; task: string }): void => void lines.push(`${event} ${task}`);
  const logger = { error: write, log: write } as unknown as Logger;
  const keeper = new SliceKeeper(name, slices, allowance, time, new OutageLog(logger, 'provider_rate'), Math.random);
  keeper.onModuleInit();
  const leave = () => keeper.onApplicationShutdown();
  closing.push(leave);
  const ask = async (): Promise<void> => {
    (await budget.acquire('customer', null))?.();
  };
  return { allowance, leave, lines, ask, starts: allowance.starts };
}

async function storedSlices(): Promise<Slice[]> {
  return readSlices((await connect().slices.read()).stored)!;
}

describe('the row of slices', () => {
  it('is read as it was written, with the time that tests can shift', async () => {
    const { slices, database } = connect();
    const slice: Slice = { replica: 'one', calls: 3, wants: 4, limit: 15, until: 1_800_000_000_000.25 };
    const resting: Slice = { replica: null, calls: 1, wants: 0, limit: 0, until: 1_800_000_000_001 };
    const first = await slices.read();
    expect([first.stored, Math.abs(first.now - Date.now()) < 5000]).toEqual([[], true]);
    expect(await slices.replace(first.version, [slice, resting])).toBe(true);
    const second = await slices.read();
    expect(readSlices(second.stored)).toEqual([slice, resting]);
    expect(second.version).not.toBe(first.version);
    await database.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ramp_checkout.clock_shift = ''1 hour''', current_database()); END $$`,
    );
    expect((await connect().slices.read()).now - Date.now()).toBeGreaterThan(3_590_000);
  });

  it('is written by one of those who read the same, and the others change nothing', async () => {
    const connections = Array.from({ length: 8 }, () => connect().slices);
    for (let round = 0; round < 10; round++) {
      const { version } = await connections[0]!.read();
      const slicesOf = (i: number): Slice[] => [{ replica: `${i}`, calls: i, wants: 0, limit: 15, until: 1 }];
      const won = await Promise.all(connections.map((slices, i) => slices.replace(version, slicesOf(i))));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await storedSlices()).toEqual(slicesOf(won.indexOf(true)));
    }
  });
});

describe('replicas on one database', () => {
  it('come at the same time, call as much as they can, and stay within the rate together', async () => {
    const replicas = Array.from({ length: 5 }, (_, i) => replica(`replica-${i}`));
    const end = time.now() + 5000;
    while (time.now() < end) {
      for (const { ask } of replicas) void ask();
      await sleep(50);
    }
    await sleep(1300);
    const starts = replicas.flatMap((each) => each.starts).sort((a, b) => a - b);
    for (let i = RATE; i < starts.length; i++) {
      expect(starts[i]! - starts[i - RATE]!).toBeGreaterThanOrEqual(999);
    }
    expect(starts.length).toBeGreaterThan(RATE * 4);
    for (const each of replicas) expect(each.starts.length).toBeGreaterThanOrEqual(6);
    const held = (await storedSlices()).reduce((sum, { calls }) => sum + calls, 0);
    expect(held).toBeLessThanOrEqual(RATE);
  });

  it('one that ends leaves its share to the others, one that vanished does when its lease is over', async () => {
    const { slices } = connect();
    const { version, now } = await slices.read();
    const lost: Slice = { replica: 'vanished', calls: RATE, wants: RATE, limit: RATE, until: now + 1000 };
    await slices.replace(version, [lost]);
    const one = replica('one');
    await sleep(500);
    expect(one.allowance.perSecond).toBe(0);
    await until('the share is free', () => one.ask().then(() => one.starts.length > 0), 4000);
    const after = await slices.read();
    expect(after.now).toBeGreaterThanOrEqual(lost.until + 1000);
    await one.leave();
    expect((await storedSlices()).filter((slice) => slice.replica !== null)).toEqual([]);
    expect(one.allowance.perSecond).toBe(0);
  });

  it('a database without the table stops calls, not processes, and says so once', async () => {
    const empty = await emptyDatabase();
    closing.push(() => empty.drop());
    const { allowance, lines, ask, starts } = replica('early', empty.url);
    await Promise.all([ask(), ask()]);
    expect([allowance.perSecond, starts, lines]).toEqual([0, [], ['task_failing provider_rate']]);
  });
});
