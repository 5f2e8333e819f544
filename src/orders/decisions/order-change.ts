import { canonicalJson } from '../../platform/text/stored-json.js';
import { allTerms } from '../../platform/terms/order-terms.js';
import { chainEvents } from './history.js';
import type { Seal } from './history.js';
import { announcedAfter, announcementsOf } from './announcements.js';
import type { Announcement } from '../model/announcement.types.js';
import { addressKeyOf, currentTrade, foldTrades } from '../model/fold.js';
import { resolvedBy } from './mismatches.js';
import type { Resolution } from './mismatches.js';
import { redacted } from '../../platform/redaction/for-history.js';
import type { PayeeTools } from './payee.js';
import { withProofs } from './proofs.js';
import type { Digest } from '../../platform/redaction/for-history.js';
import { OF_ORDER, sealOf } from './state-seal.js';
import type { SealTools } from './state-seal.js';
import { isCompletedOrRefunded, isPaid } from '../model/order-status.js';
import type {
  Cause,
  EventDraft,
  ObservedMismatch,
  OrderEvent,
  OrderRow,
  OrderState,
  TradeRow,
  OpenMismatch,
} from '../model/order.types.js';

interface TradeUpdate {
  readonly trade: TradeRow;
  /** False: keep the stored schedule. */
  readonly schedules: boolean;
  /** The change holds only under this lease of the query, and ends it. */
  readonly leaseId: string | null;
}

interface WrittenUpdate extends TradeUpdate {
  /** Changed properties; the newest record is compared by content. All properties on erasure. */
  readonly changed: readonly string[];
}

export interface Decision {
  readonly updated: readonly TradeUpdate[];
  readonly added: readonly TradeRow[];
  /** Without one the version stays. */
  readonly drafts: readonly EventDraft[];
  readonly opened: readonly ObservedMismatch[];
  readonly resolved: readonly Resolution[];
  /** Masked; stored with mismatches that this decision opens. */
  readonly evidence: unknown;
  /** Order fields that do not follow from its trades: customer, lease. */
  readonly order: Partial<OrderRow>;
  /** The lease that the decision needs. */
  readonly attemptLease: string | null;
  readonly erases: boolean;
}

export const NO_DECISION: Decision = {
  updated: [],
  added: [],
  drafts: [],
  opened: [],
  resolved: [],
  evidence: null,
  order: {},
  attemptLease: null,
  erases: false,
};

/** A complete change of one order; holds only while the row is at `expectedVersion`. */
export interface OrderChange {
  readonly expectedVersion: number;
  /** The seal as read, since writes without a version change the seal too. */
  readonly expectedMac: Buffer | null;
  readonly changed: boolean;
  readonly order: OrderRow;
  /** Changed order properties. All of them on erasure, to overwrite concurrent writes too. */
  readonly changedOfOrder: readonly string[];
  readonly updated: readonly WrittenUpdate[];
  readonly added: readonly TradeRow[];
  readonly events: readonly OrderEvent[];
  readonly opened: readonly (ObservedMismatch & { readonly id: string })[];
  readonly resolved: readonly Pick<Resolution, 'id' | 'by' | 'note'>[];
  /** First-known slippages of this change, in per cent. */
  readonly slippages: readonly string[];
  readonly announcements: readonly Announcement[];
  readonly attemptLease: string | null;
  readonly erases: boolean;
}

export interface ChangeTools {
  readonly seal: Seal;
  readonly digest: Digest;
  readonly states: SealTools;
  readonly payees: PayeeTools;
  readonly newId: () => string;
}

export function concludeChange(state: OrderState, decision: Decision, cause: Cause, tools: ChangeTools): OrderChange {
  const { isAltered = false } = state;
  const trades = tradesAfter(state.trades, decision);
  // An entry seals the rows as they stand: of an altered order only schedule and newest record are written.
  const opened = isAltered ? [] : [...decision.opened, ...doublePayment(state, trades)];
  const resolved = isAltered ? [] : [...decision.resolved, ...refunds(state, trades, decision)];
  const drafts = isAltered
    ? []
    : [
        ...decision.drafts,
        ...opened.map((mismatch) => openedDraft(mismatch, decision)),
        ...resolved.map(({ draft }) => draft),
        ...closings(state.trades, decision),
      ];
  const { order } = state;
  const personal = trades.map(({ asked }) => allTerms(asked));
  // Evidence and notes may hold personal data, so an erased order gets none.
  const isErased = order.erasedAt !== null;
  const owner = { ...order, ...decision.order };
  const redactedDrafts = drafts.map(({ evidence, ...draft }) =>
    redacted(
      withProofs(evidence === undefined || isErased ? draft : { ...draft, evidence }, owner, trades, tools.digest),
      personal,
      tools.digest,
    ),
  );
  const folded = foldTrades(trades);
  const inReview = state.openMismatches.length + opened.length > resolved.length;
  const isChanged = drafts.length > 0;
  const announced = isChanged ? announcementsOf(order, { ...folded, inReview, opens: opened.length > 0 }) : [];
  const { events, end } = chainEvents(order.merchantOrderNo, order, redactedDrafts, cause, state.now, tools.seal);
  const after = {
    ...order,
    ...decision.order,
    ...end,
    ...folded,
    addressKey: addressKeyOf(currentTrade(trades)),
    inReview,
    announcedStatus: isChanged ? announcedAfter(order, folded.status, inReview) : order.announcedStatus,
    version: order.version + (isChanged ? 1 : 0),
    // Never moves back if the clock does: announcements are ordered by it.
    updatedAt: isChanged && state.now > order.updatedAt ? state.now : order.updatedAt,
  };
  const change: OrderChange = {
    expectedVersion: order.version,
    expectedMac: order.stateMac,
    changed: isChanged || (!isAltered && differences(order, after).some(isCovered)),
    order: after,
    changedOfOrder: [],
    updated: decision.updated.map((update) => {
      const trade = update.schedules ? { ...update.trade, plannedAt: state.now } : update.trade;
      return { ...update, trade, changed: changesOf(trade, decision.erases ? [] : state.trades) };
    }),
    added: decision.added,
    events,
    opened: opened.map((mismatch) => ({ ...mismatch, id: tools.newId() })),
    resolved: isErased ? resolved.map((one) => ({ ...one, note: null })) : resolved,
    slippages: newSlippages(state.trades, decision),
    announcements: announced.map((type) => ({ id: tools.newId(), type })),
    attemptLease: decision.attemptLease,
    erases: decision.erases,
  };
  const seal = change.changed ? sealOf(stateAfter(state, change), tools.states.seal) : {};
  const sealedOrder = { ...after, ...seal };
  const changedOfOrder = decision.erases ? Object.keys(sealedOrder) : differences(order, sealedOrder);
  return { ...change, order: sealedOrder, changedOfOrder };
}

const isCovered = (name: string): boolean => typeof OF_ORDER[name as keyof OrderRow] !== 'string';

function changesOf(trade: TradeRow, before: readonly TradeRow[]): string[] {
  const stored = before.find(({ tradeNo }) => tradeNo === trade.tradeNo);
  if (stored === undefined) return Object.keys(trade);
  const isSameRecord = (): boolean => canonicalJson(stored.lastSeen) === canonicalJson(trade.lastSeen);
  return differences(stored, trade).filter((name) => name !== 'lastSeen' || !isSameRecord());
}

function differences<Of extends object>(before: Of, after: Of): string[] {
  return Object.keys(after).filter((name) => after[name as keyof Of] !== before[name as keyof Of]);
}

export function stateAfter(before: OrderState, change: OrderChange): OrderState {
  const resolved = new Map(change.resolved.map(({ id, by }) => [id, by]));
  const byStaff = before.openMismatches.filter(({ id }) => ![undefined, 'provider'].includes(resolved.get(id)));
  return {
    order: change.order,
    trades: tradesAfter(before.trades, change),
    openMismatches: [...before.openMismatches.filter(({ id }) => !resolved.has(id)), ...change.opened],
    resolvedMismatches: [...before.resolvedMismatches, ...byStaff],
    now: before.now,
  };
}

function tradesAfter(before: readonly TradeRow[], { updated, added }: Pick<Decision, 'updated' | 'added'>): TradeRow[] {
  const changed = new Map(updated.map(({ trade }) => [trade.tradeNo, trade]));
  return [...before.map((trade) => changed.get(trade.tradeNo) ?? trade), ...added];
}

/** Closed watches that readers must hear of. */
function closings(before: readonly TradeRow[], { updated }: Decision): EventDraft[] {
  const watched = new Set(before.filter(({ nextQueryAt }) => nextQueryAt !== null).map(({ tradeNo }) => tradeNo));
  const closed = updated.filter(
    ({ trade: { tradeNo, nextQueryAt, status }, schedules }) =>
      schedules && nextQueryAt === null && watched.has(tradeNo) && !isCompletedOrRefunded(status),
  );
  return closed.map(({ trade: { tradeNo } }) => ({ tradeNo, kind: 'watch_closed', data: {} }));
}

/** The first slippage of each trade; a correction is the same purchase. */
function newSlippages(before: readonly TradeRow[], { updated }: Decision): string[] {
  const measured = new Set(before.filter((trade) => trade.slippagePercent !== null).map(({ tradeNo }) => tradeNo));
  return updated.flatMap(({ trade: { tradeNo, slippagePercent } }) =>
    slippagePercent === null || measured.has(tradeNo) ? [] : [slippagePercent],
  );
}

const keptPayments = (trades: readonly TradeRow[]): TradeRow[] =>
  trades.filter(({ status }) => isPaid(status) && status !== 'REFUNDED');

/** Two paid trades: the customer paid twice. Raised once, at the second one by number. */
function doublePayment(state: OrderState, trades: readonly TradeRow[]): ObservedMismatch[] {
  const paid = keptPayments(trades);
  const later = paid[1];
  const isOpen = state.openMismatches.some(({ kind }) => kind === 'double_payment');
  if (later === undefined || isOpen || paid.length <= keptPayments(state.trades).length) return [];
  const { tradeNo } = later;
  const others = paid.flatMap((other) => (other === later ? [] : [other.tradeNo])).join(', ');
  return [{ tradeNo, kind: 'double_payment', field: 'status', asked: 'one paid trade', seen: others }];
}

function refunds({ openMismatches }: OrderState, trades: readonly TradeRow[], { resolved }: Decision): Resolution[] {
  const left = openMismatches.filter((open) => !resolved.some(({ id }) => id === open.id));
  const open = left.filter(({ kind }) => kind === 'double_payment' && keptPayments(trades).length < 2);
  return open.map((one) => resolvedBy(one, 'provider', null));
}

function openedDraft({ tradeNo, kind, field, asked, seen }: ObservedMismatch, decision: Decision): EventDraft {
  // Store the evidence once: an entry of the same decision may hold it already.
  const isKept = decision.evidence === null || decision.drafts.some(({ evidence }) => evidence !== undefined);
  const data = { mismatch: kind, field, asked, seen };
  return { tradeNo, kind: 'mismatch_opened', data, ...(isKept ? {} : { evidence: decision.evidence }) };
}

/** Sets no status; only this exact difference is not raised again. */
export const decideResolved = (open: OpenMismatch, by: string, note: string): Decision => ({
  ...NO_DECISION,
  resolved: [resolvedBy(open, by, note)],
});
