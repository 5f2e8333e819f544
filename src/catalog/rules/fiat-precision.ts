import currencies from 'currency-codes';
import type { FiatDecimals } from '../../platform/shared/fiat-decimals.js';
import { fractionDigits, withFractionDigits } from '../../platform/shared/decimal.js';
import { fieldProblem, PROBLEM_TEXTS, wrongField } from '../../platform/shared/problem.js';
import type { Problem } from '../../platform/shared/problem.js';

/** ISO 4217 codes without minor unit: metals, bond units, special drawing rights, tests. Nobody pays with them. */
const NO_MONEY = new Set(['XAG', 'XAU', 'XBA', 'XBB', 'XBC', 'XBD', 'XDR', 'XPD', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX']);

/** Withdrawn from the standard by 2026, and still in the list of the package. */
const WITHDRAWN = new Set(['ANG', 'BGN', 'CUC']);

/** In the standard since 2025 (for ANG), and not yet in the list of the package. */
const NEWER: readonly (readonly [string, number])[] = [['XCG', 2]];

/**
 * From ISO 4217. `Intl` is no source: its digits are about how prices are shown, and differ for IQD, LAK, IDR, COP, HUF.
 * Assumption: the provider's "precision of the fiat currency" is the standard's, unless FIAT_DECIMALS says otherwise.
 */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...currencies.data
    .filter(({ code }) => !NO_MONEY.has(code) && !WITHDRAWN.has(code))
    .map(({ code, digits }) => [code, digits] as const),
  ...NEWER,
]);

/** Is there such a currency? Codes are upper case. */
export function isFiat(fiat: string): boolean {
  return DIGITS.has(fiat);
}

/** How many decimals amounts of a currency have; null: there is no such currency. */
export function fiatDigits(fiat: string, decided: FiatDecimals): number | null {
  return isFiat(fiat) ? (decided[fiat] ?? DIGITS.get(fiat) ?? null) : null;
}

export type FiatAmount =
  | { readonly kind: 'ok'; readonly amount: string }
  | { readonly kind: 'unknown_fiat' }
  | { readonly kind: 'too_precise'; readonly digits: number };

/**
 * A plain decimal with exactly the currency's decimals: `10` USD becomes `10.00`. `100.000` USD has too many, though
 * they are zeros: who writes them counts in something else than cents.
 */
export function toFiatAmount(fiat: string, amount: string, decided: FiatDecimals): FiatAmount {
  const digits = fiatDigits(fiat, decided);
  if (digits === null) return { kind: 'unknown_fiat' };
  if (fractionDigits(amount) > digits) return { kind: 'too_precise', digits };
  return { kind: 'ok', amount: withFractionDigits(amount, digits) };
}

/** What a caller is told whose amount has more decimals than its currency. */
export function tooPrecise(fiat: string, digits: number): Problem {
  return fieldProblem('amount_precision', 'amount', PROBLEM_TEXTS.amountPrecision(fiat, digits));
}

export const NO_FIAT = 'must be an ISO 4217 currency code, such as USD';

/** What a caller is told who names no such currency. */
export function unknownFiat(): Problem {
  return wrongField('fiat', NO_FIAT);
}
