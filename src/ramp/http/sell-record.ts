import type { SellSnapshot } from '../ramp.types.js';
import type { RecordReading } from './buy-record.js';
import { sellStatus } from './trade-status.js';
import { WireFields } from './wire-fields.js';
import type { WireRecord } from './wire.js';

/**
 * The contract's SELL order record in our words. Its `signature` is not read: how it is made is not shown, and the
 * answer to our own signed question over TLS needs no second proof.
 */
export function readSellRecord(record: WireRecord, { timeZone, statusMap }: RecordReading): SellSnapshot {
  const fields = new WireFields(record, timeZone);
  const rampStatus = fields.text('status');
  const seen = {
    kind: 'SELL',
    orderNo: fields.text('orderNo'),
    tradeNo: fields.text('merchantOrderNo'),
    appId: fields.text('appId'),
    rampStatus,
    status: sellStatus(rampStatus, statusMap),
    address: fields.text('address'),
    paidAt: fields.moment('payTime'),
    completedAt: fields.moment('completeTime'),
    receivedAt: fields.moment('receiptTime'),
    crypto: fields.text('crypto'),
    network: fields.text('network'),
    cryptoPrice: fields.decimal('cryptoPrice'),
    cryptoAmount: fields.decimal('cryptoAmount'),
    cryptoActualAmount: fields.decimal('cryptoActualAmount'),
    fiatAmount: fields.decimal('fiatAmount'),
    rampFee: fields.decimal('rampFee'),
    fiat: fields.text('fiat'),
    txHash: fields.text('txHash'),
    orderPageUrl: fields.text('orderAddress'),
    paymentType: fields.text('paymentType'),
    failReason: fields.text('failReason'),
    email: fields.text('email'),
    name: fields.text('name'),
    account: fields.text('account'),
    card: fields.text('card'),
  } as const;
  return { ...seen, unreadable: fields.unreadable };
}
