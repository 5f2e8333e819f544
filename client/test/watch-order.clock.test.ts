import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError, createRampCheckout, ProblemError } from '../src/index.js';
import type { Connection, Order, WatchOptions } from '../src/index.js';
import { hangs, json, offline, order, problem, ScriptedService, ScriptedStream } from './scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
  // The middle of the jitter, so that times are exact.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

class Watcher {
  readonly versions: number[] = [];
  readonly states: Connection[] = [];
  /** `ended`, or the error. */
  end: unknown = null;
  readonly #abort = new AbortController();

  constructor(service: ScriptedService, options: WatchOptions = {}) {
    const ramp = createRampCheckout({ baseUrl: 'https://shop.example', fetch: service.fetch });
    const orders = ramp.watchOrder('A-1', {
      signal: this.#abort.signal,
      onConnection: (state) => this.states.push(state),
      ...options,
    });
    void this.#take(orders);
  }

  async #take(orders: AsyncIterable<Order>): Promise<void> {
    try {
      for await (const { version } of orders) this.versions.push(version);
      this.end = 'ended';
    } catch (error) {
      this.end = error;
    }
  }

  stop(reason?: unknown): void {
    this.#abort.abort(reason);
  }
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const settled = (version: number): Order => order(version, { status: 'CANCELLED', settled: true });
const final = (version: number): Order => order(version, { status: 'COMPLETED', settled: true, final: true });

describe('an order watched by its stream', () => {
  it('is yielded at once and at each change; the loop ends with it', async () => {
    const stream = new ScriptedStream();
    const service = new ScriptedService().on('order', json(order(1))).on('stream', stream.reply);
    const watcher = new Watcher(service);
    await pass(0);
    expect(watcher.versions).toEqual([1]);
    stream.tell(order(2));
    await pass(0);
    stream.tell(final(3));
    await pass(0);
    expect(watcher).toMatchObject({ versions: [1, 2, 3], states: ['live'], end: 'ended' });
    expect(stream.isCancelled).toBe(true);
    // No request runs in the background.
    await pass(600_000);
    expect(service.seen.map(({ what }) => what)).toEqual(['order', 'stream']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not requested before the first read, and not repeated', async () => {
    const stream = new ScriptedStream();
    const service = new ScriptedService().on('stream', stream.reply);
    const ramp = createRampCheckout({ baseUrl: '', fetch: service.fetch });
    const orders = ramp.watchOrder('A-1', { since: order(5), clientSecret: 'cs_x' });
    await pass(10_000);
    expect(service.seen).toEqual([]);
    const next = orders.next();
    await pass(0);
    expect(service.seen).toMatchObject([{ what: 'stream', headers: { 'x-client-secret': 'cs_x' } }]);
    stream.tell(order(5));
    stream.tell(order(6));
    await expect(next).resolves.toMatchObject({ done: false, value: { version: 6 } });
    await orders.return?.();
    await pass(0);
    expect(stream.isCancelled).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is read once if it was settled: a later change is yielded', async () => {
    const service = new ScriptedService().on('order', json(settled(5)), json(order(6, { status: 'PAID' })));
    const stream = new ScriptedStream();
    service.on('stream', stream.reply);
    const [quiet, paid] = [new Watcher(service, { since: settled(5) }), new Watcher(service, { since: settled(5) })];
    await pass(0);
    stream.tell(final(7));
    await pass(0);
    expect([quiet, paid]).toMatchObject([
      { versions: [], end: 'ended' },
      { versions: [6, 7], end: 'ended' },
    ]);
  });

  it('continues until final if requested', async () => {
    const stream = new ScriptedStream();
    const service = new ScriptedService().on('stream', stream.reply);
    const watcher = new Watcher(service, { since: order(1), until: 'final' });
    await pass(0);
    for (const seen of [settled(2), order(3, { status: 'PAID' })]) {
      stream.tell(seen);
      await pass(0);
    }
    expect(watcher).toMatchObject({ versions: [2, 3], end: null });
    stream.tell(final(4));
    await pass(0);
    expect(watcher).toMatchObject({ versions: [2, 3, 4], end: 'ended' });
  });

  it('goes on by the next stream, whose first event is the order as it is', async () => {
    const [first, second, third] = [new ScriptedStream(), new ScriptedStream(['retry: 500\n\n']), new ScriptedStream()];
    const service = new ScriptedService().on('stream', first.reply, second.reply, third.reply);
    const watcher = new Watcher(service, { since: order(1) });
    await pass(0);
    first.tell(order(2));
    await pass(0);
    first.break();
    await pass(1999);
    expect(service.count('stream')).toBe(1);
    await pass(1);
    second.tell(order(4));
    await pass(0);
    second.close();
    await pass(499);
    expect(service.count('stream')).toBe(2);
    await pass(1);
    third.tell(order(4));
    third.tell(final(5));
    await pass(0);
    expect(watcher).toMatchObject({ versions: [2, 4, 5], states: ['live'], end: 'ended' });
    expect(service.seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, undefined, undefined]);
    expect(service.count('order')).toBe(0);
  });

  it('is yielded at a smaller version by the next stream, since the service lost commits', async () => {
    const [first, second] = [new ScriptedStream(), new ScriptedStream()];
    const service = new ScriptedService().on('stream', first.reply, second.reply);
    const watcher = new Watcher(service, { since: order(7) });
    await pass(0);
    first.close();
    await pass(4000);
    second.tell(order(3));
    await pass(0);
    second.tell(settled(5));
    await pass(0);
    expect(watcher).toMatchObject({ versions: [3, 5], end: 'ended' });
    expect(service.count('order')).toBe(0);
  });

  it('falls back to reads after an invalid event, without showing it', async () => {
    const service = new ScriptedService().on('order', json(order(1)), json(final(2)));
    for (const nonsense of ['{"clientSecret":"cs_secret"', '"x"', '{"version":"2"}']) {
      service.on('stream', new ScriptedStream([`event: order\ndata: ${nonsense}\n\n`]).reply);
    }
    const watcher = new Watcher(service);
    await pass(60_000);
    expect(watcher).toMatchObject({ versions: [1, 2], end: 'ended' });
  });

  it('yields only the newest order to a slow reader', async () => {
    const stream = new ScriptedStream();
    const service = new ScriptedService().on('stream', stream.reply);
    const ramp = createRampCheckout({ baseUrl: '', fetch: service.fetch });
    const orders = ramp.watchOrder('A-1', { since: order(1) });
    const first = orders.next();
    await pass(0);
    for (const version of [2, 3, 4, 5]) stream.tell(order(version));
    stream.tell(final(6));
    await pass(0);
    await expect(first).resolves.toMatchObject({ value: { version: 2 } });
    await expect(orders.next()).resolves.toMatchObject({ value: { version: 6 } });
    await expect(orders.next()).resolves.toEqual({ done: true, value: undefined });
    await expect(orders.next()).resolves.toEqual({ done: true, value: undefined });
  });
});

describe('without a stream', () => {
  const REFUSALS: [string, Parameters<ScriptedService['now']>[1]][] = [
    ['an older service', problem('not_found', 404)],
    ['an unsupported media type', problem('invalid_request', 406)],
    ['too many streams', problem('unavailable', 503, { 'retry-after': '5' })],
    ['a service without streams', json({}, 501)],
    ['204 before it is settled', () => new Response(null, { status: 204 })],
    ['a web page with 200', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['a fetch that cannot stream', () => new Response(null, { headers: { 'content-type': 'text/event-stream' } })],
    ['a proxy that buffers the response', hangs],
    ['a proxy that buffers the body', new ScriptedStream([]).reply],
  ];

  it.each(REFUSALS)('reads every few seconds: %s', async (_what, refusal) => {
    const service = new ScriptedService()
      .on('stream', refusal)
      .on('order', json(order(1)), json(order(1)), json(order(1)), json(order(2)), json(final(3)));
    const watcher = new Watcher(service);
    await pass(0);
    expect(watcher.versions).toEqual([1]);
    await pass(25_000);
    expect(watcher).toMatchObject({ versions: [1, 2, 3], states: ['polling'], end: 'ended' });
    expect(service.count('stream')).toBe(1);
  });

  it.each([
    ['a smaller version', order(2), [3, 2, 4]],
    ['the same version of another time', order(3, { updatedAt: '2026-01-31T12:00:00.000Z' }), [3, 3, 4]],
    ['a smaller version at its end', settled(2), [3, 2]],
  ])('yields %s, since the service lost commits', async (_, lost, versions) => {
    const service = new ScriptedService()
      .on('stream', problem('not_found', 404))
      .on('order', json(order(3)), json(lost), json(lost), json(final(4)));
    const watcher = new Watcher(service);
    await pass(30_000);
    expect(watcher).toMatchObject({ versions, end: 'ended' });
  });

  it('requests no polls, and reads less often while nothing changes', async () => {
    const service = new ScriptedService().on('stream', problem('not_found', 404)).on('order', json(order(1)));
    const watcher = new Watcher(service);
    await pass(10 * 60_000);
    watcher.stop();
    const times = service.seen.filter(({ what }) => what === 'order').map(({ at }) => at);
    const gaps = times.slice(2).map((at, index) => at - times[index + 1]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2500);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(16_000);
    expect(service.count('stream')).toBeLessThanOrEqual(6);
  });

  it('waits for Retry-After', async () => {
    const tooMany = problem('rate_limited', 429, { 'retry-after': '20' });
    const service = new ScriptedService().on('stream', tooMany).on('order', tooMany);
    const watcher = new Watcher(service);
    for (let time = 0; time < 6; time++) {
      const before = service.seen.length;
      await pass(19_000);
      expect(service.seen.length - before).toBeLessThanOrEqual(2);
    }
    service.now('order', json(final(1)));
    await pass(60_000);
    expect(watcher).toMatchObject({ versions: [1], end: 'ended' });
    const gaps = service.seen.filter(({ what }) => what === 'order').map(({ at }) => at);
    expect(gaps.slice(1).every((at, index) => at - gaps[index]! >= 20_000)).toBe(true);
  });
});

describe('without a connection', () => {
  it('reports it, reconnects and is live again', async () => {
    const [first, second] = [new ScriptedStream(), new ScriptedStream()];
    const service = new ScriptedService().on('order', json(order(1))).on('stream', first.reply, offline);
    const watcher = new Watcher(service);
    await pass(0);
    service.now('order', offline);
    first.break();
    await pass(120_000);
    expect(watcher).toMatchObject({ versions: [1], states: ['live', 'offline'], end: null });
    expect(service.seen.length).toBeLessThan(30);
    service.now('stream', second.reply);
    await pass(45_000);
    second.tell(final(2));
    await pass(0);
    expect(watcher).toMatchObject({ versions: [1, 2], states: ['live', 'offline', 'live'], end: 'ended' });
  });
});

describe('permanent errors', () => {
  it.each([
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [400, 'invalid_request'],
  ])('%i is thrown, at once and later', async (status, code) => {
    const no = problem(code, status);
    const atOnce = new Watcher(new ScriptedService().on('order', no).on('stream', no));
    const stream = new ScriptedStream();
    const later = new Watcher(new ScriptedService().on('order', json(order(1)), no).on('stream', stream.reply, no));
    await pass(0);
    stream.close();
    await pass(5000);
    for (const { end } of [atOnce, later]) {
      expect(end).toBeInstanceOf(ProblemError);
      expect(end).toMatchObject({ status, code });
    }
    expect(later.versions).toEqual([1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a secret that no header may contain is refused without showing it', async () => {
    const watcher = new Watcher(new ScriptedService(), { clientSecret: 'cs_a\nb', since: order(1) });
    await pass(0);
    expect(watcher.end).toBeInstanceOf(TypeError);
    expect(String(watcher.end)).not.toContain('cs_a');
  });

  it("an abort rejects with the caller's reason at any point", async () => {
    const stream = new ScriptedStream();
    const reading = new Watcher(new ScriptedService().on('order', json(order(1))).on('stream', stream.reply));
    const opening = new Watcher(new ScriptedService().on('order', json(order(1))).on('stream', hangs));
    const asking = new Watcher(new ScriptedService().on('order', hangs));
    const waiting = new Watcher(new ScriptedService().on('order', offline).on('stream', offline));
    await pass(500);
    const reason = new Error('the page was left');
    const watchers = [reading, opening, asking, waiting];
    for (const watcher of watchers) watcher.stop(reason);
    await pass(0);
    expect(watchers.map(({ end }) => end)).toEqual([reason, reason, reason, reason]);
    expect(stream.isCancelled).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    const before = new AbortController();
    before.abort(reason);
    const never = new Watcher(new ScriptedService(), { signal: before.signal });
    await pass(0);
    expect(never.end).toBe(reason);
  });
});

describe('when the page or the network returns', () => {
  let page: EventTarget & { visibilityState: string };
  let listening: number;
  const counted = (target: EventTarget): EventTarget => {
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    target.addEventListener = (...given: Parameters<typeof add>) => {
      listening += 1;
      add(...given);
    };
    target.removeEventListener = (...given: Parameters<typeof remove>) => {
      listening -= 1;
      remove(...given);
    };
    return target;
  };
  beforeEach(() => {
    listening = 0;
    const window = counted(new EventTarget());
    page = Object.assign(counted(new EventTarget()), { visibilityState: 'visible' });
    vi.stubGlobal('document', page);
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
      vi.stubGlobal(name, window[name].bind(window));
    }
  });
  const comeBack = (): boolean => page.dispatchEvent(new Event('visibilitychange'));
  const online = (): boolean => (globalThis as unknown as EventTarget).dispatchEvent(new Event('online'));

  it('reads at once and reopens the stream, since the old one may be dead', async () => {
    const [first, second] = [new ScriptedStream(), new ScriptedStream()];
    const service = new ScriptedService().on('order', json(order(2))).on('stream', first.reply, second.reply);
    const watcher = new Watcher(service, { since: order(1) });
    await pass(1000);
    page.visibilityState = 'hidden';
    comeBack();
    await pass(0);
    expect(service.seen).toHaveLength(1);
    page.visibilityState = 'visible';
    comeBack();
    await pass(0);
    expect(service.seen.map(({ what }) => what)).toEqual(['stream', 'order', 'stream']);
    expect(first.isCancelled).toBe(true);
    second.tell(final(3));
    await pass(0);
    expect(watcher).toMatchObject({ versions: [2, 3], states: ['live'], end: 'ended' });
    // All listeners are removed.
    comeBack();
    online();
    await pass(60_000);
    expect(service.seen).toHaveLength(3);
    expect(listening).toBe(0);
  });

  it('ends the wait for the next attempt', async () => {
    const stream = new ScriptedStream();
    const service = new ScriptedService().on('order', offline).on('stream', offline);
    const watcher = new Watcher(service);
    await pass(120_000);
    service.now('order', json(order(1)));
    service.now('stream', stream.reply);
    online();
    await pass(0);
    stream.tell(order(2));
    await pass(0);
    expect(watcher).toMatchObject({ versions: [2], states: ['offline', 'live'] });
    watcher.stop();
  });

  it('waits for Retry-After first', async () => {
    const service = new ScriptedService()
      .on('order', problem('rate_limited', 429, { 'retry-after': '10' }))
      .on('stream', problem('rate_limited', 429, { 'retry-after': '10' }));
    const watcher = new Watcher(service, { since: order(1) });
    await pass(1000);
    comeBack();
    await pass(8000);
    expect(service.seen).toHaveLength(1);
    watcher.stop(new ConnectionError('done'));
  });
});
