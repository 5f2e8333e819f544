import { canonicalCountry } from '#src/platform/terms/countries.js';
import { isPositiveDecimal } from '#src/platform/terms/decimal.js';
import { findPair, fittingPairs } from './pairs.js';

/** Prefilled values from an unsigned link; null: absent. */
export interface LinkWish {
  readonly fiat: string | null;
  /** Plain decimal text. */
  readonly amount: string | null;
  readonly crypto: string | null;
  readonly network: string | null;
  readonly country: string | null;
  readonly payWayCode: string | null;
}

export const NO_WISH: LinkWish = {
  fiat: null,
  amount: null,
  crypto: null,
  network: null,
  country: null,
  payWayCode: null,
};

export interface Link {
  readonly wish: LinkWish;
  /** Part of the link was unusable. */
  readonly hasOdd: boolean;
}

export interface Offer {
  readonly fiats: readonly string[];
  readonly countries: readonly string[];
}

const WORD = /^[\x21-\x7e]{1,64}$/;

/**
 * Reads `?fiat=EUR&amount=50&crypto=USDT&network=TRX&country=DE&payWayCode=10001`. A link is untrusted input:
 * malformed or unavailable values are dropped, and the visitor can change all others. It never sets the destination: a
 * thief's link with the thief's address would need only one press. The pair is checked once the list is loaded.
 */
export function readLink(search: string, { fiats, countries }: Offer): Link {
  const query = new URLSearchParams(search);
  let hasOdd = false;
  const value = (name: string, isGood: (text: string) => boolean, written = (text: string) => text): string | null => {
    const raw = query.get(name);
    if (raw === null || raw.trim() === '') return null;
    const text = written(raw.trim());
    if (isGood(text)) return text;
    hasOdd = true;
    return null;
  };
  const upper = (text: string): string => text.toUpperCase();
  const wish: LinkWish = {
    fiat: value('fiat', (text) => fiats.includes(text), upper),
    amount: value('amount', isPositiveDecimal),
    crypto: value('crypto', (text) => WORD.test(text)),
    network: value('network', (text) => WORD.test(text)),
    country: value('country', (text) => countries.includes(text), canonicalCountry),
    payWayCode: value('payWayCode', (text) => WORD.test(text)),
  };
  // An amount is meaningless without its currency.
  const isAmountOdd = wish.amount !== null && wish.fiat === null;
  const namesDestination = ['address', 'memo'].some((name) => (query.get(name) ?? '').trim() !== '');
  if (isAmountOdd || namesDestination) hasOdd = true;
  return { wish: { ...wish, amount: isAmountOdd ? null : wish.amount }, hasOdd };
}

/**
 * The pair named by a link: crypto and network under any of their names; without a network the first of that crypto.
 * undefined: not in the list. null: the link names none.
 */
export function linkedPair<Pair extends { crypto: string; network: string }>(
  { crypto, network }: Pick<LinkWish, 'crypto' | 'network'>,
  pairs: readonly Pair[],
): Pair | null | undefined {
  if (crypto === null) return network === null ? null : undefined;
  if (network !== null) return findPair(pairs, { crypto, network });
  return fittingPairs(pairs, { crypto })[0];
}
