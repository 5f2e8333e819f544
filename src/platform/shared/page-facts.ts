import type { PageLink } from './checkout-link.js';
import type { FiatDecimals } from './fiat-decimals.js';

/** Data in the page's document: no order data, and nothing that the visitor has not sent. */
export interface PageFacts {
  readonly brand: { readonly name: string; readonly logoUrl: string | null };
  /**
   * Whether an anonymous visitor may buy. `invited`: with a signed link. `closed`: the merchant's own pages must
   * authenticate the visitor, or show a challenge for which this page has no widget.
   */
  readonly visitors: 'welcome' | 'invited' | 'closed';
  readonly challenge: { readonly siteKey: string; readonly scriptUrl: string } | null;
  /** The link that opened the page; null: no link, or links are unsigned. */
  readonly link: PageLink | 'invalid' | 'expired' | null;
  readonly fiats: readonly string[];
  readonly fiatDecimals: FiatDecimals;
  /** null: all. */
  readonly countries: readonly string[] | null;
  /** Names of payment methods by the provider's codes. */
  readonly payWays: Readonly<Record<string, string>>;
  readonly returnOrigins: readonly string[];
  /** The operator's settings for networks, keyed by `networkKey`. */
  readonly networks: {
    readonly families: Readonly<Record<string, string | null>>;
    readonly memoRequired: readonly string[];
    readonly explorers: Readonly<Record<string, string | null>>;
  };
}
