import { leadingTrade } from '../../orders/model/fold.js';
import type { OrderState } from '../../orders/model/order.types.js';
import type { ChangedOrder } from '../../orders/write/order-changes.js';

export interface Watcher {
  /** Receives the order as just read; never older than the previous one of the same epoch. */
  offer(state: OrderState): void;
  /** Commits were lost, perhaps those of the states offered so far. */
  renew(): void;
}

/** Shows whether an order changed: its version, and fields that change without one. */
export interface OrderMark {
  readonly merchantOrderNo: string;
  readonly version: number;
  /** Of the client secret, in hexadecimal. */
  readonly salt: string | null;
  /** A trade is being created, or is due to be. */
  readonly isAttempting: boolean;
}

interface WatchedOrder {
  readonly watchers: Set<Watcher>;
  seen: OrderMark | null;
  tradeNo: string | null;
}

/** Followers of one order share a read; a change of an order that is not followed costs one map lookup. */
export class WatchedOrders {
  readonly #orders = new Map<string, WatchedOrder>();
  readonly #due = new Set<string>();

  get size(): number {
    return this.#orders.size;
  }

  numbers(): string[] {
    return [...this.#orders.keys()];
  }

  tradeNos(): string[] {
    return [...this.#orders.values()].flatMap(({ tradeNo }) => tradeNo ?? []);
  }

  /** Returns a function that leaves, safe to call twice. */
  join(merchantOrderNo: string, watcher: Watcher): () => void {
    const entry = this.#orders.get(merchantOrderNo) ?? { watchers: new Set(), seen: null, tradeNo: null };
    this.#orders.set(merchantOrderNo, entry);
    entry.watchers.add(watcher);
    return () => {
      entry.watchers.delete(watcher);
      if (entry.watchers.size > 0 || this.#orders.get(merchantOrderNo) !== entry) return;
      this.#orders.delete(merchantOrderNo);
      this.#due.delete(merchantOrderNo);
    };
  }

  /** Returns whether the order must be read. */
  noteChange({ merchantOrderNo, version }: ChangedOrder): boolean {
    const entry = this.#orders.get(merchantOrderNo);
    if (entry === undefined) return false;
    if (version !== null && entry.seen !== null && entry.seen.version >= version) return false;
    this.#due.add(merchantOrderNo);
    return true;
  }

  /** Compares stored marks with the known ones; orders that differ become due. */
  compare(marks: readonly OrderMark[]): void {
    for (const mark of marks) {
      const seen = this.#orders.get(mark.merchantOrderNo)?.seen ?? null;
      if (seen === null || !covers(seen, mark))
        this.noteChange({ merchantOrderNo: mark.merchantOrderNo, version: null });
    }
  }

  /** Another epoch: later versions than the stored ones may be remembered. All orders become due. */
  renew(): void {
    for (const [merchantOrderNo, entry] of this.#orders) {
      entry.seen = null;
      this.#due.add(merchantOrderNo);
      for (const watcher of entry.watchers) watcher.renew();
    }
  }

  takeDue(): string[] {
    const taken = [...this.#due];
    this.#due.clear();
    return taken;
  }

  putBack(numbers: readonly string[]): void {
    for (const number of numbers) if (this.#orders.has(number)) this.#due.add(number);
  }

  /** Whether a later version of one of them is known: the read was overtaken, or commits were lost. */
  knowsLater(states: readonly OrderState[]): boolean {
    return states.some(({ order }) => (this.#orders.get(order.merchantOrderNo)?.seen?.version ?? 0) > order.version);
  }

  /** Offers orders to their watchers. An older state that arrives late is dropped. */
  deliver(states: readonly OrderState[]): void {
    for (const state of states) {
      const { merchantOrderNo, version, secretSalt, attemptUntil } = state.order;
      const entry = this.#orders.get(merchantOrderNo);
      if (entry === undefined || (entry.seen !== null && entry.seen.version > version)) continue;
      const salt = secretSalt?.toString('hex') ?? null;
      entry.seen = { merchantOrderNo, version, salt, isAttempting: attemptUntil !== null };
      entry.tradeNo = leadingTrade(state.trades).tradeNo;
      for (const watcher of entry.watchers) watcher.offer(state);
    }
  }
}

function covers(seen: OrderMark, mark: OrderMark): boolean {
  return seen.version >= mark.version && seen.salt === mark.salt && seen.isAttempting === mark.isAttempting;
}
