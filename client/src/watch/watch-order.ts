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

/**
 * Yields the order at once and at each change, until it is settled or final. Sends nothing before the first `next`.
 */
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

/** Result of a read, and when to read again: never before `atLeastMs`. */
interface ReadResult {
  readonly isLast: boolean;
  readonly pauseMs: number;
  readonly atLeastMs: number;
}

class Watch {
  /** The order as the caller has it; null: not yet. */
  #latest: Order | null;
  readonly #until: 'settled' | 'final';
  #connection: Connection | null = null;
  /** When to try the stream next, on the clock of `performance`. */
  #streamAt = 0;
  #wakes = true;
  /** Failed streams in a row. */
  #tries = 0;
  /** The service's reconnect time. */
  #retryMs = RECONNECT_MS;
  /** Reads in a row without a change, and failed reads in a row. */
  #unchanged = 0;
  #failures = 0;
  /** Aborted when the page or the network comes back, and at the end; then replaced. */
  #wake = new AbortController();

  constructor(
    private readonly transport: Transport,
    private readonly client: ClientOptions,
    private readonly merchantOrderNo: string,
    private readonly options: WatchOptions,
    private readonly signal: AbortSignal,
    private readonly give: (order: Order) => void,
  ) {
    this.#latest = options.since ?? null;
    this.#until = options.until ?? 'settled';
  }

  /** Runs until the order is settled or final. Throws permanent errors and the signal's reason. */
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
    // A stream sends the order at once too, but a buffering proxy shows only after a timeout, so read first.
    let reads = this.#latest === null || this.options.since?.[this.#until] === true;
    for (;;) {
      throwIfAborted(this.signal);
      if (!reads) {
        const end = await this.#follow();
        if (end.kind === 'reached') return;
        const next = this.#afterStream(end);
        reads = next.askAfterMs !== null;
        await this.#pause(0, next.askAfterMs ?? 0);
      }
      const read = reads ? await this.#read() : { isLast: false, pauseMs: Infinity, atLeastMs: 0 };
      if (read.isLast) return;
      await this.#pause(Math.min(read.pauseMs, this.#streamAt - performance.now()), read.atLeastMs);
      reads = performance.now() < this.#streamAt;
    }
  }

  #follow(): Promise<StreamEnd> {
    this.#wake = new AbortController();
    return followStream(this.transport, {
      merchantOrderNo: this.merchantOrderNo,
      until: this.#until,
      headers: () => callerHeaders(this.client, this.options.clientSecret),
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

  async #read(): Promise<ReadResult> {
    const { signal, merchantOrderNo } = this;
    try {
      const access = { signal, clientSecret: this.options.clientSecret };
      const { data: order } = await readOrder(this.transport, this.client, merchantOrderNo, access);
      // While a stream is about to open, a read only bridges the gap.
      if (performance.now() < this.#streamAt) this.#tell('polling');
      this.#unchanged = this.#take(order) ? 0 : this.#unchanged + 1;
      this.#failures = 0;
      return {
        isLast: order[this.#until],
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

  /**
   * Returns whether the order is news. Each answer was requested after the one before it came, so it counts even with a
   * smaller version: the service has lost commits.
   */
  #take(order: Order): boolean {
    const { version, updatedAt } = this.#latest ?? {};
    if (order.version === version && order.updatedAt === updatedAt) return false;
    this.#latest = order;
    this.give(order);
    return true;
  }

  /**
   * Waits `atLeastMs`, then the rest of `ms`. A returning page or network ends the second wait and resets the
   * backoff.
   */
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
