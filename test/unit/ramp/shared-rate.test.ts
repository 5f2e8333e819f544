import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeTime } from '../../support/fake-time.js';
import type { Fate } from './support/memory-places.js';
import { Replicas } from './support/replicas.js';
import type { Replica } from './support/replicas.js';

Logger.overrideLogger(false);

function begin() {
  const world = new FakeTime();
  return { world, all: new Replicas(world) };
}

async function load(world: FakeTime, milliseconds: number, asks: readonly (readonly [Replica, number])[]) {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    for (const [replica, count] of asks) replica.ask(count);
    await world.pass(100);
  }
}

describe('no second exceeds the rate', () => {
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
    there: fc.constantFrom(0, 5, 400, 900, 4000, 7000),
    back: fc.constantFrom(0, 5, 400, 900, 4000),
    end: fc.constantFrom<Fate['end']>('answered', 'lost_back'),
  });
  const acts = fc.array(
    fc.record({
      act: fc.constantFrom('ask', 'ask', 'ask', 'ask', 'stop', 'goOn', 'die', 'add'),
      who: fc.integer({ min: 0, max: 3 }),
      count: fc.integer({ min: 1, max: 12 }),
      priority: fc.constantFrom('customer' as const, 'guest' as const, 'poll' as const),
      pause: fc.constantFrom(0, 1, 40, 200, 333, 1000, 2500, 6200),
    }),
    { minLength: 10, maxLength: 50 },
  );

  it('with processes that start, hang, die or lose the database at any time', async () => {
    let both = 0;
    await fc.assert(
      fc.asyncProperty(fates, slow, acts, fc.integer({ min: 1, max: 9 }), async (ends, slowly, steps, rate) => {
        const { world, all } = begin();
        let statements = 0;
        const fate = (): Fate => {
          statements += 1;
          return statements % 11 === 0 ? slowly : ends[statements % ends.length]!;
        };
        const [one, two] = [all.add(rate, fate), all.add(rate, fate)];
        for (const { act, who, count, priority, pause } of steps) {
          const replica = all.replicas[who % all.replicas.length]!;
          if (act === 'ask') replica.ask(count, priority);
          if (act === 'stop') replica.time.stop();
          if (act === 'goOn') replica.time.goOn();
          if (act === 'die') replica.time.die();
          if (act === 'add' && all.replicas.length < 5) all.add(rate, fate);
          await world.pass(pause);
        }
        for (const replica of all.replicas) replica.time.goOn();
        await world.pass(3000);
        expect(all.busiestSecond()).toBeLessThanOrEqual(rate);
        both += all.of(one).length > 0 && all.of(two).length > 0 ? 1 : 0;
      }),
      { numRuns: 400 },
    );
    // Otherwise this test would prove nothing.
    expect(both).toBeGreaterThan(50);
  }, 60_000);

  it('with twelve processes, some of which are slow to hear from the database', async () => {
    const { world, all } = begin();
    const backs = [0, 1, 9, 49];
    const replicas = Array.from({ length: 12 }, (_, i) =>
      all.add(15, () => ({ there: 1, back: backs[i % backs.length]!, end: 'answered' })),
    );
    for (let call = 0; call < 30 * 30; call++) {
      replicas[(call * 7) % 12]!.ask();
      await world.pass(1000 / 30);
    }
    expect(all.busiestSecond()).toBeLessThanOrEqual(15);
    expect(all.starts.length).toBeGreaterThan(0.9 * 15 * 30);
  });
});

describe('shares of the rate', () => {
  it('a single process has the whole rate', async () => {
    const { world, all } = begin();
    const one = all.add(15);
    await load(world, 10_000, [[one, 2]]);
    expect(all.of(one).length).toBeGreaterThanOrEqual(145);
    expect(all.busiestSecond()).toBeLessThanOrEqual(15);
  });

  it.each([1, 12])('%i processes let twelve calls a second through', async (count) => {
    const { world, all } = begin();
    const replicas = Array.from({ length: count }, () => all.add(15));
    for (let call = 0; call < 12 * 60; call++) {
      replicas[(call * 7) % count]!.ask();
      await world.pass(1000 / 12);
    }
    await world.pass(1300);
    expect([all.starts.length, all.refused.length]).toEqual([12 * 60, 0]);
  });

  it('twelve processes get as much as one under overload', async () => {
    const startsOf = async (count: number): Promise<number> => {
      const { world, all } = begin();
      const replicas = Array.from({ length: count }, () => all.add(12));
      for (let call = 0; call < 20 * 30; call++) {
        replicas[(call * 7) % count]!.ask();
        await world.pass(50);
      }
      await world.pass(1300);
      expect(all.starts.length + all.refused.length).toBe(20 * 30);
      return all.starts.length;
    };
    expect(await startsOf(12)).toBeGreaterThanOrEqual((await startsOf(1)) - 1);
  });

  it('a customer gets a place soon beside constant polls', async () => {
    const { world, all } = begin();
    const [worker, api] = [all.add(15), all.add(15)];
    for (let second = 0; second < 20; second++) {
      worker.ask(worker.budget.pollsAllowedNow(), 'poll');
      await world.pass(333);
      const from = world.monotonic();
      api.ask();
      await world.pass(300);
      expect(all.of(api, from)).toHaveLength(1);
      await world.pass(367);
    }
    expect(all.of(worker).length).toBeGreaterThan(20 * 12);
  });

  it('a customer gets a place soon beside constant guests elsewhere', async () => {
    const { world, all } = begin();
    const [flooded, api] = [all.add(15), all.add(15)];
    for (let second = 0; second < 20; second++) {
      flooded.ask(60, 'guest');
      await world.pass(500);
      flooded.ask(60, 'guest');
      const from = world.monotonic();
      api.ask();
      await world.pass(300);
      expect(all.of(api, from)).toHaveLength(1);
      await world.pass(200);
    }
    // Guests use what customers leave.
    expect(all.of(flooded).length).toBeGreaterThan(20 * 12);
  });

  it.each([1, 15])(
    'polls of one process get a fifth beside customers of another, at %i a second',
    async (rate) => {
      const { world, all } = begin();
      const [api, worker] = [all.add(rate), all.add(rate)];
      for (let second = 0; second < 60; second++) {
        worker.ask(worker.budget.pollsAllowedNow(), 'poll');
        await load(world, 1000, [[api, rate === 1 ? 1 : 3]]);
      }
      const polls = all.of(worker).length;
      expect(polls).toBeGreaterThan(0.15 * all.starts.length);
      expect(polls).toBeLessThan(0.4 * all.starts.length);
      expect(all.starts.length).toBeGreaterThan(0.9 * rate * 60);
    },
    20_000,
  );

  it('many polling processes share the rate, and few polls are claimed in vain', async () => {
    const { world, all } = begin();
    const workers = Array.from({ length: 12 }, () => all.add(15));
    for (let second = 0; second < 60; second++) {
      for (const worker of workers) worker.ask(worker.budget.pollsAllowedNow(), 'poll');
      await world.pass(1000);
    }
    expect(all.starts.length).toBeGreaterThan(60 * 13);
    for (const worker of workers) expect(all.of(worker).length).toBeGreaterThan(10);
    const late = all.refused.filter(({ at }) => at > 10_000).length;
    expect(late / all.starts.length).toBeLessThan(0.5);
  }, 20_000);
});

describe('database statements', () => {
  it('there is none without calls', async () => {
    const { world, all } = begin();
    all.add(15).ask();
    await world.pass(1000);
    const { statements } = all.row;
    await world.pass(3_600_000);
    expect([statements, all.row.statements]).toEqual([1, 1]);
  });

  it('one reserves places for all calls that came during the previous one', async () => {
    const { world, all } = begin();
    const one = all.add(100, () => ({ there: 10, back: 10, end: 'answered' }));
    one.ask();
    await world.pass(1000);
    const { statements } = all.row;
    one.ask();
    await world.pass(1);
    one.ask(30);
    await world.pass(1000);
    expect([all.starts.length, all.row.statements - statements]).toEqual([32, 2]);
  });
});

describe('an unusable place', () => {
  it('is not reserved: a call that would wait too long is refused at once', async () => {
    const { world, all } = begin();
    const [one, two] = [all.add(2), all.add(2)];
    one.ask(3);
    await world.pass(50);
    two.ask();
    one.ask();
    await world.pass(5);
    expect(all.refused.map(({ at }) => at < 55)).toEqual([true, true]);
    await world.pass(2000);
    expect(all.starts).toHaveLength(3);
    expect(all.row.nextAt - all.shift).toBeCloseTo(3 * 515, -1);
  });

  it('is one that comes too late, with allowance for slow answers', async () => {
    const { world, all } = begin();
    let back = 1;
    const one = all.add(10, () => ({ there: 1, back, end: 'answered' }));
    one.ask();
    await world.pass(1000);
    back = 400;
    one.ask();
    await world.pass(1000);
    expect(all.starts.map(({ at }) => Math.round(at))).toEqual([2, 1000 + 401 + 401]);
    one.ask();
    await world.pass(1000);
    expect(all.starts).toHaveLength(3);
  });
});

describe('without the database', () => {
  it('waiting calls are refused after the time limit, and resume when it is back', async () => {
    const { world, all } = begin();
    let away = true;
    const one = all.add(10, () => ({ there: 1, back: 1, end: away ? 'fails' : 'answered' }));
    one.ask();
    await world.pass(1199);
    expect([all.starts.length, all.refused.length]).toEqual([0, 0]);
    await world.pass(1);
    expect(all.refused).toHaveLength(1);
    one.ask();
    one.ask(1, 'poll');
    await world.pass(900);
    away = false;
    await world.pass(300);
    expect(all.starts.map(({ priority }) => priority).sort()).toEqual(['customer', 'poll']);
  });

  it('a clock set back delays no call', async () => {
    const { world, all } = begin();
    const one = all.add(10);
    await load(world, 2000, [[one, 1]]);
    all.shift -= 3_600_000;
    const from = world.monotonic();
    await load(world, 3000, [[one, 1]]);
    expect(all.of(one, from).length).toBeGreaterThan(20);
  });
});
