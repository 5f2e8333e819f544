import type { TradeSnapshot } from '../../ramp/port/ramp.types.js';
import { FACT_NAMES, withNulls } from '../../ramp/port/trade-facts.js';
import { afterAnswer } from './question.js';
import { existsAtProvider, effectiveStatus, isUnanswered, isUnfoundTooLong, expiredSale } from './existence.js';
import { isCompared, compareRecord, FirstStated, statedTerms } from './expectation.js';
import { endedByAnswer, isOpen, isResolved } from './mismatches.js';
import { isDrift, isSubstance, undrifted, factsAfter } from './snapshot-facts.js';
import type { FieldChanges } from './snapshot-facts.js';
import { NO_DECISION } from './order-change.js';
import type { Decision } from './order-change.js';
import { isPaid } from '../model/order-status.js';
import type { TradeStatus } from '../model/order-status.js';
import type { EventDraft, ObservedMismatch, OrderState, TradeRow } from '../model/order.types.js';
import type { PollQuery, SnapshotContext } from './question.js';
import { decidePayee } from './payee.js';
import { realisedSlippage } from './shown-price.js';
import { storableText } from '../../platform/text/stored-json.js';
import { transition } from '../model/transition.js';
import { ageOf } from './watch.js';

/** Unknown words, forbidden transitions and differences from the terms keep the stored value and open a mismatch. */
export function decideSnapshot(
  state: OrderState,
  trade: TradeRow,
  snapshot: TradeSnapshot,
  question: PollQuery,
  context: SnapshotContext,
): Decision {
  const { foreign, observed } = compareRecord(trade, snapshot, context);
  const first = new FirstStated(state, observed);
  const status = foreign ? trade.status : statusAfter(state, trade, snapshot, question, context, observed);
  const payee = snapshot.kind === 'SELL' && !foreign ? decidePayee(state, trade, snapshot, context.payees) : null;
  observed.push(...(payee?.observed ?? []));
  for (const field of foreign ? [] : snapshot.unreadable) {
    observed.push({ tradeNo: trade.tradeNo, kind: 'unreadable', field, asked: 'a value that can be read', seen: null });
  }
  const unresolved = observed.filter((mismatch) => !isResolved(state, mismatch));
  const withFacts: TradeRow = foreign
    ? unbelieved(state, trade, question, context)
    : {
        ...trade,
        facts: factsAfter(trade, withReason(snapshot, payee?.failReason ?? null), status, state.now, first),
        ...payee?.sealing,
        status,
        statusAt: status === trade.status ? trade.statusAt : state.now,
        // A trade that the provider answers for exists, even if the create reply was lost or another client made it.
        outcome: 'created',
        sends: isOfLostCommits(trade, context) ? 0 : trade.sends,
        orderNo: trade.orderNo ?? snapshot.orderNo,
        rampMerchantOrderNo: trade.rampMerchantOrderNo ?? (snapshot.kind === 'SELL' ? snapshot.tradeNo : null),
        rampStatus: snapshot.rampStatus,
        lastSeen: context.evidence.seen,
        understood: !observed.some(({ kind }) => kind === 'status' || kind === 'transition'),
        notFoundAt: null,
        // Keep polling during a mismatch: the provider may correct itself.
        finalFieldsAsked:
          unresolved.length === 0 &&
          (trade.finalFieldsAsked || (trade.status === 'COMPLETED' && status === 'COMPLETED')),
      };
  const differing = observed.filter(({ kind }) => kind === 'field');
  const stated = snapshot.kind === 'SELL' && !foreign ? first.terms(trade, snapshot) : statedTerms(trade);
  const ofTerms = changesOf(statedTerms(trade), stated);
  const terms = Object.keys(ofTerms).length > 0 ? stated : trade.asked;
  const withTerms: TradeRow = foreign
    ? withFacts
    : { ...withFacts, asked: terms, slippagePercent: realisedSlippage(withFacts, differing) };
  const changes = { ...changedFields(trade, withTerms), ...ofTerms };
  const learned = payee?.learned ?? [];
  const opened = unresolved.filter((mismatch) => !isOpen(state, mismatch));
  // An empty field corrects nothing, and a foreign record corrects nothing of this trade.
  const corrects = ({ kind, field }: ObservedMismatch): boolean =>
    !foreign && (kind !== 'field' || isCompared(snapshot, field));
  const resolved = endedByAnswer(state, trade, unresolved, corrects);
  const further = learned.length + opened.length + resolved.length;
  const drifts = further === 0 && isDrift(withTerms, changes);
  const isNews = further > 0 || isSubstance(changes) || Object.keys(ofTerms).length > 0;
  const isRecorded = !drifts && Object.keys(changes).length + learned.length > 0;
  const drafts = isRecorded ? [seenDraft(withTerms, { changes, learned }, context)] : [];
  const after = afterAnswer(drifts ? undrifted(withTerms, trade) : withTerms, state, question, isNews, context);
  return {
    ...NO_DECISION,
    updated: [{ trade: after, schedules: true, leaseId: question.leaseId }],
    drafts,
    opened,
    resolved,
    evidence: context.evidence,
  };
}

/**
 * Whether a commit about its page may be lost, see `mayHavePage`. The recorded sends of an unsent trade did not act, so
 * a lost one did.
 */
const isOfLostCommits = ({ outcome }: TradeRow, { isOlder }: SnapshotContext): boolean =>
  outcome === 'not_sent' || (isUnanswered(outcome) && isOlder);

const withReason = (snapshot: TradeSnapshot, failReason: string | null): TradeSnapshot => ({
  ...snapshot,
  facts: { ...snapshot.facts, failReason },
});

/**
 * The trade after a foreign record, which may hold another customer's personal data: only history keeps it, redacted.
 * A registered sale that gets only foreign records expires like an unknown sale.
 */
function unbelieved(state: OrderState, trade: TradeRow, question: PollQuery, { policy }: SnapshotContext): TradeRow {
  const unread = { ...trade, understood: false };
  const isOver = trade.status === 'REGISTERED' && !existsAtProvider(trade);
  return isOver && isUnfoundTooLong(trade, question, policy.saleExpiryMs) ? expiredSale(unread, state.now) : unread;
}

function statusAfter(
  state: OrderState,
  trade: TradeRow,
  snapshot: TradeSnapshot,
  question: PollQuery,
  { policy }: SnapshotContext,
  observed: ObservedMismatch[],
): TradeStatus {
  const stated =
    snapshot.kind === 'BUY' ? snapshot.status : effectiveStatus(trade, snapshot, question, policy.saleExpiryMs);
  if (stated === null) {
    observed.push({
      tradeNo: trade.tradeNo,
      kind: 'status',
      field: 'status',
      asked: 'a known status',
      seen: snapshot.rampStatus,
    });
    return trade.status;
  }
  const unpaid = stated === 'AWAITING_PAYMENT' || stated === 'PAYMENT_FAILED';
  // Erased before expiry: already expired, but a late payment is still recorded.
  const wasEnded = state.order.erasedAt !== null && trade.status === 'EXPIRED';
  // Expiry needs this answer, queried after the deadline and still unpaid; a clock alone is not enough.
  const effective = unpaid && (wasEnded || ageOf(trade, state.now) > policy.expiryMs) ? 'EXPIRED' : stated;
  switch (transition(trade.side, trade.status, effective)) {
    case 'stay':
    case 'move':
      return effective;
    case 'mismatch':
      observed.push({ tradeNo: trade.tradeNo, kind: 'transition', field: 'status', asked: trade.status, seen: stated });
      return trade.status;
  }
}

const BOOKKEEPING = new Set([
  'statusAt',
  'lastSeen',
  'understood',
  'notFoundAt',
  'finalFieldsAsked',
  'payeeSealed',
  'payeeKeyId',
  'payeeEmailDigest',
]);

function changedFields(before: TradeRow, after: TradeRow): FieldChanges {
  const { asked, refusal, facts } = before;
  const ofFacts = changesOf(withNulls(facts, FACT_NAMES), withNulls(after.facts, FACT_NAMES));
  const changes = Object.entries({ ...changesOf(before, { ...after, asked, refusal, facts }), ...ofFacts });
  return Object.fromEntries(changes.filter(([name]) => !BOOKKEEPING.has(name)));
}

function changesOf<Row extends object>(before: Row, after: Row): FieldChanges {
  const changes: Record<string, FieldChanges[string]> = {};
  for (const name of Object.keys(after) as (keyof Row & string)[]) {
    const [from, to] = [plain(before[name]), plain(after[name])];
    if (from !== to) changes[name] = { from, to };
  }
  return changes;
}

/** As stored, so that an unusual text is news once and not at each answer. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? storableText(value) : value;
}

/** `learned`: names of payee fields that became known; their values are stored with the payee only. */
function seenDraft(
  trade: TradeRow,
  { changes, learned }: { readonly changes: FieldChanges; readonly learned: readonly string[] },
  { evidence }: SnapshotContext,
): EventDraft {
  const late = isPaid(trade.status) && trade.superseded ? { lateSuccess: true } : {};
  const ofPayee = learned.length > 0 ? { payeeFields: learned } : {};
  return { tradeNo: trade.tradeNo, kind: 'seen', data: { changes, ...ofPayee, ...late }, evidence };
}
