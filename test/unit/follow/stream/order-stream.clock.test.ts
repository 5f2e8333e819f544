import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderStream } from '#src/follow/stream/order-streams.service.js';
import type { StreamEnd } from '#src/follow/stream/event-stream.js';
import type { ShownOrder } from '#src/follow/stream/order-streams.service.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import { orderRow, orderState } from '../../../support/order-builders.js';
import { ProcessTime } from '#src/platform/time/time.js';

const HEARTBEAT_MS = 1000;
const LIFETIME_MS = 3_600_000;
const DRAIN_MS = 30_000;

/** A response whose reader is as fast as the test says. */
class Answer extends EventEmitter {
  readonly written: string[] = [];
  isTaken = true;
  writableNeedDrain = false;
  writableFinished = false;
  destroyed = false;
  isEnded = false;

  write(text: string): boolean {
    if (this.isEnded) throw new Error('written behind the end');
    this.written.push(text);
    this.writableNeedDrain = !this.isTaken;
    return this.isTaken;
  }

  /** A response that is taken closes by itself. */
  end(): this {
    this.isEnded = true;
    if (this.isTaken) this.destroy();
    return this;
  }

  drain(): void {
    this.isTaken = true;
    this.writableNeedDrain = false;
    this.emit('drain');
    if (this.isEnded) this.destroy();
  }

  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.emit('close');
    return this;
  }

  get versions(): number[] {
    return this.written.flatMap((text) => {
      const [, id] = /^event: order\nid: (\d+)\n/.exec(text) ?? [];
      return id === undefined ? [] : [Number(id)];
    });
  }
}

const version = (version: number): OrderState => orderState({ order: orderRow({ version }) });

interface Opened {
  readonly answer: Answer;
  readonly stream: OrderStream;
  readonly ends: StreamEnd[];
  readonly errors: unknown[];
}

/** `seen` null: not opened yet. */
function opened(show: (state: OrderState) => Promise<ShownOrder | null> = shown, seen: number | null = 0): Opened {
  const answer = new Answer();
  const ends: StreamEnd[] = [];
  const errors: unknown[] = [];
  const stream = new OrderStream(answer as never, {
    show,
    time: new ProcessTime(),
    heartbeatMs: HEARTBEAT_MS,
    lifetimeMs: LIFETIME_MS,
    onEvent: () => undefined,
    onEnd: (end) => ends.push(end),
    onError: (error) => errors.push(error),
  });
  if (seen !== null) stream.open(seen);
  return { answer, stream, ends, errors };
}

const shown = ({ order }: OrderState): Promise<ShownOrder> =>
  Promise.resolve({ json: JSON.stringify({ version: order.version }), isLast: order.version === 9 });

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('order stream', () => {
  it('keeps only the newest state until it opens', async () => {
    const { answer, stream } = opened(shown, null);
    stream.offer(version(3));
    await settle();
    expect(answer.written).toEqual([]);
    stream.offer(version(2));
    stream.open(0);
    await settle();
    expect(answer.written[0]).toMatch(/^retry: /);
    expect(answer.versions).toEqual([3]);
  });

  it('checks the permission before each event, also at the same version', async () => {
    let may = true;
    const { answer, stream, ends } = opened((state) => (may ? shown(state) : Promise.resolve(null)));
    stream.offer(version(3));
    await settle();
    may = false;
    stream.offer(version(3));
    await settle();
    expect([answer.versions, answer.isEnded, ends]).toEqual([[3], true, ['refused']]);
  });

  it('skips states that are replaced while an event is built', async () => {
    const waiting: (() => void)[] = [];
    const { answer, stream } = opened(async (state) => {
      await new Promise<void>((done) => waiting.push(done));
      return shown(state);
    });
    for (const one of [1, 2, 3, 4]) stream.offer(version(one));
    waiting.shift()!();
    await settle();
    waiting.shift()!();
    await settle();
    expect([answer.versions, waiting]).toEqual([[1, 4], []]);
  });

  it('ends and logs if an event cannot be built', async () => {
    const { answer, stream, ends, errors } = opened(() => Promise.reject(new Error('broken')));
    stream.offer(version(3));
    await settle();
    expect([answer.isEnded, ends, errors]).toEqual([true, ['failed'], [new Error('broken')]]);
  });

  it('sends heartbeats only while it is quiet', async () => {
    const { answer, stream } = opened();
    await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_MS + 500);
    const beats = (): number => answer.written.filter((text) => text.startsWith(':')).length;
    expect(beats()).toBe(2);
    stream.offer(version(3));
    // An event counts as a heartbeat.
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS - 100);
    expect(beats()).toBe(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(beats()).toBe(3);
  });

  it('ends after its lifetime', async () => {
    const { answer, ends } = opened();
    await vi.advanceTimersByTimeAsync(LIFETIME_MS);
    expect([answer.isEnded, ends]).toEqual([true, ['lifetime']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['before it opened', true],
    ['since', false],
  ])('ends, so that the reader comes back, when commits were lost %s', async (_, isBefore) => {
    const { answer, stream, ends } = opened(shown, isBefore ? null : 0);
    if (isBefore) {
      stream.offer(version(3));
      stream.renew();
      stream.open(0);
    } else stream.renew();
    stream.offer(version(2));
    await settle();
    expect([answer.versions, answer.isEnded, ends]).toEqual([[], true, ['epoch']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('writes nothing if the reader leaves while an event is built', async () => {
    let done: (order: ShownOrder) => void = () => undefined;
    const { answer, stream } = opened(() => new Promise((resolve) => (done = resolve)));
    stream.offer(version(3));
    answer.destroy();
    done({ json: '{}', isLast: true });
    await settle();
    expect([answer.versions, vi.getTimerCount()]).toEqual([[], 0]);
  });
});

describe('order stream: a slow reader', () => {
  it('gets the newest state after draining, without a heartbeat before', async () => {
    const { answer, stream, ends } = opened();
    answer.isTaken = false;
    stream.offer(version(1));
    await settle();
    for (const one of [2, 3, 4]) stream.offer(version(one));
    await vi.advanceTimersByTimeAsync(5 * HEARTBEAT_MS);
    expect(answer.written).toHaveLength(2);
    answer.drain();
    await settle();
    expect([answer.versions, ends]).toEqual([[1, 4], []]);
    await vi.advanceTimersByTimeAsync(DRAIN_MS);
    expect(ends).toEqual([]);
  });

  it('is disconnected if it takes nothing', async () => {
    const { answer, stream, ends } = opened();
    answer.isTaken = false;
    stream.offer(version(1));
    await vi.advanceTimersByTimeAsync(DRAIN_MS - 1);
    expect(answer.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([answer.destroyed, ends, vi.getTimerCount()]).toEqual([true, ['slow'], 0]);
  });

  it.each([
    ['that takes the last event gets it', true],
    ['that does not is disconnected', false],
  ])('%s', async (_, takes) => {
    const { answer, stream, ends } = opened();
    answer.isTaken = false;
    stream.offer(version(9));
    await settle();
    expect([answer.versions, answer.isEnded, answer.destroyed]).toEqual([[9], true, false]);
    if (takes) answer.drain();
    else await vi.advanceTimersByTimeAsync(DRAIN_MS);
    expect([answer.destroyed, ends, vi.getTimerCount()]).toEqual([true, ['reached'], 0]);
  });
});
