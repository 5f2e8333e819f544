import type { LinkTerms, PageLink } from '#src/platform/terms/terms.js';
import { facts } from '../page-facts.js';
import { secretOf } from '../net/secrets.js';
import type { PairName } from './rules/pairs.js';

/** The page's link, if its signature is valid. */
export const signedLink: PageLink | null = typeof facts.link === 'object' ? facts.link : null;

/** The terms that the shop has set; visitors can't change them. */
export const shopTerms: LinkTerms = signedLink?.terms ?? {};

/** The coin that the shop has set; null: at least the network is the visitor's choice. */
export const shopPair: PairName | null = pairOf(shopTerms);

const CHOICES = ['fiat', 'amount', 'crypto', 'network', 'address', 'country', 'payWayCode'] as const;

/** The shop has set all that a visitor could choose. */
export const isAllSet = CHOICES.every((name) => shopTerms[name] !== undefined);

/** Fields whose value is shown as text. */
export const setByShop = {
  amount: shopTerms.amount !== undefined,
  coin: shopPair !== null,
  country: shopTerms.country !== undefined,
  method: shopTerms.payWayCode !== undefined,
  address: shopTerms.address !== undefined,
  memo: shopTerms.address !== undefined,
} as const;

/** The number of the link's order if this browser has made it. */
export function madeByLink(): string | null {
  const { merchantOrderNo } = shopTerms;
  return merchantOrderNo !== undefined && secretOf(merchantOrderNo) !== null ? merchantOrderNo : null;
}

function pairOf({ crypto, network }: LinkTerms): PairName | null {
  return crypto === undefined || network === undefined ? null : { crypto, network };
}
