import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeTime } from './support/fake-time.js';
import type { Fate } from './support/memory-slices.js';
import { Replicas } from './support/replicas.js';
import type { Replica } from './support/replicas.js';

Logger.overrideLogger(false);

function begin() {
  const world = new FakeTime();
  return { world, all: new Replicas(world) };
}

/** Each of these asks for so many calls, every 100 ms, for so long. */
async function load(world: FakeTime, milliseconds: number, asks: readonly (readonly [Replica, number])[]) {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    for (const [replica, count] of asks) replica.ask(count);
    await world.pass(100);
  }
}

describe('never more calls start within any second than the rate', () => {
  const fates = fc.array(
    fc.record({
      there: fc.integer({ min: 0, max: 60 }),
      back: fc.integer({ min: 0, max: 60 }),
      end: fc.constantFrom<Fate['end']>(
        ...Array.from({ length: 12 }, () => 'answered' as const),
        ...(['lost_there', 'lost_back', 'fails'] as const),
      ),
    }),
    { minLength: 7, maxLength: 40 },
  );
  const slow = fc.record({
    there: fc.constantFrom(0, 5, 900, 4000, 7000),
    back: fc.constantFrom(0, 5, 900, 4000),
    end: fc.constantFrom<Fate['end']>('answered', 'lost_back'),
  });
  const acts = fc.array(
    fc.record({
      act: fc.constantFrom('ask', 'ask', 'ask', 'ask', 'stop', 'goOn', 'die', 'leave', 'add'),
      who: fc.integer({ min: 0, max: 3 }),
      count: fc.integer({ min: 1, max: 12 }),
      priority: fc.constantFrom('customer' as const, 'poll' as const),
      pause: fc.constantFrom(0, 1, 40, 200, 333, 1000, 2500, 6200),
    }),
    { minLength: 10, maxLength: 50 },
  );

  it('whatever is asked for where, and whoever dies, hangs, leaves, comes, or loses the database when', async () => {
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(fates, slow, acts, fc.integer({ min: 1, max: 9 }), async (ends, slowly, steps, rate) => {
        const { world, all } = begin();
        let statements = 0;
        const fate = (): Fate => {
          statements += 1;
          return statements % 11 === 0 ? slowly : ends[statements % ends.length]!;
        };
        const one = all.add(rate, fate);
        const two = all.add(rate, fate);
        for (const { act, who, count, priority, pause } of steps) {
          const replica = all.replicas[who % all.replicas.length]!;
          if (act === 'ask') replica.ask(count, priority);
          if (act === 'stop') replica.time.stop();
          if (act === 'goOn') replica.time.goOn();
          if (act === 'die') replica.time.die();
          if (act === 'leave' && replica.time.runs) void replica.keeper.onApplicationShutdown();
          if (act === 'add' && all.replicas.length < 5) all.add(rate, fate);
          await world.pass(pause);
        }
        for (const replica of all.replicas) replica.time.goOn();
        await world.pass(3000);
        expect(all.busiestSecond()).toBeLessThanOrEqual(rate);
        moved += all.of(one).length > 0 && all.of(two).length > 0 ? 1 : 0;
      }),
      { numRuns: 400 },
    );
    // Else all of this said nothing.
    expect(moved).toBeGreaterThan(50);
  }, 60_000);

  it('while the whole of it moves from a busy replica to another', async () => {
    const { world, all } = begin();
    const [one, two] = [all.add(10), all.add(10)];
    await load(world, 4000, [[one, 3]]);
    await load(world, 8000, [[two, 3]]);
    expect(all.of(one).length).toBeGreaterThan(30);
    expect(all.of(two).length).toBeGreaterThan(60);
    expect(all.busiestSecond()).toBe(10);
  });

  it('while replicas name different rates: the smaller one holds', async () => {
    const { world, all } = begin();
    const one = all.add(12);
    await load(world, 3000, [[one, 4]]);
    expect(all.busiestSecond()).toBe(12);
    const two = all.add(5);
    await world.pass(3000);
    const from = world.now();
    await load(world, 5000, [
      [one, 3],
      [two, 3],
    ]);
    expect(all.busiestSecond(from)).toBe(5);
  });
});

describe('who gets how much', () => {
  it('a replica that is alone has all of it at once, and all of it each second', async () => {
    const { world, all } = begin();
    const one = all.add(15);
    await world.pass(1000);
    one.ask(15);
    await world.pass(5);
    expect(all.starts).toHaveLength(15);
    await world.pass(995);
    await load(world, 5000, [[one, 2]]);
    expect(all.of(one, 2000).length).toBeGreaterThanOrEqual(15 * 5);
  });

  it('calls before the first lease wait for it', async () => {
    const { world, all } = begin();
    const one = all.add(15, () => ({ there: 150, back: 150, end: 'answered' }));
    one.ask(3);
    await world.pass(2000);
    expect(all.starts.map(({ at }) => at)).toEqual([600, 600, 600]);
  });

  it('two busy replicas have equal parts', async () => {
    const { world, all } = begin();
    const [one, two] = [all.add(10), all.add(10)];
    await load(world, 3000, [
      [one, 2],
      [two, 2],
    ]);
    const from = world.now();
    await load(world, 10_000, [
      [one, 2],
      [two, 2],
    ]);
    expect(all.of(one, from)).toHaveLength(50);
    expect(all.of(two, from)).toHaveLength(50);
  });

  it('what one does not use, another one has; no customer of the one is refused for it', async () => {
    const { world, all } = begin();
    const [one, two] = [all.add(10), all.add(10)];
    await load(world, 4000, [[one, 1]]);
    all.refused.splice(0);
    const from = world.now();
    for (let second = 0; second < 10; second++) {
      two.ask();
      await load(world, 1000, [[one, 1]]);
    }
    expect(all.of(one, from).length).toBeGreaterThan(75);
    expect(all.of(two, from)).toHaveLength(10);
    expect(all.refused.filter(({ replica }) => replica === two.name)).toEqual([]);
  });

  it('an idle replica keeps something, so that its first call need not wait', async () => {
    const { world, all } = begin();
    const [one, two] = [all.add(15), all.add(15)];
    await load(world, 5000, [[one, 3]]);
    const at = world.now();
    two.ask();
    await world.pass(0);
    expect(all.of(two, at)).toHaveLength(1);
  });

  it('a replica that comes to a busy one has its part within the patience of a customer', async () => {
    const { world, all } = begin();
    const one = all.add(10);
    await load(world, 5000, [[one, 3]]);
    const two = all.add(10);
    const at = world.now();
    two.ask(5);
    await load(world, 1300, [[one, 3]]);
    expect(all.of(two, at)).toHaveLength(5);
  });

  const phases = Array.from({ length: 12 }, (_, i) => i * 85);
  it.each(phases)('what an idle replica holds, another has within the patience of a customer (%i)', async (phase) => {
    const { world, all } = begin();
    all.add(1);
    await world.pass(1000);
    const two = all.add(1);
    await world.pass(1000 + phase);
    two.ask();
    await world.pass(1200);
    expect([all.of(two).length, all.refused.length]).toEqual([1, 0]);
  });

  it.each(phases)('what a busy replica has just used, another has within that time too (%i)', async (phase) => {
    const { world, all } = begin();
    const [one, two] = [all.add(10), all.add(10)];
    for (let second = 0; second < 4; second++) {
      one.ask(12);
      await world.pass(1000);
    }
    one.ask(12);
    await world.pass(phase);
    const from = world.now();
    two.ask(5);
    await world.pass(1200);
    expect(all.of(two, from)).toHaveLength(5);
  });

  it('with more replicas than calls everybody has a turn', async () => {
    const { world, all } = begin();
    const replicas = [all.add(2), all.add(2), all.add(2), all.add(2), all.add(2)];
    await load(
      world,
      60_000,
      replicas.map((replica) => [replica, 1]),
    );
    const counts = replicas.map((replica) => all.of(replica).length);
    expect(Math.min(...counts)).toBeGreaterThan(12);
    expect(all.busiestSecond()).toBeLessThanOrEqual(2);
    expect(all.starts.length).toBeGreaterThan(75);
  }, 20_000);

  it('polls of one replica are not starved by the customers of another, even at one call a second', async () => {
    const { world, all } = begin();
    const [api, worker] = [all.add(1), all.add(1)];
    for (let second = 0; second < 60; second++) {
      worker.ask(Math.min(1, worker.budget.pollsAllowedNow()), 'poll');
      await load(world, 1000, [[api, 1]]);
    }
    expect(all.of(worker).length).toBeGreaterThan(10);
    expect(all.of(api).length).toBeGreaterThan(10);
  }, 20_000);

  it('polls of an idle worker grow from its cushion to the whole rate', async () => {
    const { world, all } = begin();
    const [worker, idle] = [all.add(15), all.add(15)];
    for (let second = 0; second < 12; second++) {
      worker.ask(worker.budget.pollsAllowedNow(), 'poll');
      await world.pass(1000);
    }
    expect(all.of(worker, 8000).length).toBeGreaterThanOrEqual(4 * 14);
    expect(idle.allowance.perSecond).toBe(1);
  });
});

describe('when something goes wrong', () => {
  it('the share of a replica that died is free after its lease and a second, and not before', async () => {
    const { world, all } = begin();
    const [one, two] = [all.add(10), all.add(10)];
    await load(world, 3000, [[one, 3]]);
    one.time.die();
    const died = world.now();
    await load(world, 4500, [[two, 3]]);
    expect(two.allowance.perSecond).toBeLessThan(10);
    await load(world, 2000, [[two, 3]]);
    expect(two.allowance.perSecond).toBe(10);
    expect(all.of(two, died + 6500 - 1000).length).toBeGreaterThanOrEqual(9);
    expect(all.busiestSecond()).toBe(10);
  });

  it('a replica that ends leaves its share at once', async () => {
    const { world, all } = begin();
    const [one, two] = [all.add(10), all.add(10)];
    await load(world, 3000, [[one, 3]]);
    void one.keeper.onApplicationShutdown();
    await load(world, 1300, [[two, 3]]);
    expect(two.allowance.perSecond).toBe(10);
    one.ask();
    await world.pass(1300);
    expect(all.refused.at(-1)).toMatchObject({ replica: one.name });
    expect(all.row.stored).toEqual([expect.objectContaining({ replica: two.name })]);
  });

  it('a replica that was stopped beyond its lease starts nothing until it has renewed it', async () => {
    const { world, all } = begin();
    let answers = true;
    const one = all.add(10, () => ({ there: 1, back: 1, end: answers ? 'answered' : 'fails' }));
    await load(world, 3000, [[one, 3]]);
    await world.pass(2000);
    one.time.stop();
    await world.pass(6000);
    answers = false;
    one.time.goOn();
    const from = world.now();
    one.ask(3);
    await world.pass(1000);
    expect(all.of(one, from)).toEqual([]);
    answers = true;
    one.ask(3);
    await world.pass(1000);
    expect(all.of(one, from).length).toBeGreaterThanOrEqual(3);
  });

  it('a lease ends when it ends in the row, however long the answer of the database took', async () => {
    const { world, all } = begin();
    let away = false;
    const one = all.add(10, () => ({ there: 40, back: 1400, end: away ? 'lost_there' : 'answered' }));
    await load(world, 2900, [[one, 1]]);
    away = true;
    const [slice] = all.row.stored as { until: number }[];
    await load(world, 9000, [[one, 1]]);
    expect(all.starts.length).toBeGreaterThan(10);
    expect(all.starts.at(-1)!.at).toBeLessThan(slice!.until - all.shift);
  });

  it('a poll that waits for a share is told so in the end, and nothing is tried over and over meanwhile', async () => {
    const { world, all } = begin();
    const one = all.add(10, () => ({ there: 1, back: 1, end: 'lost_there' }));
    one.ask(1, 'poll');
    await world.pass(10);
    // Its patience, and the limit of the statement.
    expect(world.pending).toBe(2);
    await world.pass(5989);
    expect(all.refused).toEqual([]);
    await world.pass(1);
    expect(all.refused).toHaveLength(1);
  });

  it('without the database calls go on for the lease, then are refused, and go on when it is back', async () => {
    const { world, all } = begin();
    let away = false;
    const one = all.add(10, () => ({ there: 1, back: 1, end: away ? 'lost_there' : 'answered' }));
    await load(world, 2000, [[one, 1]]);
    away = true;
    await load(world, 3500, [[one, 1]]);
    expect(all.of(one, 2000).length).toBeGreaterThan(30);
    await load(world, 2000, [[one, 1]]);
    const from = world.now();
    await load(world, 4000, [[one, 1]]);
    expect(all.of(one, from)).toEqual([]);
    expect(all.refused.length).toBeGreaterThan(20);
    away = false;
    await load(world, 2500, [[one, 1]]);
    const back = world.now();
    await load(world, 2000, [[one, 1]]);
    expect(all.of(one, back).length).toBe(20);
  });

  it('a row that cannot be read is taken for a rate that is held, until it cannot be any more', async () => {
    const { world, all } = begin();
    all.row.stored = [{ replica: 'from another version', tokens: 4 }];
    const one = all.add(10);
    await load(world, 5900, [[one, 1]]);
    expect(all.starts).toEqual([]);
    await load(world, 2000, [[one, 1]]);
    expect(all.starts.length).toBeGreaterThan(10);
  });

  it('a clock of the database that goes back holds nothing longer than a lease', async () => {
    const { world, all } = begin();
    const [one, two] = [all.add(10), all.add(10)];
    await load(world, 2000, [[one, 3]]);
    one.time.die();
    all.shift -= 3_600_000;
    await load(world, 7500, [[two, 3]]);
    expect(two.allowance.perSecond).toBe(10);
    expect(all.busiestSecond()).toBe(10);
  });
});
