import type { CheckoutRequest, Quote } from '#client/src/index.js';
import type { PageLink } from '#src/platform/shared/checkout-link.js';
import type { PairName } from './pairs.js';
import { isQuantity, TOLERANCE_PERCENT } from './price-change.js';

/** Everything that the visitor decided. */
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

/** The order page, where the pay page may send people back to. The number is filled in by the service. */
const RETURN_PATH = '/orders/{merchantOrderNo}';

/**
 * The request for an order at the price that is shown; null: the quote does not say how to pay. `origin` is the page's own,
 * to which the customer comes back where the operator allows it. What `link` sets is sent as it is set, beside its token.
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
