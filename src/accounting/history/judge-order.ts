import { foldTrades } from '../../orders/model/fold.js';
import type {
  OpenMismatch,
  OrderEvent,
  OrderRow,
  ResolvedMismatch,
  TradeBelief,
} from '../../orders/model/order.types.js';
import { verifyHistory } from '../../orders/decisions/verify-history.js';
import { sealTools, stateFault } from '../../orders/decisions/state-seal.js';
import type { Verify } from '../../orders/decisions/state-seal.js';
import type { Reseal } from '../../orders/decisions/verify-history.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';

/** An entry of the history as one look at the database saw it. */
export type StoredEvent = OrderEvent & {
  /** Its time has whole milliseconds, as every sealed time has; what is finer than them no HMAC covers. */
  readonly isWholeTime: boolean;
};

/** What is stored under one order's number, seen at one moment. */
export interface StoredOrder {
  readonly merchantOrderNo: string;
  /** null: there are entries, and no order. */
  readonly order: OrderRow | null;
  readonly trades: readonly TradeBelief[];
  readonly openMismatches: readonly OpenMismatch[];
  readonly resolvedMismatches: readonly ResolvedMismatch[];
  /** In the order of their numbers. */
  readonly events: readonly StoredEvent[];
}

export interface Fault {
  readonly merchantOrderNo: string;
  /** The number of the entry; null: it is about the whole order. */
  readonly entry: number | null;
  readonly reason: string;
}

/** What makes the HMACs of an order again, and compares them. */
export interface HistoryKeys {
  readonly reseal: Reseal;
  readonly verifyState: Verify;
}

/** `missing` is told of each key that something names and that is not there. */
export function historyKeys(ring: KeyRing, missing: (keyId: string) => void): HistoryKeys {
  const noting = <Result>(keyId: string, result: Result): Result => {
    if (result === null) missing(keyId);
    return result;
  };
  const { verify } = sealTools(ring);
  return {
    reseal: (text, keyId) => noting(keyId, ring.mac('history', text, keyId)),
    verifyState: (text, keyId, mac) => noting(keyId, verify(text, keyId, mac)),
  };
}

/** Everything that does not fit about one order; an empty list: all is well. Never throws, whatever is stored. */
export function judgeOrder(stored: StoredOrder, { reseal, verifyState }: HistoryKeys): Fault[] {
  const { merchantOrderNo, order, events } = stored;
  const fault = (reason: string, entry: number | null = null): Fault => ({ merchantOrderNo, entry, reason });
  if (order === null) return [fault(`there is no such order, and ${events.length} entries of it are there`)];
  try {
    return [
      ...(events.length === 0 ? [fault('there is no history')] : []),
      ...(events.length === 0 ? [] : verifyHistory(order, events, reseal)).map(({ detail, seq }) => fault(detail, seq)),
      ...events.filter((event) => !event.isWholeTime).map(({ seq }) => fault('its time was altered', seq)),
      ...beliefFaults(stored, order).map((reason) => fault(reason)),
      ...stateFaults(stored, order, verifyState).map((reason) => fault(reason)),
    ];
  } catch (error) {
    // A value that our code never writes, such as an infinite time: one strange row must not hide the others.
    return [fault(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`)];
  }
}

/** The order's own fields follow from its trades, its mismatches and the changes that its history tells of. */
function beliefFaults({ trades, openMismatches, events }: StoredOrder, order: OrderRow): string[] {
  const faults: string[] = [];
  if (trades.length === 0) faults.push('there is no trade');
  else {
    const folded = foldTrades(trades);
    if (order.status !== folded.status) {
      faults.push(`its status is ${order.status}, and its trades make it ${folded.status}`);
    }
    if (order.failureCode !== folded.failureCode) {
      faults.push(
        `its failure code is ${order.failureCode ?? 'none'}, and its trades make it ${folded.failureCode ?? 'none'}`,
      );
    }
  }
  if (order.inReview !== openMismatches.length > 0) {
    faults.push(
      `it is ${order.inReview ? '' : 'not '}in review, and ${openMismatches.length} of its mismatches are open`,
    );
  }
  // Each change adds one to the version and at least one entry, and dates all its entries alike.
  const fewest = new Set(events.map(({ at }) => at.getTime())).size;
  if (events.length > 0 && (order.version < fewest || order.version > events.length)) {
    faults.push(`its version is ${order.version}, and its history tells of ${fewest} to ${events.length} changes`);
  }
  return faults;
}

/** What is told of the order is what was sealed with its newest change. */
function stateFaults(stored: StoredOrder, order: OrderRow, verify: Verify): string[] {
  const reason = stored.trades.length === 0 ? null : stateFault({ ...stored, order }, verify);
  return reason === null ? [] : [reason];
}
