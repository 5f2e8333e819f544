import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterStream, askPauseMs } from '../src/watch/rhythm.js';
import type { AfterStream, StreamEnd } from '../src/watch/rhythm.js';

type Ended = Exclude<StreamEnd, { kind: 'reached' }>;

const refused = (status: number, retryAfterMs: number | null = null): Ended => ({
  kind: 'refused',
  status,
  retryAfterMs,
});
/** The middle of the jitter after the first try, with the service's default reconnect time. */
const next = (end: Ended, tries = 1, retryMs = 2000): AfterStream => afterStream(end, tries, retryMs, 0.5);

describe('after a stream has ended', () => {
  it.each<[what: string, end: Ended, tries: number, next: AfterStream]>([
    ['it reached its time limit', { kind: 'ended', held: true }, 0, { pauseMs: 2000, askAfterMs: null, wakes: true }],
    ['it broke at once', { kind: 'ended', held: false }, 1, { pauseMs: 2000, askAfterMs: null, wakes: true }],
    ['it broke again', { kind: 'ended', held: false }, 2, { pauseMs: 4000, askAfterMs: null, wakes: true }],
    ['it breaks each time', { kind: 'ended', held: false }, 3, { pauseMs: 8000, askAfterMs: 0, wakes: true }],
    ['heartbeats stopped', { kind: 'silent', held: true }, 0, { pauseMs: 0, askAfterMs: 0, wakes: true }],
    ['no heartbeat ever came', { kind: 'silent', held: false }, 1, { pauseMs: 30_000, askAfterMs: 0, wakes: true }],
    ['the page came back', { kind: 'woken' }, 0, { pauseMs: 0, askAfterMs: 0, wakes: true }],
    ['there was no response', { kind: 'lost' }, 1, { pauseMs: 2000, askAfterMs: 0, wakes: true }],
    ['there was no response for long', { kind: 'lost' }, 30, { pauseMs: 30_000, askAfterMs: 0, wakes: true }],
    ['a proxy buffers it', { kind: 'withheld' }, 1, { pauseMs: 30_000, askAfterMs: 0, wakes: false }],
    ['a proxy always buffers it', { kind: 'withheld' }, 9, { pauseMs: 300_000, askAfterMs: 0, wakes: false }],
    ['the service has no streams', refused(404), 1, { pauseMs: 30_000, askAfterMs: 0, wakes: false }],
    ['there are too many streams', refused(503, 90_000), 1, { pauseMs: 90_000, askAfterMs: 0, wakes: false }],
    ['a slot will soon be free', refused(503, 5000), 1, { pauseMs: 30_000, askAfterMs: 0, wakes: false }],
    ['the rate limit was reached', refused(429, 7000), 1, { pauseMs: 30_000, askAfterMs: 7000, wakes: false }],
    ['this fetch cannot stream', { kind: 'unreadable' }, 1, { pauseMs: Infinity, askAfterMs: 0, wakes: false }],
  ])('because %s', (_what, end, tries, expected) => {
    expect(next(end, tries)).toEqual(expected);
  });

  it("the service's reconnect time applies within limits", () => {
    expect(next({ kind: 'ended', held: true }, 0, 500).pauseMs).toBe(500);
    expect(next({ kind: 'ended', held: true }, 0, 86_400_000).pauseMs).toBe(30_000);
  });

  it('streams that ended together reconnect apart, and not too soon', () => {
    const kinds: Ended[] = [{ kind: 'ended', held: true }, { kind: 'lost' }, { kind: 'withheld' }, refused(503)];
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.nat(40),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (end, tries, chance) => {
          const [least, most] = [0, 1].map((edge) => afterStream(end, tries, 2000, edge).pauseMs);
          expect(most! / least!).toBeCloseTo(3);
          expect(least).toBeGreaterThanOrEqual(1000);
          const { pauseMs } = afterStream(end, tries, 2000, chance);
          expect(pauseMs >= least! && pauseMs <= most!).toBe(true);
        },
      ),
    );
  });
});

describe('interval of reads', () => {
  it('is three seconds, and grows while nothing changes', () => {
    expect([0, 1, 5, 9, 50].map((unchanged) => Math.round(askPauseMs(unchanged, 0.5)))).toEqual([
      3000, 3600, 7465, 15_000, 15_000,
    ]);
  });
});
