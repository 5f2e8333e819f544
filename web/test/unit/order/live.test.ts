import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError, createRampCheckout, ProblemError } from '#client/src/index.js';
import type { Order, WatchOptions } from '#client/src/index.js';
import { clockOffsetMs } from '#web/src/order/live/clock-offset.js';
import { nextLookMs } from '#web/src/order/live/next-look.js';
import { OrderWatch } from '#web/src/order/live/order-watch.js';
import { NOTHING_SEEN, seenAfter } from '#web/src/order/live/seen.js';
import type { News, Seen } from '#web/src/order/live/seen.js';
import { retryText } from '#web/src/order/retry-text.js';
import { json, ScriptedService, ScriptedStream } from '../../../../client/test/scripted-service.js';
import { purchase, sale, trade } from './orders.js';

const problem = (
  code:
    | 'not_found'
    | 'unauthenticated'
    | 'forbidden'
    | 'internal'
    | 'order_not_retryable'
    | 'order_in_review'
    | 'ramp_unavailable'
    | 'paused'
    | 'address_at_risk',
) =>
  new ProblemError(
    { type: '', title: '', status: 400, detail: '', traceId: '', code, merchantOrderNo: null } as never,
    null,
  );

describe('state of the page', () => {
  const after = (...news: News[]): Seen => news.reduce(seenAfter, NOTHING_SEEN);

  it.each([
    ['a retry answers late: the newer one', 'retried', 5],
    ['the service has lost commits: what the watch read last', 'watched', 4],
  ] as const)('is, if %s', (_, kind, version) => {
    const [older, newer] = [purchase({ version: 4 }), purchase({ version: 5 })];
    const { order } = after({ kind: 'watched', order: newer, at: 1 }, { kind, order: older, at: 2 });
    expect(order?.version).toBe(version);
  });

  it('is not the answer that was under way during a retry, but the one after it', () => {
    const [under, retried] = [purchase({ version: 5 }), purchase({ version: 6 })];
    const first = [
      { kind: 'watched', order: purchase({ version: 4 }), at: 1 },
      { kind: 'retried', order: retried, at: 2 },
      { kind: 'watched', order: under, at: 3 },
    ] as const;
    expect(after(...first).order).toBe(retried);
    expect(after(...first, { kind: 'watched', order: under, at: 4 }).order).toBe(under);
  });

  it.each(['not_found', 'unauthenticated', 'forbidden'] as const)(
    'says of %s only that it is not for this browser',
    (code) => {
      expect(after({ kind: 'refusal', error: problem(code) }).refusal).toEqual({ kind: 'not_ours' });
    },
  );
});

const paidOf = (older: string) => [trade({ status: older }), trade({ status: 'COMPLETED' })];

describe('next read of an ended order', () => {
  it.each([
    [purchase({ status: 'CANCELLED' }), 0, 30_000],
    [purchase({ status: 'CANCELLED' }), 1, 60_000],
    [purchase({ status: 'EXPIRED' }), 50, 600_000],
    [purchase({ status: 'EXPIRED', txHash: '0xabcdef01' }), 0, 30_000],
    [sale({ status: 'EXPIRED' }), 0, 30_000],
    [purchase({ final: true, status: 'COMPLETED' }), 0, 30_000],
    [purchase({ final: true, status: 'COMPLETED', txHash: '0xabcdef01' }), 0, null],
    [purchase({ final: true, status: 'COMPLETED', txHash: '0xabcdef01', trades: paidOf('CANCELLED') }), 0, 30_000],
    [purchase({ final: true, status: 'COMPLETED', txHash: '0xabcdef01', trades: paidOf('REFUNDED') }), 0, null],
    [sale({ final: true, status: 'COMPLETED' }), 0, null],
    [sale({ final: true, status: 'REFUNDED' }), 0, null],
    [purchase({ final: true, status: 'EXPIRED' }), 0, null],
  ])('%# has this pause', (order, looks, ms) => {
    expect(nextLookMs(order, looks)).toBe(ms);
  });
});

describe('order watch', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Each run of the client's watch yields the next of these lists of orders. */
  function watched(...runs: (readonly Order[] | Error)[]) {
    const calls: WatchOptions[] = [];
    const heard: string[] = [];
    const api = {
      async *watchOrder(_number: string, options: WatchOptions = {}): AsyncIterableIterator<Order> {
        calls.push(options);
        const run = runs.shift() ?? [];
        if (run instanceof Error) throw run;
        options.onConnection?.('live');
        for (const order of run) yield await Promise.resolve(order);
      },
    };
    const watch = new OrderWatch(api, 'A-1', () => 'secret', {
      onOrder: ({ status, version }) => void heard.push(`${status} ${version}`),
      onConnection: (connection) => void heard.push(connection),
      onRefusal: (error) => void heard.push((error as Error).message),
    });
    return { watch, calls, heard };
  }

  it('continues after an end that may change, and stops after a final one', async () => {
    const cancelled = purchase({ status: 'CANCELLED', version: 2 });
    const done = purchase({ final: true, status: 'COMPLETED', version: 3, txHash: '0xabcdef01' });
    const { watch, calls, heard } = watched([cancelled], [cancelled], [done]);
    watch.lookAgain();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(calls).toHaveLength(2);
    expect(calls[0]).toMatchObject({ clientSecret: 'secret', since: null });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    const look = ['live', 'CANCELLED 2', 'rest'];
    expect(heard).toEqual([...look, ...look, 'live', 'COMPLETED 3', 'rest']);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls).toHaveLength(3);
  });

  it('resets its pauses after a change', async () => {
    const [cancelled, expired] = [
      purchase({ status: 'CANCELLED', version: 2 }),
      purchase({ status: 'EXPIRED', version: 3 }),
    ];
    const { watch, calls } = watched([cancelled], [cancelled], [cancelled], [expired]);
    watch.lookAgain();
    await vi.advanceTimersByTimeAsync(30_000 + 60_000 + 120_000);
    expect(calls).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(calls).toHaveLength(5);
  });

  it('reports permanent errors and stops', async () => {
    const { watch, calls, heard } = watched(problem('not_found'));
    watch.lookAgain();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(heard).toEqual(['not_found: ']);
    expect(calls).toHaveLength(1);
  });
});

describe('order watch with the real client', () => {
  const cancelled = purchase({ status: 'CANCELLED', version: 2, settled: true });
  const paid = purchase({ status: 'PAID', version: 3 });
  const completed = purchase({ status: 'COMPLETED', version: 4, settled: true, final: true, txHash: '0xabcdef01' });

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function watching(service: ScriptedService) {
    const heard: string[] = [];
    const api = createRampCheckout({ baseUrl: 'https://shop.example', fetch: service.fetch });
    const watch = new OrderWatch(api, 'A-1', () => 'secret', {
      onOrder: ({ status }) => void heard.push(status),
      onConnection: (connection) => void heard.push(connection),
      onRefusal: (error) => void heard.push((error as Error).message),
    });
    watch.lookAgain();
    return { watch, heard };
  }

  it('follows a cancelled order: a late payment shows at once, and so does its end', async () => {
    const stream = new ScriptedStream();
    const service = new ScriptedService().on('order', json(cancelled)).on('stream', stream.reply);
    const { heard } = watching(service);
    await vi.advanceTimersByTimeAsync(0);
    stream.tell(paid);
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(['CANCELLED', 'live', 'PAID']);
    stream.tell(completed);
    await vi.advanceTimersByTimeAsync(0);
    expect(heard.slice(3)).toEqual(['COMPLETED', 'rest']);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.seen).toHaveLength(2);
  });

  it.each([
    ['a settled order', cancelled],
    ['another', paid],
  ])('on a hidden page rests with %s, reads it in half a minute, and follows it when seen', async (_which, order) => {
    const service = new ScriptedService()
      .on('order', json(order))
      .on('stream', new ScriptedStream().reply, new ScriptedStream().reply);
    const { watch, heard } = watching(service);
    await vi.advanceTimersByTimeAsync(0);
    watch.rest();
    await vi.advanceTimersByTimeAsync(0);
    expect(heard.at(-1)).toBe('rest');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(service.count('order')).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(service.count('order')).toBe(2);
    watch.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(service.count('order')).toBe(3);
    watch.stop();
  });

  it('reads when woken at rest, and leaves it to the client while that watches', async () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    const [resting, following] = [
      new ScriptedService().on('order', json(completed)),
      new ScriptedService()
        .on('order', json(paid))
        .on('stream', new ScriptedStream().reply, new ScriptedStream().reply),
    ];
    const watches = [watching(resting).watch, watching(following).watch];
    await vi.advanceTimersByTimeAsync(1000);
    expect([resting.count('order'), following.count('order'), following.count('stream')]).toEqual([1, 1, 1]);
    for (const watch of watches) watch.wake();
    await vi.advanceTimersByTimeAsync(1000);
    expect([resting.count('order'), following.count('order'), following.count('stream')]).toEqual([2, 1, 1]);
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(1000);
    expect([resting.count('order'), following.count('order'), following.count('stream')]).toEqual([2, 2, 2]);
    for (const watch of watches) watch.stop();
  });
});

describe('clock offset', () => {
  const date = 'Sat, 31 Jan 2026 12:00:00 GMT';
  const serverTime = Date.parse(date) + 500;

  it.each([
    [date, serverTime, serverTime, 0],
    [date, serverTime - 600, serverTime - 400, 0],
    [date, serverTime - 60_000, serverTime - 60_000, 60_000],
    [date, serverTime + 3_600_000, serverTime + 3_600_200, -3_600_100],
    [date, serverTime, serverTime + 30_000, null],
    [date, serverTime, serverTime - 1, null],
    [null, serverTime, serverTime, null],
    ['yesterday', serverTime, serverTime, null],
  ])('%# is measured if possible', (header, askedAt, answeredAt, offset) => {
    expect(clockOffsetMs(header, askedAt, answeredAt)).toBe(offset);
  });
});

it.each([
  [problem('order_not_retryable'), 'order.retry.no'],
  [problem('order_in_review'), 'order.retry.no'],
  [problem('ramp_unavailable'), 'order.rejected.later'],
  [problem('address_at_risk'), 'order.rejected.address'],
  [problem('paused'), null],
  [problem('internal'), null],
  [new ConnectionError('no answer'), null],
])('a failed retry, %#, is explained', (error, text) => {
  expect(retryText(error)).toBe(text);
});
