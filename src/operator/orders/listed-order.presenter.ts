import { leadingTrade } from '../../orders/model/fold.js';
import { orderEnd } from '../../orders/decisions/order-end.js';
import { isRetryable } from '../../orders/model/order-status.js';
import { failureOf } from '../../orders/api/order.presenter.js';
import type { FoundOrder } from '../../orders/model/order-search.types.js';
import { CALLER_KINDS } from './listed-order.dto.js';
import type { LISTED_ORDER } from './listed-order.dto.js';
import type { StoredBy } from '../../platform/http/answers/shape.js';
import { Mask } from '../../platform/redaction/for-staff.js';

export function listedOf({ order, trades, openMismatches }: FoundOrder): StoredBy<typeof LISTED_ORDER> {
  const mask = new Mask([order.address, order.customerId]);
  const lead = trades.length === 0 ? null : leadingTrade(trades);
  return {
    ...order,
    ...orderEnd({ order, trades }),
    retryable: order.side === 'BUY' && isRetryable(order.status) && !order.inReview,
    ...mask.fields({ address: order.address, customerId: order.customerId }),
    orderNo: lead?.orderNo ?? null,
    rampStatus: lead?.rampStatus ?? null,
    txHash: lead?.facts.txHash ?? null,
    callerKind: CALLER_KINDS.find((kind) => order.caller.split(':', 1)[0] === kind) ?? null,
    failure: failureOf(order.failureCode),
    tradeCount: trades.length,
    openMismatches,
  };
}
