import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Batcher } from '#src/reconciliation/poll.service.js';
import { ProcessTime } from '#src/platform/time/time.js';

const LINGER = 50;

function batcher(size: number, work?: (items: readonly number[]) => Promise<readonly string[]>) {
  const batches: number[][] = [];
  const gather = new Batcher<number, string>(new ProcessTime(), size, LINGER, (items) => {
    batches.push([...items]);
    return work === undefined ? Promise.resolve(items.map((item) => `answer ${item}`)) : work(items);
  });
  return { gather, batches };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('batcher', () => {
  it('processes a full batch at once', async () => {
    const { gather, batches } = batcher(3);
    const answers = Promise.all([1, 2, 3].map((item) => gather.add(item)));
    expect(batches).toEqual([[1, 2, 3]]);
    expect(await answers).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('processes a batch when its first item has waited long enough', async () => {
    const { gather, batches } = batcher(10);
    const first = gather.add(1);
    await vi.advanceTimersByTimeAsync(LINGER - 1);
    const second = gather.add(2);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([[1, 2]]);
    expect(await Promise.all([first, second])).toEqual(['answer 1', 'answer 2']);
  });

  it('a full batch leaves no timer for the next one', async () => {
    const { gather, batches } = batcher(2);
    await Promise.all([gather.add(1), gather.add(2)]);
    const third = gather.add(3);
    await vi.advanceTimersByTimeAsync(LINGER - 1);
    expect(batches).toEqual([[1, 2]]);
    await vi.advanceTimersByTimeAsync(LINGER);
    expect(batches).toEqual([[1, 2], [3]]);
    expect(await third).toBe('answer 3');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a failed batch fails only its own items', async () => {
    const { gather } = batcher(2, ([first]) =>
      first === 1 ? Promise.reject(new Error('away')) : Promise.resolve(['a', 'b']),
    );
    const failed = [1, 2].map((item) => expect(gather.add(item)).rejects.toThrow('away'));
    const fine = [3, 4].map((item) => gather.add(item));
    await Promise.all(failed);
    expect(await Promise.all(fine)).toEqual(['a', 'b']);
  });

  it('does not wait for the previous batch', () => {
    const { gather, batches } = batcher(1, () => new Promise(() => undefined));
    void gather.add(1);
    void gather.add(2);
    expect(batches).toEqual([[1], [2]]);
  });
});
