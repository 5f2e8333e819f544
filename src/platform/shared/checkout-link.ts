/** What the merchant's server may set in a link to the checkout page. */
export const LINK_FIELDS = [
  'merchantOrderNo',
  'fiat',
  'amount',
  'crypto',
  'network',
  'address',
  'memo',
  'payWayCode',
  'country',
  'redirectUrl',
  'failRedirectUrl',
  'merchantName',
] as const;

/**
 * What a link sets, in canonical form; what is absent is the customer's to choose. An address comes with its memo, empty
 * where there is none: beside the shop's address, a memo of somebody else's is another destination.
 */
export type LinkTerms = { readonly [F in (typeof LINK_FIELDS)[number]]?: string };

/** A link as the page gets it, and hands it on with the checkout. */
export interface PageLink {
  readonly token: string;
  readonly terms: LinkTerms;
}
