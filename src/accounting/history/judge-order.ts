import { foldTrades } from '../../orders/model/fold.js';
import type {
  OpenMismatch,
  OrderEvent,
  OrderRow,
  ResolvedMismatch,
  TradeState,
} from '../../orders/model/order.types.js';
import { verifyHistory } from '../../orders/decisions/history.js';
import { isDigestOf, ownerOf } from '../../orders/decisions/proofs.js';
import { replay } from '../../orders/decisions/replay.js';
import { sealTools, stateFault } from '../../orders/decisions/state-seal.js';
import type { Verify } from '../../orders/decisions/state-seal.js';
import type { RecomputeMac } from '../../orders/decisions/history.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { digestUnder } from '../../platform/redaction/for-history.js';
import type { DigestUnder } from '../../platform/redaction/for-history.js';
import { canonicalJson } from '../../platform/text/stored-json.js';

export type StoredEvent = OrderEvent & {
  /** Sealed times have whole milliseconds; the HMAC does not cover smaller units. */
  readonly isWholeTime: boolean;
};

/** Everything stored under one order number, in one snapshot. */
export interface StoredOrder {
  readonly merchantOrderNo: string;
  /** null: there are entries without an order. */
  readonly order: OrderRow | null;
  readonly trades: readonly TradeState[];
  readonly openMismatches: readonly OpenMismatch[];
  readonly resolvedMismatches: readonly ResolvedMismatch[];
  readonly events: readonly StoredEvent[];
}

export interface Fault {
  readonly merchantOrderNo: string;
  /** The entry's `seq`; null: the fault concerns the whole order. */
  readonly entry: number | null;
  readonly reason: string;
}

export interface HistoryKeys {
  readonly reseal: RecomputeMac;
  readonly digest: DigestUnder;
  readonly verifyState: Verify;
}

/** `missing` gets each key id that is named but does not exist. */
export function historyKeys(ring: KeyRing, missing: (keyId: string) => void): HistoryKeys {
  const noting = <Result>(keyId: string, result: Result): Result => {
    if (result === null) missing(keyId);
    return result;
  };
  const { verify } = sealTools(ring);
  return {
    reseal: (text, keyId) => noting(keyId, ring.mac('history', text, keyId)),
    digest: digestUnder(ring),
    verifyState: (text, keyId, mac) => noting(keyId, verify(text, keyId, mac)),
  };
}

/** Never throws, not even for malformed rows. */
export function judgeOrder(stored: StoredOrder, { reseal, digest, verifyState }: HistoryKeys): Fault[] {
  const { merchantOrderNo, order, events } = stored;
  const fault = (reason: string, entry: number | null = null): Fault => ({ merchantOrderNo, entry, reason });
  if (order === null) return [fault(`there is no such order, and ${events.length} entries of it are there`)];
  try {
    const ofEntries = verifyHistory(order, events, reseal);
    return [
      ...(events.length === 0 ? [fault('there is no history')] : []),
      ...(events.length === 0 ? [] : ofEntries).map(({ detail, seq }) => fault(detail, seq)),
      ...(ofEntries.length === 0 ? historyFaults(stored, order, digest) : []).map((reason) => fault(reason)),
      ...events.filter((event) => !event.isWholeTime).map(({ seq }) => fault('its time was altered', seq)),
      ...beliefFaults(stored, order).map((reason) => fault(reason)),
      ...stateFaults(stored, order, verifyState).map((reason) => fault(reason)),
    ];
  } catch (error) {
    // A value that the service never writes, such as an infinite time. One odd row must not hide the others.
    return [fault(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`)];
  }
}

/** The order's fields must follow from its trades, mismatches and history. */
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
  // Each change raises the version by one and adds one or more entries with the same date.
  const fewest = new Set(events.map(({ at }) => at.getTime())).size;
  if (events.length > 0 && (order.version < fewest || order.version > events.length)) {
    faults.push(`its version is ${order.version}, and its history tells of ${fewest} to ${events.length} changes`);
  }
  return faults;
}

/** Trades and owner must be those of the entries: a seal alone says nothing once it was made of altered rows. */
function historyFaults({ trades, events }: StoredOrder, order: OrderRow, digest: DigestUnder): string[] {
  const told = new Map(replay(events).trades.map((trade) => [trade.tradeNo, trade]));
  const faults = trades.flatMap(({ tradeNo, status, payUrl }) => {
    const said = told.get(tradeNo);
    told.delete(tradeNo);
    if (said === undefined) return [`no entry makes its trade ${tradeNo}`];
    const { page } = said;
    const isPage = payUrl === null || page === undefined || (page !== null && isDigestOf(page, payUrl, digest));
    return [
      ...(status === said.status ? [] : [`its trade ${tradeNo} is ${status}, and its history makes it ${said.status}`]),
      ...(isPage ? [] : [`the page of its trade ${tradeNo} is not the one of its history`]),
    ];
  });
  const { isDenied } = ownerOf(order, events, digest);
  return [
    ...faults,
    ...[...told.keys()].map((tradeNo) => `its trade ${tradeNo} is gone`),
    ...(isDenied ? ['it belongs to another caller or customer than its history says'] : []),
  ];
}

function stateFaults(stored: StoredOrder, order: OrderRow, verify: Verify): string[] {
  const reason = stored.trades.length === 0 ? null : stateFault({ ...stored, order }, verify);
  return reason === null ? [] : [reason];
}

export interface RemovedOrder {
  /** In lower case: numbers are compared without case. */
  readonly merchantOrderNo: string;
  readonly times: readonly Date[];
  readonly macs: readonly Buffer[];
  readonly keyId: string;
  readonly seal: Buffer;
}

/** The text that the seal covers. It keeps a manual deletion from passing for a removal. */
export function removalText({ merchantOrderNo, times, macs }: Omit<RemovedOrder, 'keyId' | 'seal'>): string {
  const entries = macs.map((mac, at) => [times[at]?.toISOString() ?? null, mac.toString('hex')]);
  return canonicalJson(['removed', merchantOrderNo.toLowerCase(), entries]);
}
