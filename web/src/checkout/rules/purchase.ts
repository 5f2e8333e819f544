import type { CheckoutRequest, Quote } from '#client/src/index.js';
import type { PageLink } from '#src/platform/terms/terms.js';
import type { PairName } from './pairs.js';
import { isQuantity, TOLERANCE_PERCENT } from '../../prices/rules/price-change.js';

export interface Purchase {
  readonly fiat: string;
  /** With exactly the currency's decimals. */
  readonly amount: string;
  readonly pair: PairName;
  readonly country: string;
  readonly address: string;
  /** Empty: none. */
  readonly memo: string;
  readonly quote: Quote;
}

/** The order page, to which the pay page may return. The service fills in the number. */
const RETURN_PATH = '/orders/{merchantOrderNo}';

/**
 * The checkout request at the shown price; null: the quote names no payment method. `origin` is the page's own, to
 * which customers return if the operator allows it. Values set by `link` are sent unchanged, with its token.
 */
export function checkoutRequest(
  { fiat, amount, pair, country, address, memo, quote }: Purchase,
  origin: string,
  returnOrigins: readonly string[],
  link: PageLink | null,
): CheckoutRequest | null {
  const { payWayCode, cryptoQuantity } = quote;
  if (payWayCode === null) return null;
  return {
    fiat,
    amount,
    crypto: pair.crypto,
    network: pair.network,
    address,
    payWayCode,
    country,
    ...(memo === '' ? {} : { memo }),
    ...(returnOrigins.includes(origin) ? { redirectUrl: origin + RETURN_PATH } : {}),
    ...(isQuantity(cryptoQuantity) ? { quote: { cryptoQuantity, tolerancePercent: TOLERANCE_PERCENT } } : {}),
    ...(link === null ? {} : { ...link.terms, link: link.token }),
  };
}
