import { afterAnswer } from './question.js';
import { existsAtProvider, isUnfoundTooLong, expiredSale } from './existence.js';
import { endedByAnswer, isOpen, isResolved } from './mismatches.js';
import { NO_DECISION } from './order-change.js';
import type { Decision } from './order-change.js';
import type { PollQuery, SnapshotContext } from './question.js';
import { isPaid, isSettledStatus } from '../model/order-status.js';
import type { ObservedMismatch, OrderState, TradeRow } from '../model/order.types.js';
import { CREATE_VALIDITY_MS, VALIDITY_MARGIN_MS } from './watch.js';

const SPACING_MS = 60_000;

/** `doubted`: a control query about an existing trade got the same not-found answer. */
type NotFoundContext = Pick<SnapshotContext, 'policy' | 'chance' | 'evidence'> & { readonly doubted: boolean };

/**
 * A trade with unknown outcome was never created after two spaced answers, both later than the validity of its create
 * request. A doubted answer also clears the one before, since the provider may have been giving it about every trade.
 */
export function decideNotFound(
  state: OrderState,
  trade: TradeRow,
  question: PollQuery,
  answeredAt: Date,
  context: NotFoundContext,
): Decision {
  if (isForgotten(trade, question, context.policy)) return decideForgotten(state, trade, question, context);
  if (existsAtProvider(trade)) return decideVanished(state, trade, question, context);
  if (trade.side === 'SELL') return decideUnfound(state, trade, question, context);
  const isLate = trade.stamp !== null && answeredAt.getTime() > trade.stamp + CREATE_VALIDITY_MS + VALIDITY_MARGIN_MS;
  const counts = isLate && !context.doubted;
  const believed =
    counts &&
    trade.outcome === 'unknown' &&
    trade.notFoundAt !== null &&
    state.now.getTime() - trade.notFoundAt.getTime() >= SPACING_MS;
  const notFoundAt = context.doubted ? null : (trade.notFoundAt ?? (counts ? state.now : null));
  const dated: TradeRow = { ...trade, notFoundAt, understood: !context.doubted };
  const after: TradeRow = believed
    ? { ...dated, outcome: 'never_created', status: 'EXPIRED', statusAt: state.now, superseded: true }
    : dated;
  const drafts = believed
    ? [{ tradeNo: trade.tradeNo, kind: 'never_created' as const, data: {}, evidence: context.evidence }]
    : [];
  const resolved = endedByAnswer(state, trade, [], () => !context.doubted);
  const isNews = believed || resolved.length > 0;
  return {
    ...NO_DECISION,
    updated: [
      { trade: afterAnswer(after, state, question, isNews, context), schedules: true, leaseId: question.leaseId },
    ],
    drafts,
    resolved,
  };
}

/** A registered sale that does not exist yet: the customer may still make it on the provider's pages. */
function decideUnfound(state: OrderState, trade: TradeRow, question: PollQuery, context: NotFoundContext): Decision {
  const isOver =
    trade.status === 'REGISTERED' && !context.doubted && isUnfoundTooLong(trade, question, context.policy.saleExpiryMs);
  const resolved = endedByAnswer(state, trade, [], () => !context.doubted);
  const isNews = isOver || resolved.length > 0;
  const after = afterAnswer(isOver ? expiredSale(trade, state.now) : trade, state, question, isNews, context);
  return {
    ...NO_DECISION,
    updated: [{ trade: after, schedules: true, leaseId: question.leaseId }],
    drafts: isOver ? [{ tradeNo: trade.tradeNo, kind: 'never_found', data: {}, evidence: context.evidence }] : [],
    resolved,
  };
}

/** By its policy the provider deletes trades like this one, so not-found proves nothing. */
function isForgotten(
  trade: TradeRow,
  { askedAt }: Pick<PollQuery, 'askedAt'>,
  { forgetsUnpaidAfterMs }: Pick<SnapshotContext['policy'], 'forgetsUnpaidAfterMs'>,
): boolean {
  if (forgetsUnpaidAfterMs === null || !existsAtProvider(trade) || isPaid(trade.status)) return false;
  return askedAt.getTime() - trade.createdAt.getTime() > forgetsUnpaidAfterMs;
}

function decideForgotten(state: OrderState, trade: TradeRow, question: PollQuery, context: NotFoundContext): Decision {
  const ends = !context.doubted && !isSettledStatus(trade.status);
  const answered: TradeRow = { ...trade, understood: !context.doubted || trade.understood };
  const after: TradeRow = ends ? { ...answered, status: 'EXPIRED', statusAt: state.now } : answered;
  const changes = { status: { from: trade.status, to: after.status } };
  const resolved = endedByAnswer(state, trade, [], () => !context.doubted);
  const isNews = ends || resolved.length > 0;
  const { evidence } = context;
  return {
    ...NO_DECISION,
    updated: [
      { trade: afterAnswer(after, state, question, isNews, context), schedules: true, leaseId: question.leaseId },
    ],
    drafts: ends ? [{ tradeNo: trade.tradeNo, kind: 'seen', data: { changes, forgotten: true }, evidence }] : [],
    resolved,
  };
}

function decideVanished(
  state: OrderState,
  trade: TradeRow,
  question: PollQuery,
  context: Pick<SnapshotContext, 'policy' | 'chance' | 'evidence'>,
): Decision {
  const vanished: ObservedMismatch = {
    tradeNo: trade.tradeNo,
    kind: 'vanished',
    field: 'orderNo',
    asked: trade.orderNo,
    seen: 'not found',
  };
  const isKnown = isOpen(state, vanished) || isResolved(state, vanished);
  // The answer is not believed, so it corrects no record.
  const resolved = endedByAnswer(state, trade, [vanished], () => false);
  const isNews = !isKnown || resolved.length > 0;
  const after = afterAnswer({ ...trade, understood: false }, state, question, isNews, context);
  return {
    ...NO_DECISION,
    updated: [{ trade: after, schedules: true, leaseId: question.leaseId }],
    opened: isKnown ? [] : [vanished],
    resolved,
    evidence: context.evidence,
  };
}
