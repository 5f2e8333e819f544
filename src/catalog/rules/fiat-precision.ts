import currencies from 'currency-codes';
import type { FiatDecimals } from '../../platform/terms/decimal.js';
import { fractionDigits, withFractionDigits } from '../../platform/terms/decimal.js';
import { fieldProblem, PROBLEM_TEXTS, wrongField } from '../../platform/problems/problem.js';
import type { Problem } from '../../platform/problems/problem.js';

/** ISO 4217 codes that are no currencies to pay with: metals, bond units, special drawing rights, tests; and funds. */
const NO_MONEY = new Set(
  'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX BOV CHE CHW CLF COU MXV USN UYI UYW'.split(' '),
);

/** Withdrawn by 2026 but still in the package's list. */
const WITHDRAWN = new Set(['ANG', 'BGN', 'CUC']);

/** In the standard since 2025 (for ANG) but not yet in the package's list. */
const NEWER: readonly (readonly [string, number])[] = [['XCG', 2]];

/**
 * From ISO 4217: the digits of `Intl` are for display and differ for IQD, LAK, IDR, COP, HUF. Assumption: the
 * provider's "precision of the fiat currency" is the standard's, unless FIAT_DECIMALS overrides it.
 */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...currencies.data
    .filter(({ code }) => !NO_MONEY.has(code) && !WITHDRAWN.has(code))
    .map(({ code, digits }) => [code, digits] as const),
  ...NEWER,
]);

/** `fiat`: upper case. */
export const isFiat = (fiat: string): boolean => DIGITS.has(fiat);

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
