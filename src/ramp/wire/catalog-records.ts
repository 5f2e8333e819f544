import type { CryptoPair, ListedCryptos } from '../port/ramp.types.js';
import { compareDecimals } from '../../platform/terms/decimal.js';
import { WireFields } from './wire-fields.js';
import { WireNumber, isWireList, isWireRecord, member } from './wire.js';
import type { ReadResult, WireValue } from './wire.js';

/** Skips bad entries, so that one does not close the shop; without any readable one it is a protocol error. */
export function readCryptoList(data: WireValue): ReadResult<ListedCryptos> {
  if (!isWireList(data)) return { problem: 'the crypto list is not a list' };
  const read = data.map(readPair).filter((entry) => entry !== null);
  if (read.length === 0 && data.length > 0) return { problem: 'no entry of the crypto list can be read' };
  const first = new Map<string, ReadPair>();
  for (const entry of read) {
    const key = JSON.stringify([entry.pair.crypto, entry.pair.network]);
    if (!first.has(key)) first.set(key, entry);
  }
  const kept = [...first.values()];
  return {
    value: {
      pairs: kept.map(({ pair }) => pair),
      odd: {
        unreadable: data.length - read.length,
        duplicate: read.length - kept.length,
        limits: kept.filter(({ hasOddLimits }) => hasOddLimits).length,
      },
    },
  };
}

interface ReadPair {
  readonly pair: CryptoPair;
  readonly hasOddLimits: boolean;
}

function readPair(entry: WireValue): ReadPair | null {
  if (!isWireRecord(entry)) return null;
  const fields = new WireFields(entry);
  const crypto = fields.text('crypto');
  const network = fields.text('network');
  if (crypto === null || network === null) return null;
  const buyEnabled = isOn(member(entry, 'buyEnable'));
  const sellEnabled = isOn(member(entry, 'sellEnable'));
  const buy = readLimits(fields, buyEnabled, 'minPurchaseAmount', 'maxPurchaseAmount');
  const sell = readLimits(fields, sellEnabled, 'minSellAmount', 'maxSellAmount');
  return {
    pair: {
      crypto,
      network,
      buyEnabled,
      sellEnabled,
      minBuyAmount: buy.min,
      maxBuyAmount: buy.max,
      minSellAmount: sell.min,
      maxSellAmount: sell.max,
      icon: fields.webAddress('icon'),
      address: fields.text('address'),
    },
    hasOddLimits: buy.isOdd || sell.isOdd,
  };
}

/** Unreadable or empty limits on an enabled side are dropped, which leaves the decision to the provider. */
function readLimits(fields: WireFields, isEnabled: boolean, minName: string, maxName: string) {
  const min = fields.decimal(minName);
  const max = fields.decimal(maxName);
  const isEmpty = max !== null && (compareDecimals(max, '0') <= 0 || (min !== null && compareDecimals(min, max) > 0));
  if (isEnabled && isEmpty) return { min: null, max: null, isOdd: true };
  return { min, max, isOdd: fields.unreadable.includes(minName) || fields.unreadable.includes(maxName) };
}

/** Anything but a clear yes means no. */
function isOn(value: WireValue | undefined): boolean {
  const text = value instanceof WireNumber ? value.digits : value;
  return text === true || text === '1';
}
