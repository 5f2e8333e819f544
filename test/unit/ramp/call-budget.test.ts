import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallBudget } from '#src/ramp/rate/call-budget.js';
import type { Release, CallClass } from '#src/ramp/rate/call-budget.js';
import { OutageLog } from '#src/platform/telemetry/outage-log.js';
import { FakeTime, settled } from '../../support/fake-time.js';
import { MemoryPlaces, MemoryRow } from './support/memory-places.js';

function budgetOf(perSecond: number, maxConcurrency: number) {
  const time = new FakeTime();
  const row = new MemoryPlaces(new MemoryRow(() => time.monotonic()));
  const outages = new OutageLog(new Logger('test'), 'provider_rate');
  const budget = new CallBudget(row, perSecond, maxConcurrency, time, outages);
  const started: { priority: CallClass; at: number; payer?: string }[] = [];
  const refused: { priority: CallClass; at: number; payer?: string }[] = [];
  const releases: Release[] = [];
  /** A call that runs until `releases` end it, or, with `lasts`, for that many milliseconds. */
  const ask = (priority: CallClass, lasts?: number, payer: string | null = null) => {
    void budget.acquire(priority, payer).then((release) => {
      const call = { priority, at: time.monotonic(), ...(payer === null ? {} : { payer }) };
      (release === null ? refused : started).push(call);
      if (release === null) return;
      if (lasts === undefined) releases.push(release);
      else time.after(lasts, release);
    });
  };
  const times = (count: number, priority: CallClass, lasts?: number) => {
    for (let i = 0; i < count; i += 1) ask(priority, lasts);
  };
  const count = (list: { priority: CallClass }[], priority: CallClass) =>
    list.filter((call) => call.priority === priority).length;
  return { time, budget, started, refused, releases, ask, times, count };
}

describe('the rate', () => {
  it('spaces calls evenly', async () => {
    const { time, started, times } = budgetOf(3, 100);
    times(4, 'customer', 10);
    await time.pass(999);
    expect(started.map(({ at }) => Math.floor(at))).toEqual([0, 343, 686]);
    await time.pass(100);
    expect(started).toHaveLength(4);
  });

  it('refuses a customer after 1.2 seconds behind a running call', async () => {
    const { time, started, refused, times } = budgetOf(2, 1);
    times(3, 'customer');
    await time.pass(1199);
    expect([started.length, refused.length]).toEqual([1, 0]);
    await time.pass(1);
    expect(refused).toEqual([
      { priority: 'customer', at: 1200 },
      { priority: 'customer', at: 1200 },
    ]);
  });
});

describe('concurrency', () => {
  it('delays a call until another ends', async () => {
    const { time, started, releases, times } = budgetOf(100, 2);
    times(3, 'customer');
    await time.pass(100);
    expect(started).toHaveLength(2);
    releases[0]!();
    await time.pass(100);
    expect(started).toHaveLength(3);
  });

  it('keeps a fifth of the places free of polls, so that a customer still gets one', async () => {
    const { time, started, times, count } = budgetOf(100, 10);
    times(10, 'poll');
    await time.pass(200);
    expect(count(started, 'poll')).toBe(8);
    times(2, 'customer');
    await time.pass(200);
    expect(count(started, 'customer')).toBe(2);
  });
});

describe('customers and polls', () => {
  it('customers go first', async () => {
    const { time, started, times } = budgetOf(2, 100);
    times(2, 'customer', 10);
    times(2, 'poll', 10);
    times(2, 'customer', 10);
    await time.pass(1100);
    expect(started.map(({ priority }) => priority)).toEqual(['customer', 'customer', 'customer']);
  });
});

describe('customers among each other', () => {
  const payers = (calls: { payer?: string }[]): string => calls.map(({ payer }) => payer ?? '-').join('');

  it('a customer with many calls does not delay another', async () => {
    const { time, started, refused, ask } = budgetOf(1, 100);
    for (let i = 0; i < 3; i += 1) ask('customer', 10, 'a');
    await time.pass(500);
    ask('customer', 10, 'b');
    await time.pass(600);
    expect(payers(started)).toBe('ab');
    await time.pass(5000);
    expect([started.length, refused.length]).toEqual([2, 2]);
  });

  it('payers take turns, in the order of arrival', async () => {
    const { time, releases, started, ask } = budgetOf(100, 1);
    for (const payer of ['a', 'a', 'a', 'b', 'b', 'c']) ask('customer', undefined, payer);
    ask('customer');
    for (let i = 0; i < 6; i += 1) {
      await time.pass(15);
      releases[i]!();
    }
    await time.pass(15);
    expect(payers(started)).toBe('abc-aba');
  });

  it('several floods share the queue equally', async () => {
    const { time, releases, started, refused, ask } = budgetOf(5, 1);
    ask('customer', undefined, 'a');
    await settled();
    for (let i = 0; i < 10; i += 1) ask('customer', undefined, 'a');
    for (let i = 0; i < 11; i += 1) ask('customer', undefined, 'b');
    await settled();
    expect([payers(started), refused.filter(({ payer }) => payer === 'a').length]).toEqual(['a', 5]);
    expect(refused.filter(({ payer }) => payer === 'b')).toHaveLength(6);
    releases[0]!();
    await time.pass(206);
    expect(payers(started)).toBe('ab');
  });

  it('a customer waits behind at most one call of each other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 15 }), async (before) => {
        const { time, releases, started, ask } = budgetOf(1000, 1);
        for (const payer of before) ask('customer', undefined, payer);
        ask('customer', undefined, 'z');
        for (let i = 0; i < before.length; i += 1) {
          await time.pass(2);
          releases[i]!();
        }
        await time.pass(2);
        // The first one started with an empty queue.
        const ahead = payers(started).split('z')[0]!.slice(1);
        expect(new Set(ahead).size).toBe(ahead.length);
        expect(started).toHaveLength(before.length + 1);
      }),
      { numRuns: 60 },
    );
  });
});

describe('guests', () => {
  it('wait for all customers, even later ones', async () => {
    const { time, releases, started, times } = budgetOf(100, 1);
    times(4, 'guest');
    times(3, 'customer');
    for (let i = 0; i < 6; i += 1) {
      await time.pass(15);
      releases[i]!();
    }
    await time.pass(15);
    expect(started.map(({ priority }) => priority).join()).toBe('customer,customer,customer,guest,guest,guest,guest');
  });

  it('leave room for customers and polls when all that started hang', async () => {
    const { time, times, started, count } = budgetOf(100, 10);
    times(10, 'guest');
    await time.pass(200);
    times(10, 'poll');
    await time.pass(200);
    times(10, 'customer');
    await time.pass(200);
    expect(['guest', 'poll', 'customer'].map((turn) => count(started, turn as CallClass))).toEqual([6, 2, 2]);
  });

  it('use the free rate, and leave polls their fifth', async () => {
    const { time, budget, started, times, count } = budgetOf(15, 100);
    for (let second = 0; second < 20; second += 1) {
      times(25, 'guest', 10);
      times(budget.pollsAllowedNow(), 'poll', 10);
      await time.pass(1000);
    }
    expect(started.length).toBeGreaterThanOrEqual(14 * 20);
    expect(count(started, 'poll') / started.length).toBeGreaterThan(0.19);
  });

  it('get through at one call a second', async () => {
    const { time, started, refused, times } = budgetOf(1, 10);
    times(2, 'guest', 10);
    await time.pass(1200);
    expect([started.length, refused.length]).toEqual([2, 0]);
  });
});

describe('how many polls are worth claiming', () => {
  it('is limited by rate and concurrency', async () => {
    const { time, budget, times } = budgetOf(15, 10);
    expect(budget.pollsAllowedNow()).toBe(8);
    times(6, 'poll', 100);
    expect(budget.pollsAllowedNow()).toBe(2);
    times(2, 'poll', 100);
    expect(budget.pollsAllowedNow()).toBe(0);
    await time.pass(1000);
    expect(budget.pollsAllowedNow()).toBe(8);
  });

  it('is a fifth of the rate, less waiting polls, beside customers', async () => {
    const { budget, times } = budgetOf(10, 100);
    times(12, 'customer', 10);
    await settled();
    expect(budget.pollsAllowedNow()).toBe(2);
    times(1, 'poll');
    expect(budget.pollsAllowedNow()).toBe(1);
    times(1, 'poll');
    expect(budget.pollsAllowedNow()).toBe(0);
  });
});

describe('a provider that reports too many calls', () => {
  it('gets none for the named pause, then half the rate, growing back', async () => {
    const { time, budget, started, ask } = budgetOf(10, 100);
    budget.pace.slowDown(1000);
    // Reported by calls in flight.
    budget.pace.slowDown(500);
    expect([budget.pace.share, budget.pollsAllowedNow()]).toEqual([0, 0]);
    for (const priority of ['customer', 'customer', 'poll'] as const) ask(priority, 1);
    await time.pass(999);
    expect(started).toEqual([]);
    await time.pass(1);
    expect(started).toMatchObject([{ priority: 'customer', at: 1000 }]);
    expect([budget.pace.share, budget.pollsAllowedNow()]).toEqual([0.5, 4]);
    await time.pass(1000);
    const [, second, third] = started;
    expect(second!.at).toBeGreaterThan(1150);
    expect(third!.at - second!.at).toBeGreaterThan(150);
    await time.pass(8000);
    expect([budget.pace.share, budget.pollsAllowedNow()]).toEqual([1, 10]);
  });

  it('gets a pause of a second by default, a minute at most, and at least a sixteenth of the rate', async () => {
    const { time, budget } = budgetOf(16, 100);
    budget.pace.slowDown(null);
    await time.pass(1000);
    expect(budget.pace.share).toBe(0.5);
    budget.pace.slowDown(3_600_000);
    await time.pass(59_999);
    expect(budget.pace.share).toBe(0);
    await time.pass(1);
    for (let i = 0; i < 5; i += 1) {
      budget.pace.slowDown(0);
      expect(budget.pace.share).toBeGreaterThanOrEqual(1 / 16);
    }
    expect(budget.pace.share).toBe(1 / 16);
    expect(budget.pollsAllowedNow()).toBe(1);
  });
});
