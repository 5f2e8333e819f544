import { createHash } from 'node:crypto';
import { recordDate } from '../record-date.js';
import type { DateFormat } from '../record-date.js';
import type { SellOrder } from './order.js';

interface RecordSettings {
  readonly timeZone: string;
  readonly dateFormat: DateFormat;
  readonly appSecret: string;
  readonly publicUrl: string;
}

/** The record of a SELL order for a query: all values strings, '' for missing ones. */
export function sellRecord(
  order: SellOrder,
  { timeZone, dateFormat, appSecret, publicUrl }: RecordSettings,
): Record<string, unknown> {
  const { request, quote } = order;
  const signed = [order.appId, appSecret, order.orderNo, request.crypto, request.network, request.address];
  return {
    orderNo: order.orderNo,
    merchantOrderNo: order.merchantOrderNo,
    address: request.address,
    payTime: recordDate(order.paidAt, timeZone, dateFormat),
    completeTime: recordDate(order.confirmedAt, timeZone, dateFormat),
    receiptTime: recordDate(order.paidOutAt, timeZone, dateFormat),
    crypto: request.crypto,
    network: request.network,
    cryptoPrice: quote.cryptoPrice,
    cryptoAmount: request.cryptoAmount,
    cryptoActualAmount: order.confirmedAt === null ? '' : request.cryptoAmount,
    fiatAmount: quote.fiatQuantity,
    rampFee: quote.rampFee,
    appId: order.appId,
    fiat: request.fiat,
    txHash: order.txHash,
    email: order.email,
    // The contract does not define it; this is the older signature of callbacks.
    signature: createHash('sha1').update(signed.join('')).digest('hex'),
    status: order.status,
    orderAddress: `${publicUrl}/orders/${order.pageId}`,
    paymentType: '10001',
    name: 'Sandbox Person',
    account: '****6789',
    card: '',
    failReason: order.status === '5' ? 'The bank refused the payout' : '',
    ...order.overrides,
  };
}
