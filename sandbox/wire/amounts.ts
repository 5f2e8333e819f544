import { LosslessNumber } from 'lossless-json';

/** Decimal fields of records, quotes and list entries. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'amount',
  'cryptoPrice',
  'cryptoQuantity',
  'rampFee',
  'networkFee',
  'rebateFiatAmount',
  'rebateUsdAmount',
  'networkfee',
  'rampfee',
  'fiatInUSD',
  'rampFeeInUSD',
  'cryptoNetworkFee',
  'networkFeeInUSD',
  'cryptoAmountInUSDT',
  'cryptoAmount',
  'cryptoActualAmount',
  'fiatAmount',
  'fiatQuantity',
]);

/** Turns decimal strings into JSON numbers with the same digits. */
export function withNumbers(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      AMOUNTS.has(name) && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
        ? new LosslessNumber(value)
        : value,
    ]),
  );
}
