import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Database } from '#src/platform/database/database.js';
import type { Statements } from '#src/platform/database/statements.js';
import { outsideOfRequests } from '#src/platform/limits/payer-context.js';
import {
  inRequestTime,
  renewRequestTime,
  requireRequestTime,
  withoutRequestTime,
  withRequestTime,
} from '#src/platform/time/request-time.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { SystemChance } from '#src/platform/chance.js';

const LIMIT_MS = 20;
const time = new ProcessTime();
const never = new Promise<never>(() => undefined);

/** Runs `work` in a request whose response may have begun. */
function inRequest<T>(work: () => Promise<T>, hasBegun = false, limitMs = LIMIT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    withRequestTime(
      time,
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
      const shared = <T>(work: () => T): T => outsideOfRequests(new SystemChance(), work);
      for (const run of [withoutRequestTime, shared]) {
        expect(await run(fault)).not.toMatchObject({ code: 'unavailable' });
      }
    });
  });
});
