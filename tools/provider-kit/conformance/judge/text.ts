import { WireNumber, isWireRecord, member } from '../../../../src/ramp/wire/wire.js';
import type { WireValue } from '../../../../src/ramp/wire/wire.js';

/** A member's text, or a number's digits; null: absent, empty or of another type. */
export function textIn(value: WireValue, name: string): string | null {
  const found = isWireRecord(value) ? member(value, name) : undefined;
  const text = found instanceof WireNumber ? found.digits : found;
  return typeof text === 'string' && text !== '' ? text : null;
}
