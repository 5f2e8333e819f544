import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FeedStream } from '#src/follow/feed/feed-followers.service.js';
import type { EpochPlace } from '#src/platform/database/pages.js';
import type { FeedPage } from '#src/follow/feed/feed.service.js';
import type { StreamEnd } from '#src/follow/stream/event-stream.js';
import { Problem } from '#src/platform/problems/problem.js';
import { FeedWatch } from '#src/follow/feed/feed-watch.service.js';
import { within } from '#src/platform/time/promises.js';
import { pausedReader } from '../paused-reader.js';
import { ProcessTime } from '#src/platform/time/time.js';

const PER_PAGE = 4;
const time = new ProcessTime();
/** Two pages of this size exceed any socket buffer. */
const LARGE = '~'.repeat(2 * 1024 * 1024);

let reader: Socket;
let response: ServerResponse;
let close: () => Promise<void>;
let ends: StreamEnd[];
let errors: unknown[];

const epoch = '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10';
const cursorOf = (place: number): string => `cursor-${place}`;

const event = (place: number, data: unknown = {}) => ({
  place: { epoch, place },
  event: { id: `e${place}`, type: 'order.updated', timestamp: '', data },
});
const nothing = (place: number): FeedPage => ({ events: [], place: { epoch, place }, hasMore: false });

beforeEach(async () => {
  [ends, errors] = [[], []];
  ({ reader, response, close } = await pausedReader());
});
afterEach(() => close());

function stream(
  page: (place: EpochPlace) => Promise<FeedPage>,
  news = (_: EpochPlace, gone: AbortSignal) =>
    new Promise<void>((resolve) => gone.addEventListener('abort', () => resolve(), { once: true })),
): { run: (first: FeedPage) => Promise<void> } {
  const options = {
    time,
    ...{ heartbeatMs: 50, lifetimeMs: 3_600_000, onEvent: () => undefined },
    onEnd: (end: StreamEnd) => ends.push(end),
    onError: (error: unknown) => errors.push(error),
  };
  const opened = new FeedStream(response, options, ({ place }) => cursorOf(place));
  async function* pages(first: FeedPage): AsyncGenerator<FeedPage> {
    for (let one = first; ; one = await page(one.place)) {
      yield one;
      if (!one.hasMore) await news(one.place, opened.gone);
    }
  }
  return { run: (first) => opened.run(pages(first)) };
}

const ids = (text: string): string[] => [...text.matchAll(/^id: (\S+)\ndata/gm)].map(([, id = '']) => id);

describe('feed stream', () => {
  it('buffers nothing for a reader that does not read, and continues later without loss', async () => {
    const pages: number[] = [];
    const last = 10 * PER_PAGE;
    const page = ({ place }: EpochPlace): Promise<FeedPage> => {
      pages.push(place);
      if (place >= last) return Promise.resolve(nothing(place));
      const events = Array.from({ length: PER_PAGE }, (_, n) => event(place + n + 1, LARGE));
      return Promise.resolve({ events, place: { epoch, place: place + PER_PAGE }, hasMore: true });
    };
    const running = stream(page).run(await page({ epoch, place: 0 }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const kept = response.writableLength;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(response.writableLength).toBe(kept);
    // One event of the current page; no further page and no heartbeat.
    expect(kept).toBeLessThan(2 * LARGE.length);
    expect(pages.length).toBeLessThan(3);

    let text = '';
    reader.setEncoding('latin1').on('data', (chunk: string) => (text += chunk.replaceAll('~', '')));
    reader.resume();
    await expect.poll(() => ids(text).length, { timeout: 20_000 }).toBe(last);
    expect(ids(text)).toEqual(Array.from({ length: last }, (_, n) => cursorOf(n + 1)));
    reader.destroy();
    await running;
    expect(ends).toEqual(['gone']);
  });

  it('reports the cursor if no event of a page is for the reader', async () => {
    let told = false;
    const running = stream(
      () => Promise.resolve(nothing(7)),
      (_, gone) => {
        if (told) return new Promise((resolve) => gone.addEventListener('abort', () => resolve(), { once: true }));
        told = true;
        return Promise.resolve();
      },
    ).run(nothing(3));
    let text = '';
    reader.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    reader.resume();
    await expect.poll(() => text).toContain(`: \n\nid: ${cursorOf(7)}\n\n`);
    expect(text).toContain(`: \n\nid: ${cursorOf(3)}\n\n`);
    reader.destroy();
    await running;
  });

  it.each([
    ['with expired credentials', new Problem('unauthenticated', 'no'), 'refused', 0],
    ['while the database is down', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'refused', 0],
    ['after a bug', new Error('bug'), 'failed', 1],
  ] as const)('ends for a reader %s', async (_, error, end, failures) => {
    await stream(() => Promise.reject(error)).run({ ...nothing(3), hasMore: true });
    reader.resume();
    await expect.poll(() => ends).toEqual([end]);
    expect(errors).toHaveLength(failures);
  });
});

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
