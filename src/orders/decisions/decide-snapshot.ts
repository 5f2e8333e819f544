import type { TradeSnapshot } from '../../ramp/ramp.types.js';
import { answered } from './answered.js';
import { compareWithAsked, isCompared } from './expectation.js';
import { isOpen, isSettled } from './mismatches.js';
import { NOTHING_DECIDED } from './order-change.js';
import type { Decision } from './order-change.js';
import { isPaid } from './order-status.js';
import type { TradeStatus } from './order-status.js';
import type { EventDraft, ObservedMismatch, OpenMismatch, OrderState, TradeRow } from '../order.types.js';
import type { Question, SnapshotContext } from './question.js';
import { factsOf } from './snapshot-facts.js';
import { realisedSlippage } from './shown-price.js';
import { storableText } from '../../shared/storable.js';
import { transition } from './transition.js';
import { ageOf } from './watch.js';

/**
 * What an answer to a signed question makes us believe. Unknown words, ways that the table does not allow and fields
 * that differ from what was asked keep the old belief and open a mismatch; a mismatch that the answer no longer shows
 * is resolved by it.
 */
export function decideSnapshot(
  state: OrderState,
  trade: TradeRow,
  snapshot: TradeSnapshot,
  question: Question,
  context: SnapshotContext,
): Decision {
  const compared = compareWithAsked(trade, snapshot, context.appId);
  const otherNumber = context.orderNoClash || compared.some(({ field }) => field === 'orderNo');
  // Another trade's record, whatever it says, says nothing of this one. A BUY record does not name our number: until
  // the provider's is known, a record of another purchase is not ours either, and one that names no number is nobody's.
  const isNameless = trade.orderNo === null && snapshot.orderNo === null;
  const foreign =
    otherNumber || isNameless || (trade.orderNo === null && compared.some(({ field }) => IDENTIFYING.has(field)));
  const observed = otherNumber ? compared.filter(({ field }) => field === 'orderNo') : compared;
  const status = foreign ? trade.status : statusAfter(state, trade, snapshot, context, observed);
  for (const field of foreign ? [] : snapshot.unreadable) {
    observed.push({ tradeNo: trade.tradeNo, kind: 'unreadable', field, asked: 'a value that can be read', seen: null });
  }
  if (isNameless) {
    observed.push({ tradeNo: trade.tradeNo, kind: 'unreadable', field: 'orderNo', asked: 'a number', seen: null });
  }
  if (context.orderNoClash) {
    observed.push({
      tradeNo: trade.tradeNo,
      kind: 'order_no_clash',
      field: 'orderNo',
      asked: null,
      seen: snapshot.orderNo,
    });
  }
  const unsettled = observed.filter((mismatch) => !isSettled(state, mismatch));
  const seen: TradeRow = foreign
    ? { ...trade, lastSeen: context.evidence.seen }
    : {
        ...trade,
        ...factsOf(trade, snapshot, status, state.now),
        status,
        statusAt: status === trade.status ? trade.statusAt : state.now,
        // A trade that answers exists, whatever became of the reply to its create request.
        outcome: trade.outcome === 'registered' ? trade.outcome : 'created',
        orderNo: trade.orderNo ?? snapshot.orderNo,
        rampStatus: snapshot.rampStatus,
        lastSeen: context.evidence.seen,
        notFoundAt: null,
        // While something does not fit it is asked again: the provider may correct itself.
        finalFieldsAsked:
          trade.finalFieldsAsked || (trade.status === 'COMPLETED' && status === 'COMPLETED' && unsettled.length === 0),
      };
  const known: TradeRow = foreign ? seen : { ...seen, slippagePercent: realisedSlippage(seen, compared) };
  const changes = changedFields(trade, known);
  const drafts = Object.keys(changes).length > 0 ? [seenDraft(known, changes, context)] : [];
  const { opened, resolved } = mismatchChanges(state, trade, foreign ? null : snapshot, unsettled);
  const isNews = drafts.length + opened.length + resolved.length > 0;
  const after = answered(known, state, question, isNews, context);
  return {
    ...NOTHING_DECIDED,
    updated: [{ trade: after, schedules: true, leaseId: question.leaseId }],
    drafts,
    opened,
    resolved,
    evidence: context.evidence,
  };
}

/** What a purchase is of: two that differ in one of these are two purchases. */
const IDENTIFYING = new Set(['side', 'crypto', 'network', 'address']);

function statusAfter(
  state: OrderState,
  trade: TradeRow,
  snapshot: TradeSnapshot,
  { policy }: SnapshotContext,
  observed: ObservedMismatch[],
): TradeStatus {
  const seen = snapshot.status;
  if (seen === null) {
    observed.push({
      tradeNo: trade.tradeNo,
      kind: 'status',
      field: 'status',
      asked: 'a known status',
      seen: snapshot.rampStatus,
    });
    return trade.status;
  }
  const unpaid = seen === 'AWAITING_PAYMENT' || seen === 'PAYMENT_FAILED';
  // Never by a clock alone: this answer, obtained after the time was up, still says unpaid.
  const effective = unpaid && ageOf(trade, state.now) > policy.expiryMs ? 'EXPIRED' : seen;
  switch (transition(trade.side, trade.status, effective)) {
    case 'stay':
    case 'move':
      return effective;
    case 'mismatch':
      observed.push({ tradeNo: trade.tradeNo, kind: 'transition', field: 'status', asked: trade.status, seen });
      return trade.status;
  }
}

/**
 * Kinds that an answer can show, and whose absence from a later answer means that the provider corrected itself; a field
 * that it leaves empty corrects nothing.
 */
const SHOWN_BY_ANSWERS = new Set(['field', 'status', 'transition', 'unreadable', 'order_no_clash', 'vanished']);

function mismatchChanges(
  state: OrderState,
  trade: TradeRow,
  /** null: the answer is of another trade, and corrects nothing. */
  snapshot: TradeSnapshot | null,
  observed: readonly ObservedMismatch[],
): Pick<Decision, 'opened' | 'resolved'> {
  const mine = state.openMismatches.filter(({ tradeNo }) => tradeNo === trade.tradeNo);
  const key = ({ kind, field }: { kind: string; field: string }): string => `${kind} ${field}`;
  const seenKeys = new Set(observed.map(key));
  const isCorrected = ({ kind, field }: OpenMismatch): boolean =>
    snapshot !== null && SHOWN_BY_ANSWERS.has(kind) && (kind !== 'field' || isCompared(snapshot, field));
  return {
    opened: observed.filter((mismatch) => !isOpen(state, mismatch)),
    resolved: mine
      .filter((mismatch) => isCorrected(mismatch) && !seenKeys.has(key(mismatch)))
      .map(({ id, kind, field }) => ({
        id,
        by: 'provider',
        note: null,
        draft: {
          tradeNo: trade.tradeNo,
          kind: 'mismatch_resolved',
          data: { mismatch: kind, field, by: 'provider' },
        },
      })),
  };
}

/** Fields whose change is worth an entry of the history; amounts and facts, not bookkeeping. */
const BOOKKEEPING = new Set(['statusAt', 'lastSeen', 'notFoundAt', 'finalFieldsAsked']);

function changedFields(before: TradeRow, after: TradeRow): Record<string, { from: unknown; to: unknown }> {
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const name of Object.keys(after) as (keyof TradeRow)[]) {
    const [from, to] = [plain(before[name]), plain(after[name])];
    if (!BOOKKEEPING.has(name) && from !== to && name !== 'asked' && name !== 'refusal') changes[name] = { from, to };
  }
  return changes;
}

/** In the form in which it is stored, so that a strange text is news once and not at each answer. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? storableText(value) : value;
}

function seenDraft(trade: TradeRow, changes: Record<string, unknown>, { evidence }: SnapshotContext): EventDraft {
  const late = isPaid(trade.status) && trade.superseded ? { lateSuccess: true } : {};
  return { tradeNo: trade.tradeNo, kind: 'seen', data: { changes, ...late }, evidence };
}
