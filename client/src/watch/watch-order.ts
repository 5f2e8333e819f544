import { isPassing } from '../errors.js';
import { callerHeaders } from '../http/credentials.js';
import { sleep, throwIfAborted } from '../http/time-limit.js';
import type { Transport } from '../http/transport.js';
import type { ClientOptions, Connection, WatchOptions } from '../options.js';
import { readOrder } from '../read-order.js';
import type { Order } from '../types.js';
import { followStream } from './follow-stream.js';
import { Latest } from './latest.js';
import { afterStream, askPauseMs, failedPauseMs, isGoodEnd, RECONNECT_MS } from './rhythm.js';
import type { AfterStream, StreamEnd } from './rhythm.js';
import { listenForWakeUps } from './wake-up.js';

/** The order at once, and again at each change, until it is settled, or final. Nothing is asked before somebody wants the first one. */
export function watchOrder(
  transport: Transport,
  client: ClientOptions,
  merchantOrderNo: string,
  options: WatchOptions,
): AsyncIterableIterator<Order> {
  const ending = new AbortController();
  const latest = new Latest<Order>(begin, () => ending.abort());
  function begin(): void {
    const end = (): void => ending.abort(options.signal?.reason);
    options.signal?.addEventListener('abort', end, { once: true });
    if (options.signal?.aborted === true) end();
    const watch = new Watch(transport, client, merchantOrderNo, options, ending.signal, (order) => latest.put(order));
    watch
      .run()
      .then(
        () => latest.done(),
        (error: unknown) => latest.fail(error),
      )
      .finally(() => options.signal?.removeEventListener('abort', end));
  }
  return latest;
}

/** What reading the order came to, and when to read it again: not before `atLeastMs`, whatever happens. */
interface Asked {
  readonly isLast: boolean;
  readonly pauseMs: number;
  readonly atLeastMs: number;
}

class Watch {
  /** The newest that is known; null: nothing is. */
  #version: number | null;
  readonly #until: 'settled' | 'final';
  #connection: Connection | null = null;
  /** When the stream is tried, by the clock of `performance`. */
  #streamAt = 0;
  #wakes = true;
  /** Streams in a row that came to nothing. */
  #tries = 0;
  /** How long the service asks to wait before a stream is opened again. */
  #retryMs = RECONNECT_MS;
  /** Answers in a row that were as before, and those that did not come. */
  #unchanged = 0;
  #failures = 0;
  /** Aborted when the page comes back, when the network does, and when all is over; then made anew. */
  #wake = new AbortController();

  constructor(
    private readonly transport: Transport,
    private readonly client: ClientOptions,
    private readonly merchantOrderNo: string,
    private readonly options: WatchOptions,
    private readonly signal: AbortSignal,
    private readonly give: (order: Order) => void,
  ) {
    this.#version = options.since?.version ?? null;
    this.#until = options.until ?? 'settled';
  }

  /** Until the order is settled, or final. Throws what waiting does not mend, and the signal's reason. */
  async run(): Promise<void> {
    if (this.options.since?.final === true) return;
    const wake = (): void => this.#wake.abort();
    const stopListening = listenForWakeUps(wake);
    this.signal.addEventListener('abort', wake);
    try {
      await this.#watch();
    } finally {
      stopListening();
      this.signal.removeEventListener('abort', wake);
    }
  }

  async #watch(): Promise<void> {
    // A stream tells the order at once too; but where it is held back on the way, that shows only after a while.
    let asks = this.#version === null || this.options.since?.[this.#until] === true;
    for (;;) {
      throwIfAborted(this.signal);
      if (!asks) {
        const end = await this.#follow();
        if (end.kind === 'reached') return;
        const next = this.#afterStream(end);
        asks = next.askAfterMs !== null;
        await this.#pause(0, next.askAfterMs ?? 0);
      }
      const asked = asks ? await this.#ask() : { isLast: false, pauseMs: Infinity, atLeastMs: 0 };
      if (asked.isLast) return;
      await this.#pause(Math.min(asked.pauseMs, this.#streamAt - performance.now()), asked.atLeastMs);
      asks = performance.now() < this.#streamAt;
    }
  }

  #follow(): Promise<StreamEnd> {
    this.#wake = new AbortController();
    return followStream(this.transport, {
      merchantOrderNo: this.merchantOrderNo,
      until: this.#until,
      headers: () => callerHeaders(this.client, this.options.clientSecret),
      version: this.#version,
      signal: this.signal,
      wake: this.#wake.signal,
      onOpen: () => this.#tell('live'),
      onOrder: (order) => this.#take(order),
      onRetry: (ms) => {
        this.#retryMs = ms;
      },
    });
  }

  #afterStream(end: Exclude<StreamEnd, { kind: 'reached' }>): AfterStream {
    this.#tries = isGoodEnd(end) ? 0 : this.#tries + 1;
    const next = afterStream(end, this.#tries, this.#retryMs, Math.random());
    this.#streamAt = performance.now() + next.pauseMs;
    this.#wakes = next.wakes;
    return next;
  }

  async #ask(): Promise<Asked> {
    const { signal, merchantOrderNo } = this;
    try {
      const access = { signal, clientSecret: this.options.clientSecret };
      const { data: order } = await readOrder(this.transport, this.client, merchantOrderNo, access);
      // While a stream is about to be opened, this is only to bridge the gap.
      if (performance.now() < this.#streamAt) this.#tell('polling');
      const found = this.#take(order);
      this.#unchanged = found === 'news' ? 0 : this.#unchanged + 1;
      this.#failures = 0;
      return {
        isLast: order[this.#until] && found !== 'older',
        pauseMs: askPauseMs(this.#unchanged, Math.random()),
        atLeastMs: 0,
      };
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      this.#failures += 1;
      this.#tell('offline');
      const pauseMs = failedPauseMs(this.#failures, Math.random());
      return { isLast: false, pauseMs, atLeastMs: error.retryAfterMs ?? 0 };
    }
  }

  /** Versions never go back, whichever way they come. */
  #take(order: Order): 'news' | 'known' | 'older' {
    if (this.#version !== null && order.version <= this.#version) {
      return order.version === this.#version ? 'known' : 'older';
    }
    this.#version = order.version;
    this.give(order);
    return 'news';
  }

  /** Waits `atLeastMs`, then for the rest of `ms` or until the page or the network comes back: then all is tried at once. */
  async #pause(ms: number, atLeastMs: number): Promise<void> {
    if (atLeastMs > 0) await sleep(atLeastMs, this.signal);
    if (ms <= atLeastMs && !this.#wake.signal.aborted) return;
    try {
      await sleep(ms - atLeastMs, this.#wake.signal);
    } catch {
      throwIfAborted(this.signal);
      this.#wake = new AbortController();
      if (!this.#wakes) return;
      this.#tries = 0;
      this.#streamAt = performance.now();
    }
  }

  #tell(connection: Connection): void {
    if (connection === this.#connection) return;
    this.#connection = connection;
    this.options.onConnection?.(connection);
  }
}
