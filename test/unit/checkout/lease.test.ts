import { beforeEach, describe, expect, it } from 'vitest';
import { Lease } from '#src/checkout/lease.js';
import { FakeTime } from '../../support/fake-time.js';
import { MINUTE, NOW, SECOND, at } from '../../support/moments.js';

const CALL_MS = 6 * SECOND;

let time: FakeTime;
beforeEach(() => {
  time = new FakeTime();
});

describe('lease: the right to send', () => {
  it('holds at first', () => expect(new Lease(CALL_MS, time, 'lease').maySend()).toBe(true));

  it('ends while there is time for a whole call before a takeover', () => {
    for (const callMs of [50, CALL_MS, 120 * SECOND]) {
      const lease = new Lease(callMs, time, 'lease');
      let spent = 0;
      while (lease.maySend()) {
        expect(spent + callMs).toBeLessThan(lease.durationMs);
        time.skip(100);
        spent += 100;
      }
      expect(spent).toBeGreaterThan(SECOND);
    }
  });

  it('restarts at a renewal', () => {
    const lease = new Lease(CALL_MS, time, 'lease');
    time.skip(lease.durationMs);
    expect(lease.maySend()).toBe(false);
    lease.renew();
    expect(lease.maySend()).toBe(true);
  });

  it.each([
    ['the machine slept: only the wall clock shows it', 0, at(MINUTE), false],
    ['the wall clock was put forward', SECOND, at(MINUTE), false],
    ['the wall clock was put back: the other one still counts', 30 * SECOND, at(-MINUTE), false],
    ['the wall clock stands still', 30 * SECOND, NOW, false],
    ['the wall clock was put back a little, early on', SECOND, at(-SECOND), true],
  ])('%s', (_, monotonicMs, wallTime, expected) => {
    const lease = new Lease(CALL_MS, time, 'lease');
    time.skip(monotonicMs);
    time.wall = wallTime.getTime();
    expect(lease.maySend()).toBe(expected);
  });
});

it('lease: outlasts its call', () =>
  expect(new Lease(CALL_MS, time, 'lease').durationMs).toBeGreaterThan(CALL_MS + SECOND));
