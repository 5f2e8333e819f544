import { TERM_NAMES } from './order-terms.js';

export const LINK_FIELDS = ['merchantOrderNo', ...TERM_NAMES] as const;

/**
 * The terms of a link, in canonical form; the customer chooses the rest. An address comes with its memo, even an empty
 * one: the shop's address with another memo is another destination.
 */
export type LinkTerms = { readonly [F in (typeof LINK_FIELDS)[number]]?: string };

/** A link as passed to the page, which sends it on with the checkout. */
export interface PageLink {
  readonly token: string;
  readonly terms: LinkTerms;
}
