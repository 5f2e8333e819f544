import { leadingTrade, termsOf } from '../../orders/model/fold.js';
import { orderEnd } from '../../orders/decisions/order-end.js';
import { isRetryable } from '../../orders/model/order-status.js';
import { failureOf } from '../../reading/api/order.presenter.js';
import type { FoundOrder } from '../../orders/model/order-search.types.js';
import { CALLER_KINDS } from './listed-order.dto.js';
import type { LISTED_ORDER } from './listed-order.dto.js';
import type { StoredBy } from '../../platform/http/answers/shape.js';
import { mapTerms } from '../../platform/terms/order-terms.js';
import type { StoredTerms } from '../../platform/terms/order-terms.js';
import { Mask } from '../../platform/redaction/for-staff.js';

/** Personal terms and those that may hold anything are masked. */
export const maskedTerms = (terms: StoredTerms, mask: Mask) =>
  mapTerms((name, { kind }) => (kind === 'deal' ? (terms[name] ?? null) : mask.field(name, terms[name] ?? null)));

export function listedOf(
  { order, trades, openMismatches }: FoundOrder,
  customerEmail: string | null,
): StoredBy<typeof LISTED_ORDER> {
  const terms = termsOf(trades);
  const mask = new Mask([terms.address, order.customerId, customerEmail]);
  const lead = trades.length === 0 ? null : leadingTrade(trades);
  return {
    ...order,
    ...orderEnd({ order, trades }),
    retryable: order.side === 'BUY' && isRetryable(order.status) && !order.inReview,
    ...maskedTerms(terms, mask),
    ...mask.fields({ customerId: order.customerId, customerEmail }),
    orderNo: lead?.orderNo ?? null,
    rampStatus: lead?.rampStatus ?? null,
    txHash: lead?.facts.txHash ?? null,
    callerKind: CALLER_KINDS.find((kind) => order.caller.split(':', 1)[0] === kind) ?? null,
    failure: failureOf(order.failureCode),
    tradeCount: trades.length,
    openMismatches,
  };
}
