import { plainDecimal } from '../../../../src/ramp/wire/wire-fields.js';
import { WireNumber, isWireRecord, member } from '../../../../src/ramp/wire/wire.js';
import type { WireRecord, WireValue } from '../../../../src/ramp/wire/wire.js';

/** Is this payment method's entry an offer? Failed methods may stand beside it. */
export function isOffer(entry: WireValue): entry is WireRecord {
  return isWireRecord(entry) && isAmount(member(entry, 'cryptoQuantity')) && isAmount(member(entry, 'cryptoPrice'));
}

export function isAmount(value: WireValue | undefined): boolean {
  return amountIn(value) !== null;
}

/** The decimal's digits, from a string or a number; null: not a decimal. */
export function amountIn(value: WireValue | undefined): string | null {
  const text = value instanceof WireNumber ? value.digits : value;
  return typeof text === 'string' ? plainDecimal(text) : null;
}
