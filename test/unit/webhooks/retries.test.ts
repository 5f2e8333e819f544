import { describe, expect, it } from 'vitest';
import { MOST_ATTEMPTS, afterAttempt } from '#src/webhooks/decisions/retries.js';
import { validKeys, newSigningKey, firstKeys, rotatedKeys } from '#src/webhooks/decisions/webhook-signature.js';
import type { EndpointKey } from '#src/webhooks/decisions/webhook-signature.js';
import { SystemChance } from '#src/platform/chance.js';

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
      5000,
      300_000,
      1_800_000,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
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

const at = (hours: number): Date => new Date(Date.UTC(2026, 0, 31) + hours * 3_600_000);
const [A, B, C] = [
  newSigningKey('v1', new SystemChance()),
  newSigningKey('v1', new SystemChance()),
  newSigningKey('v1a', new SystemChance()),
];

const good = (keys: readonly EndpointKey[], hour: number): string =>
  validKeys(keys, at(hour))
    .map(({ secret }) => 'ABC'[[A, B, C].findIndex((key) => key.secret === secret)])
    .join('');

describe('webhooks: the keys of an endpoint', () => {
  it('are valid for 24 hours after their replacement', () => {
    const keys = rotatedKeys(rotatedKeys(firstKeys(A), B, at(0)), C, at(20));
    expect([20, 23.9, 24, 43.9, 44].map((hour) => good(keys, hour))).toEqual(['CBA', 'CBA', 'CB', 'CB', 'C']);
  });

  it('a key that returns is the current one again', () => {
    const keys = rotatedKeys(rotatedKeys(firstKeys(A), B, at(0)), A, at(1));
    expect(good(keys, 2)).toBe('AB');
    expect(good(keys, 25)).toBe('A');
  });

  it('expired keys are dropped at a rotation, and those beyond ten', () => {
    expect(rotatedKeys(rotatedKeys(firstKeys(A), B, at(0)), C, at(24))).toHaveLength(2);
    let many = firstKeys(A);
    for (let n = 0; n < 30; n++) many = rotatedKeys(many, newSigningKey('v1', new SystemChance()), at(0));
    expect(many).toHaveLength(10);
  });
});
