import { allTerms, termOf } from '../../platform/terms/order-terms.js';
import type { TermName } from '../../platform/terms/order-terms.js';
import { ERASED } from '../../platform/redaction/forms.js';
import { isPersonalField } from '../../platform/redaction/for-history.js';
import type { DigestUnder, PersonalValues } from '../../platform/redaction/for-history.js';
import { currentTrade, foldTrades } from '../model/fold.js';
import type { FiledMismatch, OrderFile } from '../model/order-file.types.js';
import type { ObservedMismatch, OrderRow, OrderState, TradeRow } from '../model/order.types.js';
import { URLS } from './new-order.js';
import { verifyHistory } from './history.js';
import type { RecomputeMac } from './history.js';
import { resolvedBy } from './mismatches.js';
import { UNWATCHED } from './new-order.js';
import { NO_DECISION } from './order-change.js';
import type { Decision } from './order-change.js';
import { NO_SECRET } from './order-end.js';
import { isSaid, ownerOf } from './proofs.js';
import { replay } from './replay.js';
import type { ReplayedMismatch, ReplayedTrade } from './replay.js';
import { alteration } from './state-seal.js';
import type { Verify } from './state-seal.js';

export interface RebuildTools {
  readonly reseal: RecomputeMac;
  readonly verifyState: Verify;
  readonly digest: DigestUnder;
}

/** The order as its history tells it. The decision is to be written over the rows as they are. */
export interface Rebuilt {
  readonly state: OrderState;
  readonly decision: Decision;
}

/**
 * Nothing is taken from an altered row but what an HMAC, a digest or a cipher of the service covers: see
 * docs/security/rebuilt-orders.md. `unproven`: why the history does not prove what a row needs; null: the rows fit.
 */
export function decideRebuilt(
  file: OrderFile,
  staff: string,
  note: string,
  { reseal, verifyState, digest }: RebuildTools,
): Rebuilt | { readonly unproven: string | null } {
  const { order, events, mismatches: rows, now } = file;
  const stored = {
    openMismatches: rows.filter(({ resolvedAt }) => resolvedAt === null),
    resolvedMismatches: rows.filter(isResolvedByStaff),
  };
  if (alteration({ ...file, ...stored }, events.length, verifyState) === null) return { unproven: null };
  const [fault] = verifyHistory(order, events, reseal);
  const [first, last] = [events[0], events.at(-1)];
  if (fault !== undefined || first === undefined || last === undefined)
    return { unproven: `its history does not verify (${fault?.detail ?? 'it is empty'})` };
  const { caller, customerId, isProven } = ownerOf(order, events, digest);
  if (!isProven) return { unproven: 'its history does not prove whose it is' };
  const told = replay(events);
  const isErased = told.erasedAt !== null;
  const known = file.trades.map(({ asked }) => allTerms(asked));
  const trades: TradeRow[] = [];
  for (const trade of told.trades) {
    const row = file.trades.find(
      ({ tradeNo, n, side }) => tradeNo === trade.tradeNo && n === trade.n && side === trade.side,
    );
    if (row === undefined || !areTermsTold(trade, row, isErased, known, digest))
      return { unproven: `the terms of its trade ${trade.tradeNo} are not those of its history` };
    trades.push(rebuiltTrade(trade, row, now));
  }
  if (trades.length !== file.trades.length) return { unproven: 'it has a trade that is not in its history' };

  const isTold = (row: FiledMismatch, said: readonly ReplayedMismatch[]): boolean =>
    said.some((one) => isSameDifference(one, row) && areTextsTold(one, row, isErased, known, digest));
  const kept = stored.openMismatches.filter((row) => isTold(row, told.open));
  const isReplaced = (row: FiledMismatch): boolean => told.open.some((one) => isSameDifference(one, row));
  // One that only the rows have ends as if by an answer: staff's word would hide the difference for good.
  const untold = rows.filter((row) =>
    row.resolvedAt === null
      ? row.kind !== 'state' && !isReplaced(row)
      : isResolvedByStaff(row) && row.kind !== 'state' && !isTold(row, told.resolvedByStaff),
  );
  const ofState = stored.openMismatches.filter(({ kind }) => kind === 'state');

  const current = currentTrade(trades);
  const begun = current.status === 'CREATING' && !current.superseded ? [current] : [];
  const ended = trades.map((trade) => (begun.includes(trade) ? givenUp(trade, now) : trade));
  const rebuilt: OrderRow = {
    merchantOrderNo: order.merchantOrderNo,
    side: current.side,
    caller,
    guestBlock: null,
    customerId,
    customerEmail: order.customerEmail,
    customerEmailKeyId: order.customerEmailKeyId,
    customerEmailDigest: order.customerEmailDigest,
    addressKey: null,
    metadata: {},
    ...foldTrades(ended),
    inReview: true,
    announcedStatus: told.announcedStatus,
    // No reader has a greater one: each change added an entry.
    version: events.length,
    eventCount: order.eventCount,
    lastEventMac: order.lastEventMac,
    ...NO_SECRET,
    firstTradeOfRequest: current.n,
    attemptLease: null,
    attemptUntil: null,
    attemptPatienceUntil: null,
    createdAt: first.at,
    updatedAt: last.at,
    erasedAt: told.erasedAt,
    // Retention keeps what the law says now, or erases it.
    keptUntil: isErased ? now : null,
    stateMac: null,
    stateKeyId: null,
  };
  return {
    state: {
      order: rebuilt,
      trades: ended,
      openMismatches: [...kept, ...untold, ...ofState],
      resolvedMismatches: stored.resolvedMismatches.filter((row) => !untold.includes(row)),
      now,
    },
    decision: {
      ...NO_DECISION,
      updated: ended.map((trade) => ({ trade, schedules: true, leaseId: null })),
      drafts: [
        { tradeNo: null, kind: 'rebuilt', data: {} },
        ...begun.map(({ tradeNo }) => ({ tradeNo, kind: 'given_up' as const, data: {} })),
      ],
      opened: told.open.filter((one) => !kept.some((row) => isSameDifference(one, row))),
      resolved: [
        ...untold.map((row) => resolvedBy(row, 'provider', null)),
        ...ofState.map((row) => resolvedBy(row, `staff:${staff}`, note)),
      ],
      attemptLease: order.attemptLease,
    },
  };
}

function rebuiltTrade({ askedKeyId: _key, page: _page, ...told }: ReplayedTrade, row: TradeRow, now: Date): TradeRow {
  return {
    ...told,
    merchantOrderNo: row.merchantOrderNo,
    asked: told.side === 'BUY' ? row.asked : told.asked,
    payUrl: null,
    lastSeen: row.lastSeen,
    payeeSealed: row.payeeSealed,
    payeeKeyId: row.payeeKeyId,
    payeeEmailDigest: row.payeeEmailDigest,
    updatedAt: now,
    ...UNWATCHED,
    understood: false,
    watchClass: 'waiting',
    nextQueryAt: now,
  };
}

/** No further trade of a rebuilt order is made: nothing goes on with one that is not created yet. */
const givenUp = (trade: TradeRow, now: Date): TradeRow => ({
  ...trade,
  superseded: true,
  givenUpAt: now,
  outcome: trade.outcome === 'in_flight' || trade.outcome === 'not_sent' ? 'unknown' : trade.outcome,
});

/** Without URLs, which the history has not. A sale has only terms that the provider states. */
function areTermsTold(
  { side, asked, askedKeyId }: ReplayedTrade,
  row: TradeRow,
  isErased: boolean,
  known: readonly PersonalValues[],
  digest: DigestUnder,
): boolean {
  const isGone = (name: string): boolean => {
    const value = row.asked?.[name as TermName] ?? ERASED;
    return URLS.has(name) || (isErased && value === ERASED && termOf(name as TermName).kind !== 'deal');
  };
  const left = (terms: object | null) => ({
    asked: Object.fromEntries(Object.entries(terms ?? {}).filter(([name]) => !isGone(name))),
  });
  return side === 'SELL' || isSaid(left(asked), left(row.asked), known, askedKeyId, digest);
}

const isResolvedByStaff = ({ resolvedBy: by }: FiledMismatch): boolean => by !== null && by !== 'provider';

const isSameDifference = (one: ObservedMismatch, row: ObservedMismatch): boolean =>
  one.tradeNo === row.tradeNo && one.kind === row.kind && one.field === row.field;

/** An erasure takes the texts of personal fields. */
function areTextsTold(
  one: ReplayedMismatch,
  row: ObservedMismatch,
  isErased: boolean,
  known: readonly PersonalValues[],
  digest: DigestUnder,
): boolean {
  const textsOf = ({ field, asked, seen }: ObservedMismatch) => ({ field, asked, seen });
  const isGone = isErased && (isPersonalField(row.field) || row.field.startsWith('payee.'));
  const said =
    isGone && row.asked === null && row.seen === null ? { field: row.field, asked: null, seen: null } : textsOf(one);
  return isSaid(said, textsOf(row), known, one.keyId, digest);
}
