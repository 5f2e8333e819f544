import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderStream } from '#src/orders/stream/order-stream.js';
import type { StreamEnd } from '#src/orders/stream/event-stream.js';
import type { ShownOrder } from '#src/orders/stream/order-stream.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import { orderRow, orderState } from '../../../support/order-builders.js';

const HEARTBEAT_MS = 1000;
const LIFETIME_MS = 3_600_000;
const DRAIN_MS = 30_000;

/** An answer whose reader is as quick as a test says. */
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

  /** An answer whose reader takes it closes by itself. */
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

function opened(show: (state: OrderState) => Promise<ShownOrder | null> = shown, seen = 0): Opened {
  const answer = new Answer();
  const ends: StreamEnd[] = [];
  const errors: unknown[] = [];
  const stream = new OrderStream(answer as never, {
    show,
    heartbeatMs: HEARTBEAT_MS,
    lifetimeMs: LIFETIME_MS,
    onEvent: () => undefined,
    onEnd: (end) => ends.push(end),
    onError: (error) => errors.push(error),
  });
  stream.open(seen);
  return { answer, stream, ends, errors };
}

const shown = ({ order }: OrderState): Promise<ShownOrder> =>
  Promise.resolve({ json: JSON.stringify({ version: order.version }), isLast: order.version === 9 });

/** Lets everything happen that needs no time. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a stream', () => {
  it('keeps the newest of what comes before it is open', async () => {
    const answer = new Answer();
    const stream = new OrderStream(answer as never, {
      ...{ show: shown, heartbeatMs: HEARTBEAT_MS, lifetimeMs: LIFETIME_MS },
      ...{ onEvent: () => undefined, onEnd: () => undefined, onError: () => undefined },
    });
    stream.offer(version(3));
    await settle();
    expect(answer.written).toEqual([]);
    stream.offer(version(2));
    stream.open(0);
    await settle();
    expect(answer.written[0]).toMatch(/^retry: /);
    expect(answer.versions).toEqual([3]);
  });

  it('sends each version once, and none that its reader has', async () => {
    const { answer, stream } = opened(shown, 2);
    for (const one of [1, 2, 3, 3, 2, 4]) {
      stream.offer(version(one));
      await settle();
    }
    expect(answer.versions).toEqual([3, 4]);
  });

  it('ends after the last order', async () => {
    const { answer, stream, ends } = opened();
    stream.offer(version(9));
    await settle();
    stream.offer(version(10));
    await settle();
    expect([answer.versions, answer.isEnded, ends]).toEqual([[9], true, ['reached']]);
  });

  it('asks before each event whether its reader may still see it, also where the version is the same', async () => {
    let may = true;
    const { answer, stream, ends } = opened((state) => (may ? shown(state) : Promise.resolve(null)));
    stream.offer(version(3));
    await settle();
    may = false;
    stream.offer(version(3));
    await settle();
    expect([answer.versions, answer.isEnded, ends]).toEqual([[3], true, ['refused']]);
  });

  it('of what comes while one event is made sends only the newest', async () => {
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

  it('that cannot be made ends, and somebody hears of it', async () => {
    const { answer, stream, ends, errors } = opened(() => Promise.reject(new Error('broken')));
    stream.offer(version(3));
    await settle();
    expect([answer.isEnded, ends, errors]).toEqual([true, ['failed'], [new Error('broken')]]);
  });

  it('gives signs of life while nothing happens, and none too many', async () => {
    const { answer, stream } = opened();
    await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_MS + 500);
    const beats = (): number => answer.written.filter((text) => text.startsWith(':')).length;
    expect(beats()).toBe(2);
    stream.offer(version(3));
    // An event is a sign of life.
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS - 100);
    expect(beats()).toBe(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(beats()).toBe(3);
  });

  it('ends when its time is over', async () => {
    const { answer, ends } = opened();
    await vi.advanceTimersByTimeAsync(LIFETIME_MS);
    expect([answer.isEnded, ends]).toEqual([true, ['lifetime']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('whose reader left writes no more, and holds no timer', async () => {
    const { answer, stream, ends } = opened();
    answer.destroy();
    const { length } = answer.written;
    stream.offer(version(3));
    await vi.advanceTimersByTimeAsync(LIFETIME_MS);
    expect([answer.written.length, ends, stream.isOver, vi.getTimerCount()]).toEqual([length, ['gone'], true, 0]);
  });

  it('whose reader leaves while an event is made writes no more', async () => {
    let done: (order: ShownOrder) => void = () => undefined;
    const { answer, stream } = opened(() => new Promise((resolve) => (done = resolve)));
    stream.offer(version(3));
    answer.destroy();
    done({ json: '{}', isLast: true });
    await settle();
    expect([answer.versions, vi.getTimerCount()]).toEqual([[], 0]);
  });
});

describe('a slow reader', () => {
  it('gets the newest once he has taken what was written, and no sign of life before', async () => {
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

  it('who takes nothing is cut off', async () => {
    const { answer, stream, ends } = opened();
    answer.isTaken = false;
    stream.offer(version(1));
    await vi.advanceTimersByTimeAsync(DRAIN_MS - 1);
    expect(answer.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([answer.destroyed, ends, vi.getTimerCount()]).toEqual([true, ['slow'], 0]);
  });

  it.each([
    ['who takes the end gets it', true],
    ['who does not is cut off', false],
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

  it('is not waited for when the process ends', async () => {
    const { answer, stream, ends } = opened();
    answer.isTaken = false;
    stream.offer(version(1));
    await settle();
    stream.finish('stopping', 500);
    await vi.advanceTimersByTimeAsync(500);
    expect([answer.destroyed, ends, vi.getTimerCount()]).toEqual([true, ['stopping'], 0]);
  });
});
