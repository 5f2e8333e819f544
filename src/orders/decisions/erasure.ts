import type { TradeSnapshot } from '../../ramp/port/ramp.types.js';
import { mapTerms } from '../../platform/terms/order-terms.js';
import type { StoredTerms } from '../../platform/terms/order-terms.js';
import { foldTrades } from '../model/fold.js';
import { ERASED } from '../../platform/redaction/forms.js';
import type { TradeStatus } from '../model/order-status.js';
import type { EventDraft, OrderState, TradeRow } from '../model/order.types.js';
import { NO_DECISION } from './order-change.js';
import type { Decision } from './order-change.js';
import { NO_SECRET, orderEnd } from './order-end.js';
import { isPersonalField } from '../../platform/redaction/for-history.js';

const AWAITED: ReadonlySet<TradeStatus> = new Set(['AWAITING_PAYMENT', 'PAYMENT_FAILED', 'AWAITING_CRYPTO']);

export const isForgettable = (state: OrderState): boolean =>
  orderEnd(state).settled &&
  state.order.attemptUntil === null &&
  state.trades.every(({ outcome }) => outcome !== 'in_flight');

/** Ends unpaid trades as if expired. They are polled at once, so that a payment under way is found. */
export function endedUnpaid(state: OrderState): OrderState {
  const { order, now } = state;
  if (orderEnd(state).settled) return state;
  const trades = state.trades.map((trade): TradeRow => {
    if (!AWAITED.has(trade.status) || !trade.understood) return trade;
    const watch = { watchClass: 'closed', nextQueryAt: now, quietAnswers: 0 } as const;
    return { ...trade, ...watch, status: 'EXPIRED', statusAt: now, updatedAt: now };
  });
  return { ...state, order: { ...order, ...foldTrades(trades) }, trades };
}

/**
 * Overwrites personal data; numbers, amounts and history stay. null: nothing to erase, or not allowed yet.
 * `keptMs`: how long after its creation a law keeps address, customer and payee.
 */
export function decideErased(state: OrderState, keptMs: number, endsUnpaid: boolean): Decision | null {
  const { order, trades, now } = state;
  const resting = endsUnpaid ? endedUnpaid(state) : state;
  if (!isForgettable(resting)) return null;
  if (order.erasedAt !== null && (order.keptUntil === null || order.keptUntil > now)) return null;
  const keptUntil = new Date(order.createdAt.getTime() + keptMs);
  // Without a law nothing is kept, even if Postgres' clock has stepped back to before the order.
  const kept = keptMs > 0 && keptUntil > now;
  const erased = resting.trades.map((trade) => erasedTrade(trade, kept));
  const hasEnded = trades.map((trade, at) => trade !== resting.trades[at]);
  return {
    ...NO_DECISION,
    erases: true,
    updated: erased.map((trade, at) => ({ trade, schedules: hasEnded[at] === true, leaseId: null })),
    drafts: [
      ...trades.filter((_, at) => hasEnded[at]).map(endedDraft),
      { tradeNo: null, kind: 'erased', data: { kept } },
    ],
    order: {
      ...(kept ? {} : NO_CUSTOMER),
      // The id of a customer or guest is a digest that could be recomputed.
      caller: order.caller.replace(/^(customer|guest):.*$/s, '$1:erased'),
      guestBlock: null,
      metadata: {},
      ...NO_SECRET,
      erasedAt: order.erasedAt ?? now,
      keptUntil: kept ? keptUntil : null,
    },
  };
}

const NO_CUSTOMER = { customerId: null, customerEmail: null, customerEmailKeyId: null, customerEmailDigest: null };

const endedDraft = ({ tradeNo, status }: TradeRow): EventDraft => ({
  tradeNo,
  kind: 'ended_unpaid',
  data: { changes: { status: { from: status, to: 'EXPIRED' } } },
});

function erasedTrade(trade: TradeRow, kept: boolean): TradeRow {
  const facts = Object.entries(trade.facts).filter(
    ([name]) => !isPersonalField(name) || (kept && name === 'payoutAddress'),
  );
  return {
    ...trade,
    asked: trade.asked !== null && trade.side === 'BUY' ? erasedTerms(trade.asked, kept) : trade.asked,
    payUrl: null,
    // The provider's message may contain personal data.
    refusal: trade.refusal === null ? null : { ...trade.refusal, returnMsg: null },
    facts: Object.fromEntries(facts),
    lastSeen: null,
    ...(kept ? {} : { payeeSealed: null, payeeKeyId: null, payeeEmailDigest: null }),
  };
}

/** The redirect gets the mark in any case: the database lets no trade with it be sent. */
function erasedTerms(asked: StoredTerms, keepsAddress: boolean): StoredTerms {
  return mapTerms((name, { kind, isOptional }) => {
    if (name === 'redirectUrl') return ERASED;
    if (kind === 'deal' || (kind === 'destination' && keepsAddress)) return asked[name] ?? null;
    return isOptional ? null : ERASED;
  });
}

export function withoutPerson(snapshot: TradeSnapshot): TradeSnapshot {
  const facts = Object.fromEntries(Object.entries(snapshot.facts).filter(([name]) => !isPersonalField(name)));
  const anonymous = { ...snapshot, address: null, facts };
  if (anonymous.kind === 'BUY') return anonymous;
  return { ...anonymous, payee: { name: null, account: null, card: null, email: null }, signature: null };
}
