import type { BuySnapshot } from '../port/ramp.types.js';
import { buyStatus } from './trade-status.js';
import type { FurtherStatuses } from './trade-status.js';
import { WireFields } from './wire-fields.js';
import type { WireRecord } from './wire.js';

export interface RecordReading {
  /** IANA name of the zone of the record's dates. */
  readonly timeZone: string;
  readonly statusMap: FurtherStatuses;
}

/** Maps the contract's BUY order record; every field of it, including those that come only with FINISHED. */
export function readBuyRecord(record: WireRecord, { timeZone, statusMap }: RecordReading): BuySnapshot {
  const fields = new WireFields(record, timeZone);
  const rampStatus = fields.text('status');
  const seen = {
    kind: 'BUY',
    side: fields.text('side'),
    orderNo: fields.text('orderNo'),
    appId: fields.text('appId'),
    rampStatus,
    status: buyStatus(rampStatus, statusMap),
    address: fields.text('address'),
    crypto: fields.text('crypto'),
    network: fields.text('network'),
    fiat: fields.text('fiat'),
    country: fields.text('alpha2'),
    facts: {
      amount: fields.decimal('amount'),
      cryptoPrice: fields.price('cryptoPrice'),
      cryptoQuantity: fields.decimal('cryptoQuantity'),
      // The contract deprecates the lower-case spellings; they are the fallback.
      rampFee: fields.decimal('rampFee', 'rampfee'),
      rampFeeUnit: fields.text('rampFeeUnit'),
      networkFee: fields.decimal('networkFee', 'networkfee'),
      rebateFiatAmount: fields.decimal('rebateFiatAmount'),
      rebateUsdAmount: fields.decimal('rebateUsdAmount'),
      fiatInUSD: fields.decimal('fiatInUSD'),
      rampFeeInUSD: fields.decimal('rampFeeInUSD'),
      cryptoNetworkFee: fields.decimal('cryptoNetworkFee'),
      networkFeeInUSD: fields.decimal('networkFeeInUSD'),
      cryptoAmountInUSDT: fields.decimal('cryptoAmountInUSDT'),
      tokenAddress: fields.text('tokenAddress'),
      payType: fields.text('payType'),
      txHash: fields.hash('txHash'),
      rampCreatedAt: fields.moment('createTime'),
      paidAt: fields.moment('payTime'),
      transferredAt: fields.moment('txTime'),
    },
  } as const;
  return { ...seen, unreadable: fields.unreadable };
}
