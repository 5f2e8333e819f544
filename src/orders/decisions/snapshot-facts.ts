import type { BuySnapshot, SellSnapshot, TradeSnapshot } from '../../ramp/port/ramp.types.js';
import { isPaid, paidStage } from '../model/order-status.js';
import type { TradeStatus } from '../model/order-status.js';
import type { FirstSeen } from './sale-expectation.js';
import type { TradeFacts, TradeRow } from '../model/order.types.js';

/**
 * The facts of a trade after an answer. What the answer leaves empty keeps its old value: a provider that forgets a
 * field does not make us forget it. Times are the provider's where it gives them.
 */
export function factsOf(
  trade: TradeRow,
  snapshot: TradeSnapshot,
  status: TradeStatus,
  now: Date,
  first: FirstSeen,
): Partial<TradeFacts> {
  const facts =
    snapshot.kind === 'BUY' ? buyFacts(trade, snapshot, status, now) : sellFacts(trade, snapshot, status, now, first);
  const said = Object.entries(facts).filter(([, value]) => value !== null);
  return Object.fromEntries(said.map(([name, value]) => [name, withoutNegativeZero(value)]));
}

/** Postgres has no negative zero: kept as it came, `-0.00` would differ from what is stored at each answer. */
function withoutNegativeZero<T>(value: T): T | string {
  return typeof value === 'string' && /^-0(?:\.0+)?$/.test(value) ? value.slice(1) : value;
}

function buyFacts(trade: TradeRow, seen: BuySnapshot, status: TradeStatus, now: Date): Partial<TradeFacts> {
  return {
    amount: seen.amount,
    cryptoPrice: seen.cryptoPrice,
    cryptoQuantity: seen.cryptoQuantity,
    rampFee: seen.rampFee,
    rampFeeUnit: seen.rampFeeUnit,
    networkFee: seen.networkFee,
    rebateFiatAmount: seen.rebateFiatAmount,
    rebateUsdAmount: seen.rebateUsdAmount,
    fiatInUSD: seen.fiatInUSD,
    rampFeeInUSD: seen.rampFeeInUSD,
    cryptoNetworkFee: seen.cryptoNetworkFee,
    networkFeeInUSD: seen.networkFeeInUSD,
    cryptoAmountInUSDT: seen.cryptoAmountInUSDT,
    tokenAddress: seen.tokenAddress,
    payType: seen.payType,
    txHash: seen.txHash,
    rampCreatedAt: seen.createdAt,
    // Some providers fill payTime before anything was paid.
    paidAt: isPaid(status) ? seen.paidAt : null,
    transferredAt: seen.transferredAt,
    // A BUY record has no time of completion: the moment of the answer that first said so.
    completedAt: status === 'COMPLETED' ? (trade.completedAt ?? now) : null,
  };
}

/**
 * Of a sale the customer pays in crypto: paid when it was confirmed on its chain, transferred when the payout started,
 * completed when it arrived. Each only once the status says so: some providers fill times in advance.
 */
function sellFacts(
  trade: TradeRow,
  seen: SellSnapshot,
  status: TradeStatus,
  now: Date,
  first: FirstSeen,
): Partial<TradeFacts> {
  return {
    cryptoPrice: seen.cryptoPrice,
    rampFee: seen.rampFee,
    cryptoAmount: isPaid(trade.status)
      ? first.keep('cryptoAmount', trade.cryptoAmount, seen.cryptoAmount)
      : seen.cryptoAmount,
    cryptoActualAmount: seen.cryptoActualAmount,
    fiatAmount: seen.fiatAmount,
    payoutAddress: first.keep('address', trade.payoutAddress, seen.address),
    orderPageUrl: seen.orderPageUrl,
    paymentType: seen.paymentType,
    failReason: seen.failReason,
    txHash: seen.txHash,
    paidAt: isPaid(status) ? seen.cryptoConfirmedAt : null,
    transferredAt: paidStage(status) > 1 ? seen.payoutStartedAt : null,
    completedAt: status === 'COMPLETED' ? (seen.paidOutAt ?? trade.completedAt ?? now) : null,
  };
}
