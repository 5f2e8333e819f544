import { plainDecimal } from '../../../../src/ramp/wire/wire-decimal.js';
import { WireNumber, isWireRecord, member } from '../../../../src/ramp/wire/wire.js';
import type { WireRecord, WireValue } from '../../../../src/ramp/wire/wire.js';

/** Can the entry of one payment method be taken for an offer? Methods that fail may stand beside those that do not. */
export function isOffer(entry: WireValue): entry is WireRecord {
  return isWireRecord(entry) && isAmount(member(entry, 'cryptoQuantity')) && isAmount(member(entry, 'cryptoPrice'));
}

export function isAmount(value: WireValue | undefined): boolean {
  return amountIn(value) !== null;
}

/** The decimal in its digits, whether it is a string or a number; null: it is none. */
export function amountIn(value: WireValue | undefined): string | null {
  const text = value instanceof WireNumber ? value.digits : value;
  return typeof text === 'string' ? plainDecimal(text) : null;
}
