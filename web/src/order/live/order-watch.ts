import type { Connection, Order, RampCheckout } from '#client/src/index.js';
import { FIRST_MS, nextLookMs } from './next-look.js';

export interface WatchListener {
  onOrder(order: Order): void;
  onConnection(connection: Connection | 'rest'): void;
  /** A permanent error: no more events until `lookAgain`. */
  onRefusal(error: unknown): void;
}

/** Reads one order for as long as it may change. */
export class OrderWatch {
  #run = new AbortController();
  /** The client's own watch is running, which reconnects by itself. */
  #isFollowing = false;

  constructor(
    private readonly api: Pick<RampCheckout, 'watchOrder'>,
    private readonly merchantOrderNo: string,
    private readonly clientSecret: () => string | null,
    private readonly listener: WatchListener,
  ) {}

  /**
   * Starts or restarts, when the answer or the connection may be stale. Reports the order even if it is unchanged,
   * since a payment link expires by time alone.
   */
  lookAgain(): void {
    this.#run.abort();
    this.#run = new AbortController();
    this.#isFollowing = true;
    void this.#watch(this.#run.signal);
  }

  /** After sleep or with the network back: reads at once, unless the client does so anyway. */
  wake(): void {
    if (!this.#isFollowing) this.lookAgain();
  }

  /** The page is hidden: over HTTP/1.1 its stream would take one of six connections. Reads now and then instead. */
  rest(): void {
    if (!this.#isFollowing) return;
    this.#run.abort();
    this.#run = new AbortController();
    this.#isFollowing = false;
    this.listener.onConnection('rest');
    void this.#glance(this.#run.signal);
  }

  stop(): void {
    this.#run.abort();
  }

  async #watch(signal: AbortSignal): Promise<void> {
    let latest: Order | null = null;
    try {
      for (let looks = 0; ; looks++) {
        for await (const order of this.#orders(signal)) {
          if (signal.aborted) return;
          if (order.version !== latest?.version) looks = 0;
          latest = order;
          this.listener.onOrder(order);
        }
        if (signal.aborted) return;
        const pause: number | null = latest === null ? null : nextLookMs(latest, looks);
        this.#isFollowing = false;
        this.listener.onConnection('rest');
        if (pause === null) return;
        await sleep(pause, signal);
        this.#isFollowing = true;
      }
    } catch (error) {
      // An aborted run rejects with its signal's reason: it was replaced or stopped.
      if (signal.aborted) return;
      this.#isFollowing = false;
      this.listener.onRefusal(error);
    }
  }

  async #glance(signal: AbortSignal): Promise<void> {
    let looks = 0;
    let latest: Order | null = null;
    try {
      for (;;) {
        const pause: number | null = latest === null ? FIRST_MS : nextLookMs(latest, looks++);
        if (pause === null) return;
        await sleep(pause, signal);
        // The first one is the order as it is.
        for await (const order of this.#orders(signal)) {
          latest = order;
          this.listener.onOrder(order);
          break;
        }
      }
    } catch {
      // Shown again, the page reads it and names the trouble.
    }
  }

  /** Watched until it is final: a payment may come after the order is settled. */
  #orders(signal: AbortSignal): AsyncIterableIterator<Order> {
    return this.api.watchOrder(this.merchantOrderNo, {
      clientSecret: this.clientSecret(),
      since: null,
      until: 'final',
      signal,
      onConnection: (connection) => {
        if (!signal.aborted) this.listener.onConnection(connection);
      },
    });
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new Error('looked again'));
      },
      { once: true },
    );
  });
}
