import type { Payee, SellSnapshot } from '../port/ramp.types.js';
import type { RecordReading } from './buy-record.js';
import { maskText } from '../../platform/redaction/forms.js';
import { sellStatus } from './trade-status.js';
import { WireFields } from './wire-fields.js';
import type { WireRecord } from './wire.js';

const LONGEST_REASON = 1024;

/**
 * Maps the contract's SELL order record, every field of it. Its `signature` is not verified: its algorithm is not
 * documented, and an answer to our own signed request over TLS needs no second proof.
 */
export function readSellRecord(record: WireRecord, { timeZone, statusMap }: RecordReading): SellSnapshot {
  const fields = new WireFields(record, timeZone);
  const rampStatus = fields.text('status');
  const payee = {
    name: fields.text('name'),
    account: fields.text('account'),
    card: fields.text('card'),
    email: fields.text('email'),
  };
  const seen = {
    kind: 'SELL',
    // Not in the contract's record; a record that names the other side is not a sale.
    side: fields.text('side'),
    orderNo: fields.text('orderNo'),
    tradeNo: fields.text('merchantOrderNo'),
    appId: fields.text('appId'),
    rampStatus,
    status: sellStatus(rampStatus, statusMap),
    address: fields.text('address'),
    crypto: fields.text('crypto'),
    network: fields.text('network'),
    fiat: fields.text('fiat'),
    facts: {
      cryptoPrice: fields.price('cryptoPrice'),
      rampFee: fields.decimal('rampFee'),
      cryptoAmount: fields.decimal('cryptoAmount'),
      cryptoActualAmount: fields.decimal('cryptoActualAmount'),
      fiatAmount: fields.decimal('fiatAmount'),
      orderPageUrl: fields.webAddress('orderAddress'),
      paymentType: fields.text('paymentType'),
      failReason: withoutPayee(fields.text('failReason'), payee),
      txHash: fields.hash('txHash'),
      // The customer pays in crypto: paid when it was confirmed on its chain.
      paidAt: fields.moment('completeTime'),
      transferredAt: fields.moment('payTime'),
      completedAt: fields.moment('receiptTime'),
    },
    payee,
    signature: fields.text('signature'),
  } as const;
  return { ...seen, unreadable: fields.unreadable };
}

/** Masks the payee in the reason: a bank may have quoted the account, and the reason is stored and shown as it is. */
function withoutPayee(reason: string | null, payee: Payee): string | null {
  if (reason === null) return null;
  const personal = Object.values(payee).filter((value): value is string => value !== null);
  return maskText(reason, personal, LONGEST_REASON);
}
