import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { Database } from '#src/platform/database/database.js';
import { outsideOfRequests } from '#src/platform/limits/payer-context.js';
import {
  inRequestTime,
  renewRequestTime,
  requestDeadline,
  requireRequestTime,
  withoutRequestTime,
  withRequestTime,
} from '#src/platform/shared/request-time.js';

const LIMIT_MS = 20;
const never = new Promise<never>(() => undefined);

/** Runs `work` as that of a request whose answer has begun or not. */
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

/** Nothing is there: a statement that is begun fails in another way. */
const database = new Database({ isInitialized: true, driver: {} } as unknown as DataSource);

describe('the time of a request', () => {
  it('ends with unavailable and Retry-After', async () => {
    expect(await refusal(inRequest(() => inRequestTime(never)))).toMatchObject({
      code: 'unavailable',
      extras: { retryAfter: 3 },
    });
  });

  it('gives what comes in time, and throws what fails in time', async () => {
    expect(await inRequest(() => inRequestTime(Promise.resolve(1)))).toBe(1);
    await expect(inRequest(() => inRequestTime(Promise.reject(new Error('mine'))))).rejects.toThrow('mine');
  });

  it('does not end an answer that has begun', async () => {
    expect(await inRequest(() => inRequestTime(sleep(LIMIT_MS + 700, 'whole')), true)).toBe('whole');
  });

  it('begins anew after progress', async () => {
    const work = async (): Promise<string> => {
      renewRequestTime(900);
      return sleep(900, 'later');
    };
    expect(await inRequest(() => inRequestTime(work()))).toBe('later');
  });

  it('over, it lets the request begin no further statement; its drive and shared work go on', async () => {
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

  it('is one for all who ask within the request, and begins anew for each outside of requests', async () => {
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
