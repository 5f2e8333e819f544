import { DIGITS, isFiat } from '../../platform/terms/currencies.js';
import type { FiatDecimals } from '../../platform/terms/decimal.js';
import { fractionDigits, withFractionDigits } from '../../platform/terms/decimal.js';
import { fieldProblem, PROBLEM_TEXTS, wrongField } from '../../platform/problems/problem.js';
import type { Problem } from '../../platform/problems/problem.js';

/** null: no such currency. */
export function fiatDigits(fiat: string, decided: FiatDecimals): number | null {
  return isFiat(fiat) ? (decided[fiat] ?? DIGITS.get(fiat) ?? null) : null;
}

export type FiatAmount =
  | { readonly kind: 'ok'; readonly amount: string }
  | { readonly kind: 'unknown_fiat' }
  | { readonly kind: 'too_precise'; readonly digits: number };

/** `10` USD becomes `10.00`. `100.000` USD is too precise: its sender may not count in cents. */
export function toFiatAmount(fiat: string, amount: string, decided: FiatDecimals): FiatAmount {
  const digits = fiatDigits(fiat, decided);
  if (digits === null) return { kind: 'unknown_fiat' };
  if (fractionDigits(amount) > digits) return { kind: 'too_precise', digits };
  return { kind: 'ok', amount: withFractionDigits(amount, digits) };
}

export function tooPrecise(fiat: string, digits: number): Problem {
  return fieldProblem('amount_precision', 'amount', PROBLEM_TEXTS.amountPrecision(fiat, digits));
}

export const NO_FIAT = 'must be an ISO 4217 currency code, such as USD';

export function unknownFiat(): Problem {
  return wrongField('fiat', NO_FIAT);
}
