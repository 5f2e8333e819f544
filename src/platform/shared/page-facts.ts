import type { PageLink } from './checkout-link.js';
import type { FiatDecimals } from './fiat-decimals.js';

/** What the service tells its pages, in the document itself: nothing of an order, and nothing that its reader has not sent. */
export interface PageFacts {
  readonly brand: { readonly name: string; readonly logoUrl: string | null };
  /**
   * May a visitor who is not known buy? `invited`: who comes with a signed link. `closed`: the merchant's own pages have to
   * say who it is, or show the challenge for which this page has no widget.
   */
  readonly visitors: 'welcome' | 'invited' | 'closed';
  /** The widget of the challenge that a visitor has to solve; null: none. */
  readonly challenge: { readonly siteKey: string; readonly scriptUrl: string } | null;
  /** The link with which the page was opened, if it is one of ours. null: none is said to be signed. */
  readonly link: PageLink | 'invalid' | 'expired' | null;
  readonly fiats: readonly string[];
  readonly fiatDecimals: FiatDecimals;
  /** null: all. */
  readonly countries: readonly string[] | null;
  /** Names of payment methods by the provider's codes. */
  readonly payWays: Readonly<Record<string, string>>;
  /** Origins to which a customer may be sent back after paying. */
  readonly returnOrigins: readonly string[];
  /** What the operator decided about networks, by their canonical names. */
  readonly networks: {
    readonly families: Readonly<Record<string, string | null>>;
    readonly memoRequired: readonly string[];
    readonly explorers: Readonly<Record<string, string | null>>;
  };
}
