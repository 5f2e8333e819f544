import { isDecimal } from '../../platform/terms/decimal.js';

const SCIENTIFIC = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?[eE]([+-]?\d{1,3})$/;

/**
 * The provider's decimal as plain digits; null: not a decimal.
 *
 * Plain text is kept digit for digit. Scientific notation, which Java's BigDecimal prints for small and round values
 * (`0E-8`, `1E+2`; an assumption, the contract shows no such value), is rewritten as BigDecimal.toPlainString would.
 * Grouping, a plus sign, leading zeros and more than 40 or 30 digits are refused.
 */
export function plainDecimal(text: string): string | null {
  if (isDecimal(text)) return text;
  const [, sign, whole, fraction = '', exponent] = SCIENTIFIC.exec(text) ?? [];
  if (sign === undefined || whole === undefined || exponent === undefined) return null;
  const plain = sign + movePoint(whole + fraction, whole.length + Number(exponent));
  return isDecimal(plain) ? plain : null;
}

/** `digits` with the decimal point before digit number `point`, padded with zeros. */
function movePoint(digits: string, point: number): string {
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const whole = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const fraction = padded.slice(at);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
