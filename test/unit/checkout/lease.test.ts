import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lease } from '#src/checkout/lease.js';
import { Clock } from '#src/platform/time/time.js';
import { MINUTE, NOW, SECOND, at } from '../../support/moments.js';

class WallClock extends Clock {
  moment = NOW;
  now(): Date {
    return this.moment;
  }
}

const CALL_MS = 6 * SECOND;
const wall = new WallClock();

function pass(ms: number): void {
  vi.advanceTimersByTime(ms);
  wall.moment = new Date(wall.moment.getTime() + ms);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  wall.moment = NOW;
});
afterEach(() => void vi.useRealTimers());

describe('lease: the right to send', () => {
  it('holds at first', () => expect(new Lease(CALL_MS, wall).maySend()).toBe(true));

  it('ends while there is time for a whole call before a takeover', () => {
    for (const callMs of [50, CALL_MS, 120 * SECOND]) {
      const lease = new Lease(callMs, wall);
      let spent = 0;
      while (lease.maySend()) {
        expect(spent + callMs).toBeLessThan(lease.durationMs);
        pass(100);
        spent += 100;
      }
      expect(spent).toBeGreaterThan(SECOND);
    }
  });

  it('restarts at a renewal', () => {
    const lease = new Lease(CALL_MS, wall);
    pass(lease.durationMs);
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
    const lease = new Lease(CALL_MS, wall);
    vi.advanceTimersByTime(monotonicMs);
    wall.moment = wallTime;
    expect(lease.maySend()).toBe(expected);
  });
});

it('lease: each has its own id and outlasts its call', () => {
  const [one, other] = [new Lease(CALL_MS, wall), new Lease(CALL_MS, wall)];
  expect(one.id).not.toBe(other.id);
  expect(one.durationMs).toBeGreaterThan(CALL_MS + SECOND);
});
