import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Database } from '#src/platform/database/database.js';
import type { Statements } from '#src/platform/database/statements.js';
import { outsideOfRequests } from '#src/platform/limits/payer-context.js';
import {
  inRequestTime,
  renewRequestTime,
  requestDeadline,
  requireRequestTime,
  withoutRequestTime,
  withRequestTime,
} from '#src/platform/time/request-time.js';

const LIMIT_MS = 20;
const never = new Promise<never>(() => undefined);

/** Runs `work` in a request whose response may have begun. */
function inRequest<T>(work: () => Promise<T>, hasBegun = false, limitMs = LIMIT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    withRequestTime(
      limitMs,
      () => hasBegun,
      () => {
        work().then(resolve, reject);
      },
    );
  });
}

const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** A started statement fails with another error. */
const database = new Database({ connect: () => Promise.resolve() } as Statements);

describe('request deadline', () => {
  it('answers unavailable with Retry-After', async () => {
    expect(await refusal(inRequest(() => inRequestTime(never)))).toMatchObject({
      code: 'unavailable',
      extras: { retryAfter: 3 },
    });
  });

  it('returns results and throws errors that come in time', async () => {
    expect(await inRequest(() => inRequestTime(Promise.resolve(1)))).toBe(1);
    await expect(inRequest(() => inRequestTime(Promise.reject(new Error('mine'))))).rejects.toThrow('mine');
  });

  it('does not end a response that has begun', async () => {
    expect(await inRequest(() => inRequestTime(sleep(LIMIT_MS + 700, 'whole')), true)).toBe('whole');
  });

  it('restarts after progress', async () => {
    const work = async (): Promise<string> => {
      renewRequestTime(900);
      return sleep(900, 'later');
    };
    expect(await inRequest(() => inRequestTime(work()))).toBe('later');
  });

  it('after it, the request starts no statement; its attempt runner and shared work continue', async () => {
    await inRequest(async () => {
      const fault = (): Promise<unknown> => refusal(database.query('SELECT 1'));
      expect(await fault()).not.toMatchObject({ code: 'unavailable' });
      await refusal(inRequestTime(never));
      expect(requireRequestTime).toThrow('could not answer in time');
      expect(await fault()).toMatchObject({ code: 'unavailable' });
      for (const run of [withoutRequestTime, outsideOfRequests]) {
        expect(await run(fault)).not.toMatchObject({ code: 'unavailable' });
      }
    });
  });

  it('is shared within a request, and separate outside of requests', async () => {
    const [first, second] = await inRequest(async () => {
      const one = requestDeadline(5000);
      await sleep(5);
      return [one, requestDeadline(5000)];
    });
    expect(first).toBe(second);
    expect(first - performance.now()).toBeLessThan(LIMIT_MS);
    expect(requestDeadline(5000) - performance.now()).toBeGreaterThan(4000);
  });
});
