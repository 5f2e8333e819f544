import { isDeepStrictEqual } from 'node:util';
import type { CreatedTrade } from '../../ramp/port/ramp.types.js';
import { currentTrade } from '../model/fold.js';
import type {
  AttemptEvent,
  EventDraft,
  OrderRow,
  OrderState,
  TradeRefusal,
  Sending,
  TradeRow,
} from '../model/order.types.js';
import { existsAtProvider } from './existence.js';
import { newTrade, reservedData } from './new-order.js';
import { NO_DECISION } from './order-change.js';
import type { Decision } from './order-change.js';
import { shownColumns, shownPrice } from './shown-price.js';
import { isPaid } from '../model/order-status.js';
import { transition } from '../model/transition.js';
import { CREATE_VALIDITY_MS, nextLook, VALIDITY_MARGIN_MS } from './watch.js';
import type { WatchPolicy } from './watch.js';

export interface CreateContext {
  readonly attemptLease: string;
  readonly policy: WatchPolicy;
  readonly chance: number;
  /** True: look each number up at the provider before sending it. */
  readonly asksFirst: boolean;
  readonly evidence: unknown;
}

/**
 * The decision for an event of the current trade. null: a trade is paid, so no other one is needed; or a query has found
 * this one meanwhile, so it was made after all.
 */
export function decideAttemptEvent(state: OrderState, event: AttemptEvent, context: CreateContext): Decision | null {
  const trade = currentTrade(state.trades);
  if (existsAtProvider(trade) && UNMADE.has(event.kind)) return null;
  switch (event.kind) {
    case 'created':
      return decideCreated(state, trade, event.made, true, context);
    case 'refused':
      return decideRefused(state, trade, event.refusal, context);
    case 'declined':
      return decideDeclined(state, trade, event.refusal, context);
    case 'not_sent':
      return decideNotSent(state, trade, event.reason, event.givesUp, context);
    case 'unknown':
      return decideUnknown(state, trade, event.reason, context);
    case 'given_up':
      return decideGiveUp(state, trade, context);
    case 'send_again':
      return isAnyPaid(state) ? null : decideSendAgain(state, trade, event.sending, context);
    case 'next_trade':
      return isAnyPaid(state) ? null : decideNextTrade(state, event.sending, context);
  }
}

/** Events of a trade that the provider certainly did not make. */
const UNMADE: ReadonlySet<AttemptEvent['kind']> = new Set(['refused', 'declined', 'not_sent', 'send_again']);

const isAnyPaid = ({ trades }: OrderState): boolean => trades.some(({ status }) => isPaid(status));

/** Cap of `sends` (smallint); a client may repeat an unsendable number for days. */
const MOST_SENDS = 30_000;

export const NO_PAGE: TradeRefusal = {
  problem: 'ramp_protocol',
  returnCode: null,
  returnMsg: null,
  traceId: null,
  min: null,
  max: null,
};

/** A callback has a closed trade polled: it shows that this one was sent nevertheless, in lost commits. */
const NEVER_SENT = { outcome: 'not_sent', watchClass: 'closed' } as const;

/** The look-up of a number in doubt may have had no answer: one query tells, once a lost request has expired. */
function watchOfUnsent({ nextQueryAt }: TradeRow, { now }: OrderState, { asksFirst }: CreateContext) {
  const expired = new Date(now.getTime() + CREATE_VALIDITY_MS + VALIDITY_MARGIN_MS);
  return { ...NEVER_SENT, nextQueryAt: nextQueryAt ?? (asksFirst ? expired : null) };
}

const NO_LEASE = { attemptLease: null, attemptUntil: null, attemptPatienceUntil: null } as const;

/** A late answer (lease lost or newer trade: `handOut` false) adds the provider's number but never a `payUrl`. */
export function decideCreated(
  state: OrderState,
  trade: TradeRow,
  made: CreatedTrade,
  handOut: boolean,
  context: CreateContext,
): Decision {
  const moves = transition(trade.side, trade.status, 'AWAITING_PAYMENT') === 'move' && trade.outcome !== 'created';
  const hasPage = made.payUrl !== null;
  const url = handOut && hasPage ? { payUrl: made.payUrl, payUrlAt: state.now } : {};
  const after = watched(
    {
      ...trade,
      ...url,
      ...(hasPage ? {} : { refusal: NO_PAGE }),
      outcome: 'created',
      orderNo: made.orderNo,
      status: moves ? 'AWAITING_PAYMENT' : trade.status,
      statusAt: moves ? state.now : trade.statusAt,
    },
    state,
    context,
  );
  const fate = handOut ? 'handed out' : 'late';
  const draft = event(after, 'created', { orderNo: made.orderNo, payUrl: hasPage ? fate : 'none' }, context);
  return handOut
    ? underLease([after], [draft], context, hasPage ? NO_LEASE : {})
    : { ...underLease([after], [draft], context), attemptLease: null };
}

function decideRefused(state: OrderState, trade: TradeRow, refusal: TradeRefusal, context: CreateContext): Decision {
  const after = watched(
    { ...trade, outcome: 'refused', status: 'REJECTED', statusAt: state.now, refusal },
    state,
    context,
  );
  return underLease([after], [event(after, 'refused', refusedData(refusal), context)], context, NO_LEASE);
}

/** Certainly not sent. With `giveUp` the attempts end; a later request may send the same trade. */
export function decideNotSent(
  state: OrderState,
  trade: TradeRow,
  reason: string,
  giveUp: boolean,
  context: CreateContext,
): Decision {
  const after: TradeRow = giveUp
    ? {
        ...trade,
        ...watchOfUnsent(trade, state, context),
        status: 'EXPIRED',
        statusAt: state.now,
        givenUpAt: state.now,
      }
    : { ...trade, outcome: 'not_sent' };
  return underLease(
    [after],
    [event(after, 'not_sent', { reason, givenUp: giveUp }, context)],
    context,
    giveUp ? NO_LEASE : {},
  );
}

export function decideUnknown(state: OrderState, trade: TradeRow, reason: string, context: CreateContext): Decision {
  // A late answer or a poll recorded the trade first: it exists.
  const outcome = trade.orderNo === null ? 'unknown' : trade.outcome;
  const after = watched({ ...trade, outcome }, state, context);
  return underLease([after], [event(after, 'outcome_unknown', { reason }, context)], context);
}

/** The number belongs to another of our trades, so the answer is not believed: unknown, with a review. */
export function decideClash(state: OrderState, trade: TradeRow, orderNo: string, context: CreateContext): Decision {
  const { tradeNo } = trade;
  const clash = { tradeNo, kind: 'order_no_clash', field: 'orderNo', asked: null, seen: orderNo } as const;
  return { ...decideUnknown(state, trade, 'the number belongs to another trade', context), opened: [clash] };
}

/** Ends the attempts: an unknown trade stays watched, but its `payUrl` will never be known. */
export function decideGiveUp(state: OrderState, trade: TradeRow, context: CreateContext): Decision {
  const after = withOutcome({ ...trade, superseded: true, givenUpAt: state.now }, state, context);
  return underLease([after], [event(after, 'given_up', {}, context)], context, NO_LEASE);
}

/** The price left the customer's tolerance, or the provider refuses to quote. The number stays usable. */
function decideDeclined(state: OrderState, trade: TradeRow, refusal: TradeRefusal, context: CreateContext): Decision {
  const after: TradeRow = { ...trade, ...NEVER_SENT, status: 'REJECTED', statusAt: state.now, refusal };
  return underLease([after], [event(after, 'declined', refusedData(refusal), context)], context, NO_LEASE);
}

/** Only if the provider certainly did not act. A shown price or a number in doubt is checked first. */
export function decideSendAgain(
  state: OrderState,
  trade: TradeRow,
  sending: Sending,
  context: CreateContext,
): Decision {
  const { asked, stamp, newRequest: anew } = sending;
  if (!isDeepStrictEqual(asked, trade.asked)) throw new Error('a trade is sent again with its own terms');
  const waits = anew !== null && (anew.shown !== null || context.asksFirst);
  const after: TradeRow = {
    ...trade,
    stamp,
    ...(anew === null ? {} : shownColumns(anew.shown)),
    refusal: null,
    givenUpAt: null,
    notFoundAt: null,
    understood: true,
    sends: waits ? trade.sends : Math.min(trade.sends + 1, MOST_SENDS),
    outcome: waits ? 'not_sent' : 'in_flight',
    status: 'CREATING',
    statusAt: trade.status === 'CREATING' ? trade.statusAt : state.now,
  };
  const again = trade.sends === 0 ? 'sending' : 'sending_again';
  return underLease(
    [after],
    [event(after, waits ? 'reserved' : again, sendingData(after, sending), context)],
    context,
    leaseFields(state, sending, trade.n),
  );
}

export function decideNextTrade(state: OrderState, sending: Sending, context: CreateContext): Decision {
  const older = currentTrade(state.trades);
  const { asked, stamp, newRequest: anew } = sending;
  const shown = anew === null ? shownPrice(older) : anew.shown;
  const next = newTrade(state.order.merchantOrderNo, older.n + 1, asked, stamp, state.now, shown, context.asksFirst);
  const before = withOutcome({ ...older, superseded: true }, state, context);
  const drafts = [
    event(before, 'superseded', { by: next.tradeNo }, { ...context, evidence: null }),
    event(next, 'reserved', reservedData(next), { ...context, evidence: null }),
  ];
  return {
    ...underLease([], drafts, context, leaseFields(state, sending, next.n)),
    updated: [{ trade: before, schedules: before.outcome !== older.outcome, leaseId: null }],
    added: [next],
  };
}

function leaseFields({ now }: OrderState, { leaseMs, newRequest: anew }: Sending, n: number): Partial<OrderRow> {
  const attemptUntil = new Date(now.getTime() + leaseMs);
  if (anew === null) return { attemptUntil };
  const { customerId, customerEmail, customerEmailKeyId, customerEmailDigest, patienceMs } = anew;
  const customer = { customerId, customerEmail, customerEmailKeyId, customerEmailDigest };
  const attemptPatienceUntil = new Date(now.getTime() + patienceMs);
  return { ...customer, attemptUntil, attemptPatienceUntil, firstTradeOfRequest: n };
}

function sendingData(after: TradeRow, { newRequest: anew }: Sending): EventDraft['data'] {
  return anew === null ? { stamp: after.stamp, sends: after.sends } : reservedData(after);
}

/** The provider's message may contain personal data, so it stays with the trade and the evidence, which can be erased. */
const refusedData = (refusal: TradeRefusal): EventDraft['data'] => ({ ...refusal, returnMsg: undefined });

/** A failover lost the record of the unknown outcome, or of the send. Without a schedule it would never be polled. */
function withOutcome(trade: TradeRow, state: OrderState, context: CreateContext): TradeRow {
  const isLost = trade.status === 'CREATING' && (trade.outcome === 'in_flight' || trade.outcome === 'not_sent');
  return isLost ? watched({ ...trade, outcome: 'unknown' }, state, context) : trade;
}

function watched(trade: TradeRow, state: OrderState, { policy, chance }: CreateContext): TradeRow {
  const { watchClass, delayMs } = nextLook({ ...trade, quietAnswers: 0 }, state.now, policy, chance);
  const nextQueryAt = delayMs === null ? null : new Date(state.now.getTime() + delayMs);
  return { ...trade, quietAnswers: 0, watchClass, nextQueryAt };
}

function underLease(
  trades: readonly TradeRow[],
  drafts: readonly EventDraft[],
  { attemptLease }: CreateContext,
  order: Partial<OrderRow> = {},
): Decision {
  const updated = trades.map((trade) => ({ trade, schedules: true, leaseId: null }));
  return { ...NO_DECISION, updated, drafts, order, attemptLease };
}

function event(
  trade: TradeRow,
  kind: EventDraft['kind'],
  data: EventDraft['data'],
  { evidence }: Pick<CreateContext, 'evidence'>,
): EventDraft {
  return { tradeNo: trade.tradeNo, kind, data, ...(evidence === null ? {} : { evidence }) };
}
