import type { Connection, Order, RampCheckout } from '../../../../client/src/index.js';
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

  constructor(
    private readonly api: Pick<RampCheckout, 'watchOrder'>,
    private readonly merchantOrderNo: string,
    private readonly clientSecret: () => string | null,
    private readonly listener: WatchListener,
  ) {}

  /**
   * Begins, or begins anew: after sleep, with the network back, when an answer is suspected to be old. The order is told again
   * even if nothing changed, since a payment link ends by the clock alone.
   */
  lookAgain(): void {
    this.#run.abort();
    this.#run = new AbortController();
    void this.#watch(this.#run.signal);
  }

  stop(): void {
    this.#run.abort();
  }

  async #watch(signal: AbortSignal): Promise<void> {
    let since: Order | null = null;
    try {
      for (let looks = 0; ; looks++) {
        for await (const order of this.#orders(since, signal)) {
          if (signal.aborted) return;
          since = order;
          looks = 0;
          this.listener.onOrder(order);
        }
        if (signal.aborted) return;
        const pause: number | null = since === null ? null : nextLookMs(since, looks);
        this.listener.onConnection('rest');
        if (pause === null) return;
        await sleep(pause, signal);
      }
    } catch (error) {
      // An aborted run fails with its signal's reason: somebody else goes on.
      if (!signal.aborted) this.listener.onRefusal(error);
    }
  }

  #orders(since: Order | null, signal: AbortSignal): AsyncIterableIterator<Order> {
    return this.api.watchOrder(this.merchantOrderNo, {
      clientSecret: this.clientSecret(),
      since,
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
