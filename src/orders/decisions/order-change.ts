import { canonicalJson } from '../../platform/shared/canonical-json.js';
import { chainEvents } from './history.js';
import type { Seal } from './history.js';
import { announcedAfter, announcementsOf } from './announcements.js';
import type { Announcement } from '../model/announcement.types.js';
import { foldTrades } from '../model/fold.js';
import { resolvedBy } from './mismatches.js';
import type { Resolution } from './mismatches.js';
import { redacted } from '../../platform/redaction/for-history.js';
import type { PayeeTools } from './payee.js';
import type { Digest } from '../../platform/redaction/for-history.js';
import { OF_ORDER, sealOf } from './state-seal.js';
import type { SealTools } from './state-seal.js';
import { isDone, isPaid } from '../model/order-status.js';
import type {
  Cause,
  EventDraft,
  ObservedMismatch,
  OrderEvent,
  OrderRow,
  OrderState,
  TradeRow,
} from '../model/order.types.js';

/** A trade that a decision changed. */
interface TradeUpdate {
  readonly trade: TradeRow;
  /** The decision also says when to ask next; otherwise the schedule stays as it is in the database. */
  readonly schedules: boolean;
  /** The lease under which the trade was asked about: the change holds only under it, and ends it. */
  readonly leaseId: string | null;
}

/** As it is written. */
interface WrittenUpdate extends TradeUpdate {
  /** What of it is another than before; of the newest record the content counts. All of it when it is erased. */
  readonly changed: readonly string[];
}

/** What a decision says; everything else about the order follows from it. */
export interface Decision {
  readonly updated: readonly TradeUpdate[];
  readonly added: readonly TradeRow[];
  /** What happened. No event: nothing changed that anybody can see, and the version stays. */
  readonly drafts: readonly EventDraft[];
  readonly opened: readonly ObservedMismatch[];
  readonly resolved: readonly Resolution[];
  /** What was asked and answered, masked; kept with the mismatches that it opened. null: nothing was asked. */
  readonly evidence: unknown;
  /** Fields of the order that do not follow from its trades: what is asked now, and who goes on making trades. */
  readonly order: Partial<OrderRow>;
  /** The drive lease under which the decision was made; null: it does not need one and leaves it alone. */
  readonly driveLease: string | null;
  /** What is personal of the order is overwritten, what its trades asked for too. */
  readonly erases: boolean;
}

export const NOTHING_DECIDED: Decision = {
  updated: [],
  added: [],
  drafts: [],
  opened: [],
  resolved: [],
  evidence: null,
  order: {},
  driveLease: null,
  erases: false,
};

/** One order's change, complete and ready to be written, provided that the row is still at `expectedVersion`. */
export interface OrderChange {
  readonly expectedVersion: number;
  /** The seal of the order as it was read: what is written without a version changes the seal. */
  readonly expectedMac: Buffer | null;
  /** Something that the seal covers is another than before. */
  readonly changed: boolean;
  readonly order: OrderRow;
  /** What of the order is another than before. All of it when it is erased: what others wrote meanwhile goes too. */
  readonly changedOfOrder: readonly string[];
  readonly updated: readonly WrittenUpdate[];
  readonly added: readonly TradeRow[];
  readonly events: readonly OrderEvent[];
  readonly opened: readonly (ObservedMismatch & { readonly id: string })[];
  readonly resolved: readonly Pick<Resolution, 'id' | 'by' | 'note'>[];
  /** Slippages that became known with this change, in per cent. */
  readonly slippages: readonly string[];
  readonly announcements: readonly Announcement[];
  readonly driveLease: string | null;
  readonly erases: boolean;
}

/** What a pure decision needs from outside. */
export interface ChangeTools {
  readonly seal: Seal;
  readonly digest: Digest;
  readonly states: SealTools;
  readonly payees: PayeeTools;
  /** A new random UUID. */
  readonly newId: () => string;
}

/** Works out everything that follows from a decision: the fold, review, double payments, history, announcement. */
export function concludeChange(state: OrderState, decision: Decision, cause: Cause, tools: ChangeTools): OrderChange {
  const trades = tradesAfter(state.trades, decision);
  const opened = [...decision.opened, ...doublePayment(state, trades)];
  const resolved = [...decision.resolved, ...refunds(state, trades)];
  const drafts = [
    ...decision.drafts,
    ...opened.map((mismatch) => openedDraft(mismatch, decision)),
    ...resolved.map(({ draft }) => draft),
    ...closings(state.trades, decision),
  ];
  const { order } = state;
  const personal = [order, ...trades.flatMap(({ asked }) => (asked === null ? [] : [asked]))];
  // Evidence and notes are personal: once the customer is forgotten, none is written.
  const isErased = order.erasedAt !== null;
  const redactedDrafts = drafts.map(({ evidence, ...draft }) =>
    redacted(evidence === undefined || isErased ? draft : { ...draft, evidence }, personal, tools.digest),
  );
  const folded = foldTrades(trades);
  const inReview = state.openMismatches.length + opened.length > resolved.length;
  const isChanged = drafts.length > 0;
  const told = isChanged ? announcementsOf(order, { ...folded, inReview, opens: opened.length > 0 }) : [];
  const { events, end } = chainEvents(order.merchantOrderNo, order, redactedDrafts, cause, state.now, tools.seal);
  const after = {
    ...order,
    ...decision.order,
    ...end,
    ...folded,
    inReview,
    announcedStatus: isChanged ? announcedAfter(order, folded.status, inReview) : order.announcedStatus,
    version: order.version + (isChanged ? 1 : 0),
    // Never dated back, whichever process' clock it is: what is told of an order is placed by it.
    updatedAt: isChanged && state.now > order.updatedAt ? state.now : order.updatedAt,
  };
  const change: OrderChange = {
    expectedVersion: order.version,
    expectedMac: order.stateMac,
    // Of an altered order only staff writes more than the schedule.
    changed: isChanged || (state.isAltered !== true && differences(order, after).some(isCovered)),
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
    announcements: told.map((type) => ({ id: tools.newId(), type })),
    driveLease: decision.driveLease,
    erases: decision.erases,
  };
  const seal = change.changed ? sealOf(stateAfter(state, change), tools.states.seal) : {};
  const sealedOrder = { ...after, ...seal };
  const changedOfOrder = decision.erases ? Object.keys(sealedOrder) : differences(order, sealedOrder);
  return { ...change, order: sealedOrder, changedOfOrder };
}

const isCovered = (name: string): boolean => OF_ORDER[name as keyof OrderRow] === true;

function changesOf(trade: TradeRow, before: readonly TradeRow[]): string[] {
  const known = before.find(({ tradeNo }) => tradeNo === trade.tradeNo);
  if (known === undefined) return Object.keys(trade);
  const isSameRecord = (): boolean => canonicalJson(known.lastSeen) === canonicalJson(trade.lastSeen);
  return differences(known, trade).filter((name) => name !== 'lastSeen' || !isSameRecord());
}

/** The properties in which `after` is another than `before`. */
function differences<Of extends object>(before: Of, after: Of): string[] {
  return Object.keys(after).filter((name) => after[name as keyof Of] !== before[name as keyof Of]);
}

/** The order as it is once `change`, which was decided about `before`, is written. */
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

/** For good: whoever follows such a trade waits for nothing any more. What has come to its end by itself needs no word. */
function closings(before: readonly TradeRow[], { updated }: Decision): EventDraft[] {
  const watched = new Set(before.filter(({ nextQueryAt }) => nextQueryAt !== null).map(({ tradeNo }) => tradeNo));
  const closed = updated.filter(
    ({ trade: { tradeNo, nextQueryAt, status }, schedules }) =>
      schedules && nextQueryAt === null && watched.has(tradeNo) && !isDone(status),
  );
  return closed.map(({ trade: { tradeNo } }) => ({ tradeNo, kind: 'watch_closed', data: {} }));
}

/** Each trade's first: a later correction is the same purchase. */
function newSlippages(before: readonly TradeRow[], { updated }: Decision): string[] {
  const known = new Set(before.filter((trade) => trade.slippagePercent !== null).map(({ tradeNo }) => tradeNo));
  return updated.flatMap(({ trade: { tradeNo, slippagePercent } }) =>
    slippagePercent === null || known.has(tradeNo) ? [] : [slippagePercent],
  );
}

/** Trades that the customer has paid and got nothing back of. */
const keptPayments = (trades: readonly TradeRow[]): TradeRow[] =>
  trades.filter(({ status }) => isPaid(status) && status !== 'REFUNDED');

/** Two paid trades of one order: the customer paid twice. Raised once, at the second of them by number. */
function doublePayment(state: OrderState, trades: readonly TradeRow[]): ObservedMismatch[] {
  const paid = keptPayments(trades);
  const later = paid[1];
  const known = state.openMismatches.some(({ kind }) => kind === 'double_payment');
  if (later === undefined || known || paid.length <= keptPayments(state.trades).length) return [];
  const { tradeNo } = later;
  const seen = paid.flatMap((other) => (other === later ? [] : [other.tradeNo])).join(', ');
  return [{ tradeNo, kind: 'double_payment', field: 'status', asked: 'one paid trade', seen }];
}

/** A double payment ends when all payments but one are refunded. */
function refunds({ openMismatches }: OrderState, trades: readonly TradeRow[]): Resolution[] {
  const open = openMismatches.filter(({ kind }) => kind === 'double_payment' && keptPayments(trades).length < 2);
  return open.map((one) => resolvedBy(one, 'provider', null));
}

function openedDraft({ tradeNo, kind, field, asked, seen }: ObservedMismatch, decision: Decision): EventDraft {
  // Once in the history is enough: an entry beside it may hold it already.
  const isKept = decision.evidence === null || decision.drafts.some(({ evidence }) => evidence !== undefined);
  const data = { mismatch: kind, field, asked, seen };
  return { tradeNo, kind: 'mismatch_opened', data, ...(isKept ? {} : { evidence: decision.evidence }) };
}
