import { iso } from '../../platform/time/time.js';
import { currentTrade, leadingTrade, termsOf } from '../../orders/model/fold.js';
import { PURCHASE_FACTS } from './order.dto.js';
import type { FailureDto, OrderDto } from './order.dto.js';
import { isRetryOffered, shownPage } from '../../orders/decisions/offers.js';
import type { OfferPolicy } from '../../orders/decisions/offers.js';
import { orderEnd } from '../../orders/decisions/order-end.js';
import { isPaid } from '../../orders/model/order-status.js';
import type { OrderState, TradeRow } from '../../orders/model/order.types.js';
import { SHOWN_TERMS } from '../../platform/terms/order-terms.js';
import { withNulls } from '../../ramp/port/trade-facts.js';
import { refusalByProblem } from '../../ramp/port/refusal-table.js';

export function presentOrder(state: OrderState, policy: OfferPolicy): OrderDto {
  const { order, trades } = state;
  const lead = leadingTrade(trades);
  const page = shownPage(state, policy);
  return {
    merchantOrderNo: order.merchantOrderNo,
    side: order.side,
    status: order.status,
    ...orderEnd(state),
    retryable: isRetryOffered(state, policy),
    version: order.version,
    payUrl: page?.payUrl ?? null,
    payUrlExpiresAt: iso(page?.until ?? null),
    orderNo: lead.orderNo,
    rampStatus: lead.rampStatus,
    ...withNulls(termsOf(trades), SHOWN_TERMS),
    paidAmount: paymentOf(lead).paidAmount,
    ...withNulls(lead.facts, PURCHASE_FACTS),
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    failure: failureOf(order.failureCode),
    inReview: order.inReview,
    trades: trades.map((trade) => ({
      tradeNo: trade.tradeNo,
      orderNo: trade.orderNo,
      status: trade.status,
      rampStatus: trade.rampStatus,
      current: trade === currentTrade(trades),
      ...paymentOf(trade),
      createdAt: trade.createdAt.toISOString(),
    })),
  };
}

/** Some providers fill in both before the payment. */
function paymentOf({ status, facts }: Pick<TradeRow, 'status' | 'facts'>) {
  const { amount = null, paidAt = null } = isPaid(status) ? facts : {};
  return { paidAmount: amount, paidAt };
}

const FAILURES: Readonly<Record<string, string>> = {
  payment_failed: 'The payment did not go through. It can be tried again.',
  cancelled: 'The payment was cancelled.',
  expired: 'Nothing was paid in time.',
  quote_moved: 'The price has moved since it was shown. Nothing was paid.',
  paused: 'Not available at the moment. Nothing was paid.',
  refunded: 'The payment was refunded.',
  not_created: 'The order could not be created at the provider. Nothing was paid.',
};

export function failureOf(code: string | null): FailureDto | null {
  if (code === null) return null;
  return { code, message: FAILURES[code] ?? refusalByProblem(code)?.words ?? 'The order could not be carried out.' };
}
