import type { Connection, Order, RampCheckout } from '#client/src/index.js';
import { nextLookMs } from './next-look.js';

export interface WatchListener {
  onOrder(order: Order): void;
  onConnection(connection: Connection | 'rest'): void;
  /** What waiting does not mend; nothing more comes until `lookAgain`. */
  onRefusal(error: unknown): void;
}

/** Keeps asking about one order for as long as anything can come of it. */
export class OrderWatch {
  #run = new AbortController();
  /** The client's watch runs, which wakes by itself. */
  #isFollowing = false;

  constructor(
    private readonly api: Pick<RampCheckout, 'watchOrder'>,
    private readonly merchantOrderNo: string,
    private readonly clientSecret: () => string | null,
    private readonly listener: WatchListener,
  ) {}

  /**
   * Begins, or begins anew: when an answer, or the connection, is suspected to be old. The order is told again even if nothing
   * changed, since a payment link ends by the clock alone.
   */
  lookAgain(): void {
    this.#run.abort();
    this.#run = new AbortController();
    this.#isFollowing = true;
    void this.#watch(this.#run.signal);
  }

  /** After sleep, or with the network back: asks at once, unless the client does so anyway. */
  wake(): void {
    if (!this.#isFollowing) this.lookAgain();
  }

  stop(): void {
    this.#run.abort();
  }

  async #watch(signal: AbortSignal): Promise<void> {
    let known: Order | null = null;
    try {
      for (let looks = 0; ; looks++) {
        for await (const order of this.#orders(signal)) {
          if (signal.aborted) return;
          if (order.version !== known?.version) looks = 0;
          known = order;
          this.listener.onOrder(order);
        }
        if (signal.aborted) return;
        const pause: number | null = known === null ? null : nextLookMs(known, looks);
        this.#isFollowing = false;
        this.listener.onConnection('rest');
        if (pause === null) return;
        await sleep(pause, signal);
        this.#isFollowing = true;
      }
    } catch (error) {
      // An aborted run fails with its signal's reason: somebody else goes on.
      if (signal.aborted) return;
      this.#isFollowing = false;
      this.listener.onRefusal(error);
    }
  }

  /** Reads the order once if it is settled, which also makes the service ask the provider; else goes on until it is. */
  #orders(signal: AbortSignal): AsyncIterableIterator<Order> {
    return this.api.watchOrder(this.merchantOrderNo, {
      clientSecret: this.clientSecret(),
      since: null,
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
