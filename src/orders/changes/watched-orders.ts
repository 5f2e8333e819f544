import { leadingTrade } from '../model/fold.js';
import type { OrderState } from '../model/order.types.js';
import type { ChangedOrder } from './order-changes.js';

export interface Watcher {
  /** Receives the order as just read; never older than the previous one. */
  offer(state: OrderState): void;
}

/** Shows whether an order changed: its version, and fields that change without one. */
export interface OrderMark {
  readonly merchantOrderNo: string;
  readonly version: number;
  readonly isRevoked: boolean;
  /** A trade is being created, or is due to be. */
  readonly isDriven: boolean;
}

interface Entry {
  readonly watchers: Set<Watcher>;
  seen: OrderMark | null;
  tradeNo: string | null;
}

/**
 * The orders followed in this process, their known state, and which must be read. Followers of one order share a read;
 * a change of an order that is not followed costs one map lookup.
 */
export class WatchedOrders {
  readonly #entries = new Map<string, Entry>();
  readonly #due = new Set<string>();

  get size(): number {
    return this.#entries.size;
  }

  numbers(): string[] {
    return [...this.#entries.keys()];
  }

  tradeNos(): string[] {
    return [...this.#entries.values()].flatMap(({ tradeNo }) => tradeNo ?? []);
  }

  /** Read the order after joining and deliver it, so that no change is missed. Returns a function that leaves. */
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

  /** Notes that an order may have changed. Returns whether it must be read. */
  hint({ merchantOrderNo, version }: ChangedOrder): boolean {
    const entry = this.#entries.get(merchantOrderNo);
    if (entry === undefined) return false;
    if (version !== null && entry.seen !== null && entry.seen.version >= version) return false;
    this.#due.add(merchantOrderNo);
    return true;
  }

  /** Compares stored marks with the known ones; orders that differ become due. */
  compare(marks: readonly OrderMark[]): void {
    for (const mark of marks) {
      const seen = this.#entries.get(mark.merchantOrderNo)?.seen ?? null;
      if (seen === null || !covers(seen, mark)) this.hint({ merchantOrderNo: mark.merchantOrderNo, version: null });
    }
  }

  /** Takes the orders to read. Put them back if reading fails. */
  takeDue(): string[] {
    const taken = [...this.#due];
    this.#due.clear();
    return taken;
  }

  putBack(numbers: readonly string[]): void {
    for (const number of numbers) if (this.#entries.has(number)) this.#due.add(number);
  }

  /** Offers orders to their watchers. An older state that arrives late is dropped. */
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

function covers(seen: OrderMark, mark: OrderMark): boolean {
  return seen.version >= mark.version && seen.isRevoked === mark.isRevoked && seen.isDriven === mark.isDriven;
}
