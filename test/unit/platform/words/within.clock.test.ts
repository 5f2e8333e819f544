import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { within } from '#src/platform/time/promises.js';
import { ProcessTime } from '#src/platform/time/time.js';

const time = new ProcessTime();

describe('waiting for so long at most', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const after = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, ms, value));

  it.each([
    ['in time', 99, 'work'],
    ['too late', 101, 'late'],
  ])('%s', async (_, ms, expected) => {
    const answer = within(time, 100, after(ms, 'work'), 'late');
    await vi.advanceTimersByTimeAsync(100);
    await vi.advanceTimersByTimeAsync(100);
    expect(await answer).toBe(expected);
  });

  it('rejects as the work does and leaves no timer', async () => {
    await expect(within(time, 1000, Promise.reject(new Error('broken')), 'late')).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ignores a failure that comes too late', async () => {
    const work = after(200, null).then(() => Promise.reject(new Error('late failure')));
    const answer = within(time, 100, work, 'late');
    await vi.advanceTimersByTimeAsync(300);
    expect(await answer).toBe('late');
  });
});
