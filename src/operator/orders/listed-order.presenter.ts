import { leadingTrade } from '../../orders/model/fold.js';
import { orderEnd } from '../../orders/decisions/order-end.js';
import { isRetryable } from '../../orders/model/order-status.js';
import { failureOf } from '../../orders/api/order.presenter.js';
import type { FoundOrder } from '../../orders/model/order-search.types.js';
import { callerKind } from './caller-kind.js';
import type { ListedOrderDto } from './listed-order.dto.js';
import { Mask } from '../../platform/redaction/for-staff.js';

/** An order in a list, masked. */
export function presentListed({ order, trades, openMismatches }: FoundOrder): ListedOrderDto {
  const mask = new Mask([order.address, order.customerId]);
  const lead = trades.length === 0 ? null : leadingTrade(trades);
  const { merchantOrderNo, side, status, inReview, version, fiat, amount, crypto, network, payWayCode, country } =
    order;
  return {
    merchantOrderNo,
    side,
    status,
    ...orderEnd({ order, trades }),
    retryable: side === 'BUY' && isRetryable(status) && !inReview,
    inReview,
    version,
    fiat,
    amount,
    crypto,
    network,
    ...mask.fields({ address: order.address, customerId: order.customerId }),
    payWayCode,
    country,
    orderNo: lead?.orderNo ?? null,
    rampStatus: lead?.rampStatus ?? null,
    txHash: lead?.facts.txHash ?? null,
    callerKind: callerKind(order.caller),
    failure: failureOf(order.failureCode),
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    tradeCount: trades.length,
    openMismatches,
  };
}
