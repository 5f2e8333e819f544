import { expect, it } from 'vitest';
import { FeedWatch } from '#src/follow/feed/feed-watch.service.js';
import { within } from '#src/platform/time/promises.js';
import { ProcessTime } from '#src/platform/time/time.js';

const time = new ProcessTime();
const listening = () => () => undefined;

it('feed watch: wakes waiters when the process stops', async () => {
  const watch = new FeedWatch(
    { head: () => Promise.resolve({ epoch: {}, head: 0 }) } as never,
    { read: (statement: () => unknown) => statement() } as never,
    time,
    { onPlaced: listening, placeSoon: () => undefined } as never,
    { onChange: listening } as never,
    { repeat: () => ({ nudge: () => undefined }) } as never,
  );
  const { signal } = new AbortController();
  const waiting = watch.news({ epoch: 'e', place: 0 }, signal);
  watch.onModuleDestroy();
  expect(await within(time, 1000, waiting, 'waits')).toBe(true);
  expect(watch.isStopping).toBe(true);
  expect(await within(time, 1000, watch.news({ epoch: 'e', place: 0 }, signal), 'waits')).toBe(true);
});
