import { describe, expect, it } from 'vitest';
import { MOST_ATTEMPTS, afterAttempt, restAfter } from '#src/webhooks/decisions/retries.js';

const HOUR = 3_600_000;
const failed = (status: number, retryAfterMs: number | null = null) => ({ status, retryAfterMs, text: '' });

describe('webhooks: after an attempt', () => {
  it.each([200, 204, 299])('%i: delivered', (status) => {
    expect(afterAttempt(1, failed(status), 0)).toEqual({ state: 'delivered', afterMs: null });
  });

  it.each([301, 302, 400, 404, 429, 500, 503])('%i: retried', (status) => {
    expect(afterAttempt(1, failed(status), 0)).toEqual({ state: 'pending', afterMs: 5000 });
  });

  it('410: the endpoint is gone', () => {
    expect(afterAttempt(3, failed(410), 0)).toEqual({ state: 'failed', afterMs: null, isGone: true });
  });

  it('no response: retried ten times over more than three days', () => {
    const pauses = Array.from({ length: MOST_ATTEMPTS }, (_, at) => afterAttempt(at + 1, { error: 'timeout' }, 0));
    expect(pauses.slice(0, -1).map(({ afterMs }) => afterMs)).toEqual([
      ...[5000, 300_000, 1_800_000],
      ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
    ]);
    expect(pauses.at(-1)).toEqual({ state: 'failed', afterMs: null });
  });

  it('jitter delays by up to a fifth', () => {
    expect(afterAttempt(2, { error: 'reset' }, 1)).toEqual({ state: 'pending', afterMs: 360_000 });
  });

  it('Retry-After extends the delay, up to a day', () => {
    expect(afterAttempt(1, failed(429, 60_000), 0)).toEqual({ state: 'pending', afterMs: 60_000 });
    expect(afterAttempt(2, failed(429, 1000), 0)).toEqual({ state: 'pending', afterMs: 300_000 });
    expect(afterAttempt(1, failed(503, 90 * HOUR), 0)).toEqual({ state: 'pending', afterMs: 24 * HOUR });
  });
});

it('a failing endpoint rests ever longer', () => {
  expect([0, 4000, 20_000, 120_000, 240_000, 9 * HOUR].map(restAfter)).toEqual([
    ...[1000, 1000, 5000, 30_000, 60_000, 60_000],
  ]);
});
