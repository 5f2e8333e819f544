import { recordDate } from '../record-date.js';
import type { DateFormat } from '../record-date.js';
import type { BuyOrder } from './order.js';

/** The record of a BUY order for a query: all values strings, '' for missing ones. */
export function buyRecord(order: BuyOrder, timeZone: string, format?: DateFormat): Record<string, unknown> {
  const { request, quote } = order;
  return {
    orderNo: order.orderNo,
    side: 'BUY',
    status: order.status,
    appId: order.appId,
    createTime: recordDate(order.createdAt, timeZone, format),
    payTime: recordDate(order.paidAt, timeZone, format),
    txTime: recordDate(order.sentAt, timeZone, format),
    txHash: order.txHash,
    address: request.address,
    crypto: request.crypto,
    network: request.network,
    tokenAddress: order.tokenAddress,
    fiat: request.fiat,
    amount: request.amount,
    alpha2: request.alpha2,
    payType: order.payType,
    cryptoPrice: quote.cryptoPrice,
    cryptoQuantity: quote.cryptoQuantity,
    rampFee: quote.rampFee,
    rampFeeUnit: request.fiat,
    networkFee: quote.networkFee,
    rebateFiatAmount: '0',
    rebateUsdAmount: '0',
    // Deprecated in the contract, but still sent.
    networkfee: quote.networkFee,
    rampfee: quote.rampFee,
    ...(order.status === 'FINISHED' ? finishedFields(order) : {}),
    ...order.overrides,
  };
}

function finishedFields({ quote }: BuyOrder): Record<string, string> {
  return {
    fiatInUSD: quote.fiatInUSD,
    rampFeeInUSD: quote.rampFeeInUSD,
    cryptoNetworkFee: quote.cryptoNetworkFee,
    networkFeeInUSD: quote.networkFeeInUSD,
    cryptoAmountInUSDT: quote.cryptoAmountInUSDT,
  };
}
