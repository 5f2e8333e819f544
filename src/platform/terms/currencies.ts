import currencies from 'currency-codes';

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
export const DIGITS: ReadonlyMap<string, number> = new Map([
  ...currencies.data
    .filter(({ code }) => !NO_MONEY.has(code) && !WITHDRAWN.has(code))
    .map(({ code, digits }) => [code, digits] as const),
  ...NEWER,
]);

/** `fiat`: upper case. */
export const isFiat = (fiat: string): boolean => DIGITS.has(fiat);
