import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlidingAllowance } from '../../../src/ramp/rate/call-allowance.js';
import { CallBudget } from '../../../src/ramp/rate/call-budget.js';
import { LeasedAllowance } from '../../../src/ramp/rate/leased-allowance.js';
import { FakeTime } from './support/fake-time.js';

function sliding(tokens: number) {
  const time = new FakeTime();
  return { time, allowance: new SlidingAllowance(tokens, time) };
}

describe('tokens of which some go and come', () => {
  it('those go that were taken longest ago, and it says when the last of them was', async () => {
    const { time, allowance } = sliding(4);
    for (const pause of [0, 100, 100, 100]) {
      await time.pass(pause);
      allowance.take();
    }
    expect(allowance.resize(1)).toBe(200);
    expect([allowance.left(), allowance.nextInMs()]).toEqual([0, 1000]);
    await time.pass(1000);
    expect([allowance.left(), allowance.resize(0)]).toEqual([1, Number.NEGATIVE_INFINITY]);
  });

  it('rested ones go first', async () => {
    const { time, allowance } = sliding(3);
    allowance.take();
    expect(allowance.resize(1)).toBe(Number.NEGATIVE_INFINITY);
    expect(allowance.resize(0)).toBe(0);
    await time.pass(1000);
    expect(allowance.nextInMs()).toBe(Number.POSITIVE_INFINITY);
  });

  it('new ones can be taken at once, beside those that are out', () => {
    const { allowance } = sliding(2);
    allowance.take();
    allowance.take();
    allowance.resize(5);
    expect([allowance.left(), allowance.nextInMs(), allowance.perSecond]).toEqual([3, 0, 5]);
  });

  it('what stays and what went are never taken more often than they may, whatever goes and comes', async () => {
    const steps = fc.array(fc.record({ pause: fc.nat(700), takes: fc.nat(6), size: fc.integer({ min: 0, max: 6 }) }), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { time, allowance } = sliding(6);
        const starts: number[] = [];
        // Tokens that went rest for a second before they count as gone, as the replicas have it.
        let gone: { readonly tokens: number; readonly free: number }[] = [];
        for (const { pause, takes, size } of given) {
          await time.pass(pause);
          const now = time.now();
          for (let i = 0; i < takes; i++) if (allowance.take()) starts.push(now);
          gone = gone.filter(({ free }) => free > now);
          const most = 6 - gone.reduce((sum, { tokens }) => sum + tokens, 0);
          const before = allowance.perSecond;
          const lastTaken = allowance.resize(Math.min(size, most));
          if (before > allowance.perSecond) gone.push({ tokens: before - allowance.perSecond, free: lastTaken + 1000 });
          for (let i = 0; i < takes; i++) if (allowance.take()) starts.push(now);
        }
        for (let i = 6; i < starts.length; i++) expect(starts[i]! - starts[i - 6]!).toBeGreaterThanOrEqual(1000);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a share under a lease', () => {
  function leased() {
    const time = new FakeTime();
    const allowance = new LeasedAllowance(10, time);
    let waiting = 0;
    let served = 0;
    allowance.attach({ waiting: () => waiting, serve: () => (served += 1) });
    return { time, allowance, wait: (count: number) => (waiting = count), served: () => served };
  }

  it('is nothing before it, and nothing after it', async () => {
    const { time, allowance } = leased();
    expect([allowance.take(), allowance.left(), allowance.perSecond, allowance.nextInMs()]).toEqual([
      ...[false, 0, 0],
      Number.POSITIVE_INFINITY,
    ]);
    allowance.hold(2, 500);
    expect([allowance.take(), allowance.left(), allowance.perSecond]).toEqual([true, 1, 2]);
    await time.pass(500);
    expect([allowance.take(), allowance.left(), allowance.perSecond]).toEqual([false, 0, 0]);
  });

  it('tells those who wait when there is more, and is told when there is none', () => {
    const { allowance, served } = leased();
    let shortages = 0;
    allowance.onShortage = () => (shortages += 1);
    allowance.hold(1, 500);
    expect(served()).toBe(1);
    expect([allowance.take(), shortages]).toEqual([true, 0]);
    expect([allowance.take(), shortages]).toEqual([false, 1]);
  });

  it('wants what was used and what waits, and more where it was used up', async () => {
    const { time, allowance, wait } = leased();
    expect(allowance.wants()).toBe(0);
    allowance.hold(4, 60_000);
    for (let i = 0; i < 3; i++) allowance.take();
    expect(allowance.wants()).toBe(3);
    allowance.take();
    expect(allowance.wants()).toBe(6);
    wait(2);
    expect([allowance.wants(), allowance.isShort()]).toEqual([8, true]);
    wait(7);
    expect(allowance.wants()).toBe(10);
    wait(0);
    await time.pass(1500);
    expect(allowance.wants()).toBe(10);
    await time.pass(1);
    expect([allowance.wants(), allowance.isShort()]).toEqual([0, false]);
  });

  it('does not want what could not be used, because too many calls run already', async () => {
    const time = new FakeTime();
    const allowance = new LeasedAllowance(10, time);
    const budget = new CallBudget(allowance, 1, time);
    allowance.hold(5, 60_000);
    const waiting = [1, 2, 3].map(() => budget.acquire('customer', null));
    const release = await waiting[0]!;
    expect([allowance.wants(), allowance.isShort()]).toEqual([1, false]);
    release?.();
    expect(allowance.wants()).toBe(2);
  });
});
