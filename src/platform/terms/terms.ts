import { canonicalNetwork } from '../addresses/networks.js';
import { canonicalCountry } from './countries.js';
import { TERM_NAMES, termOf } from './order-terms.js';
import type { TermForm } from './order-terms.js';

const canonicalWord = (text: string): string => text.trim().toUpperCase();

type Canonical = (text: string) => string;

/** Forms that can be written in several ways; addresses and memos need their network. */
const BY_FORM: Partial<Readonly<Record<TermForm, Canonical>>> = {
  fiat: canonicalWord,
  name: canonicalWord,
  network: canonicalNetwork,
  country: canonicalCountry,
};

const FORMS: ReadonlyMap<string, Canonical | undefined> = new Map([
  ['side', canonicalWord] as const,
  ...TERM_NAMES.map((name) => [name, BY_FORM[termOf(name).form]] as const),
]);

/** Terms without a canonical form are compared letter by letter. */
export function sameTerm(field: string, one: string | null, other: string | null): boolean {
  const form = FORMS.get(field);
  return one === other || (one !== null && other !== null && form !== undefined && form(one) === form(other));
}

export const LINK_FIELDS = ['merchantOrderNo', ...TERM_NAMES] as const;

/** In canonical form. An address comes with its memo, even an empty one: another memo is another destination. */
export type LinkTerms = { readonly [F in (typeof LINK_FIELDS)[number]]?: string };

/** A link as passed to the page, which sends it on with the checkout. */
export interface PageLink {
  readonly token: string;
  readonly terms: LinkTerms;
}

/** Languages of the pages. */
export const PAGE_LANGUAGES = ['en', 'es', 'pt', 'fr', 'de', 'zh-CN', 'ar'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** Whole minutes. Most orders take at most `typicalMinutes`; longer than `slowMinutes` is unusual. */
export interface Duration {
  readonly typicalMinutes: number;
  readonly slowMinutes: number;
}

/** How long parts of an order usually take. What is not listed is unknown. */
export interface Durations {
  /** From order to delivery by payment method, as the merchant states it. */
  readonly stated: Readonly<Record<string, Duration>>;
  /** Measured: from order to payment, by payment method. */
  readonly payment: Readonly<Record<string, Duration>>;
  /** Measured: from payment to delivery, by network. */
  readonly delivery: Readonly<Record<string, Duration>>;
  /** Measured: from the receipt of a sale's crypto to its end, by the provider's code of the payout method. */
  readonly payout: Readonly<Record<string, Duration>>;
}

interface StaffSignIn {
  /** `AUTH=none`: nobody signs in. */
  readonly isOpen: boolean;
  /** null: with API keys only. */
  readonly openid: { readonly issuer: string; readonly clientId: string; readonly audience: string } | null;
}

/** Data in the page's document: no order data, and nothing that the visitor has not sent. */
export interface PageFacts {
  readonly brand: { readonly name: string; readonly logoUrl: string | null; readonly url: string | null };
  /** Addresses with the placeholders `{lang}` and `{merchantOrderNo}`. */
  readonly help: Readonly<Record<'support' | 'terms' | 'privacy' | 'refunds' | 'imprint', string | null>>;
  /** The payment provider's name; null: the pages say "the payment provider". */
  readonly provider: string | null;
  /** `box`: customers tick a box before they order. */
  readonly consent: 'notice' | 'box';
  /** `invited`: with a signed link. `closed`: the merchant's pages must log the visitor in or show the challenge. */
  readonly visitors: 'welcome' | 'invited' | 'closed';
  readonly challenge: { readonly siteKey: string; readonly scriptUrl: string } | null;
  /** The link that opened the page; null: no link, or links are unsigned. */
  readonly link: PageLink | 'invalid' | 'expired' | null;
  /** Origin of the shop's page that shows this one in a frame or pop-up, and learns of the order; null: none does. */
  readonly embedder: string | null;
  /** How staff signs in at the console; null: the page is a customer's. */
  readonly staff: StaffSignIn | null;
  readonly fiats: readonly string[];
  /** Decimals of each currency of the page. */
  readonly fiatDigits: Readonly<Record<string, number>>;
  readonly countries: readonly string[] | null;
  /** Names of payment methods by code, or by `code@language` in that language. */
  readonly payWays: Readonly<Record<string, string>>;
  readonly durations: Durations;
  /** Host of the page where the newest order was to be paid; null: unknown. */
  readonly payHost: string | null;
  readonly returnOrigins: readonly string[];
  readonly networks: {
    readonly families: Readonly<Record<string, string | null>>;
    readonly memoRequired: readonly string[];
    readonly explorers: Readonly<Record<string, string | null>>;
  };
}
