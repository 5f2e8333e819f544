import { expect, it, vi } from 'vitest';
import { cachedFor } from '#src/platform/time/promises.js';

const HOUR = 3_600_000;

it('cachedFor: returns the cached result until it expires', async () => {
  const work = vi.fn(() => Promise.resolve(work.mock.calls.length));
  const cached = cachedFor(HOUR, work);
  expect(await Promise.all([cached(), cached()])).toEqual([1, 1]);
  expect(await cached()).toBe(1);
});

it('cachedFor: a failure reaches all its waiters and is not cached', async () => {
  const work = vi.fn(() => Promise.resolve('there'));
  work.mockRejectedValueOnce(new Error('away'));
  const cached = cachedFor(HOUR, work);
  expect((await Promise.allSettled([cached(), cached()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await cached()).toBe('there');
  expect(work).toHaveBeenCalledTimes(2);
});
