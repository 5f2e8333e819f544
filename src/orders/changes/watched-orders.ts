import { leadingTrade } from '../model/fold.js';
import type { OrderState } from '../model/order.types.js';
import type { ChangedOrder } from './order-changes.js';

/** Somebody who follows an order. */
export interface Watcher {
  /** The order as it was read just now; never older than what was given before. */
  offer(state: OrderState): void;
}

/** By what it shows that an order is not as it was: its version, and what may change without one. */
export interface OrderMark {
  readonly merchantOrderNo: string;
  readonly version: number;
  /** Are its client secrets revoked? */
  readonly isRevoked: boolean;
  /** Somebody is making a trade of it, or is to. */
  readonly isDriven: boolean;
}

interface Entry {
  readonly watchers: Set<Watcher>;
  seen: OrderMark | null;
  /** The trade that speaks for the order. */
  tradeNo: string | null;
}

/**
 * The orders that somebody in this process follows, what is known of them, and which of them have to be read. However many
 * follow an order, it is read once; what is told of an order that nobody follows costs one look into a table.
 */
export class WatchedOrders {
  readonly #entries = new Map<string, Entry>();
  readonly #due = new Set<string>();

  /** How many orders are followed. */
  get size(): number {
    return this.#entries.size;
  }

  numbers(): string[] {
    return [...this.#entries.keys()];
  }

  /** The trades that speak for them. */
  tradeNos(): string[] {
    return [...this.#entries.values()].flatMap(({ tradeNo }) => tradeNo ?? []);
  }

  /** Whoever joins reads the order afterwards, and delivers it: so no change falls between the two. Gives how to leave. */
  join(merchantOrderNo: string, watcher: Watcher): () => void {
    const entry = this.#entries.get(merchantOrderNo) ?? { watchers: new Set(), seen: null, tradeNo: null };
    this.#entries.set(merchantOrderNo, entry);
    entry.watchers.add(watcher);
    return () => {
      entry.watchers.delete(watcher);
      if (entry.watchers.size > 0 || this.#entries.get(merchantOrderNo) !== entry) return;
      this.#entries.delete(merchantOrderNo);
      this.#due.delete(merchantOrderNo);
    };
  }

  /** Somebody says that an order changed. Gives whether it has to be read. */
  hint({ merchantOrderNo, version }: ChangedOrder): boolean {
    const entry = this.#entries.get(merchantOrderNo);
    if (entry === undefined) return false;
    if (version !== null && entry.seen !== null && entry.seen.version >= version) return false;
    this.#due.add(merchantOrderNo);
    return true;
  }

  /** What a look at the rows has shown: those that are not as they are known have to be read. */
  compare(marks: readonly OrderMark[]): void {
    for (const mark of marks) {
      const seen = this.#entries.get(mark.merchantOrderNo)?.seen ?? null;
      if (seen === null || !covers(seen, mark)) this.hint({ merchantOrderNo: mark.merchantOrderNo, version: null });
    }
  }

  /** Orders that have to be read; they count as read, unless they are put back. */
  takeDue(): string[] {
    const taken = [...this.#due];
    this.#due.clear();
    return taken;
  }

  putBack(numbers: readonly string[]): void {
    for (const number of numbers) if (this.#entries.has(number)) this.#due.add(number);
  }

  /** Orders as they were read, by whomever. An older reading that comes late is dropped. */
  deliver(states: readonly OrderState[]): void {
    for (const state of states) {
      const { merchantOrderNo, version, secretSalt, driveUntil } = state.order;
      const entry = this.#entries.get(merchantOrderNo);
      if (entry === undefined || (entry.seen !== null && entry.seen.version > version)) continue;
      entry.seen = { merchantOrderNo, version, isRevoked: secretSalt === null, isDriven: driveUntil !== null };
      entry.tradeNo = leadingTrade(state.trades).tradeNo;
      for (const watcher of entry.watchers) watcher.offer(state);
    }
  }
}

/** Is all that `mark` shows known already? */
function covers(seen: OrderMark, mark: OrderMark): boolean {
  return seen.version >= mark.version && seen.isRevoked === mark.isRevoked && seen.isDriven === mark.isDriven;
}
