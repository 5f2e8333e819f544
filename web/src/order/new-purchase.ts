import type { Order } from '#client/src/index.js';
import type { Draft } from '../net/draft.js';
import type { RecentOrder } from '../net/recent-orders.js';

type Terms = Pick<
  Order,
  'side' | 'fiat' | 'amount' | 'crypto' | 'network' | 'country' | 'payWayCode' | 'address' | 'memo'
>;

export interface NewPurchaseForm {
  /** Address of the checkout page. */
  readonly href: string;
  /** Signed links open the page where nothing else does. */
  readonly isByLink: boolean;
  /** The form's content, kept in the tab; null: only what `href` says. */
  readonly draft: Draft | null;
}

/**
 * The checkout page with an order's terms. Only an order made in this browser (`made`) fills in the address: in a
 * stranger's order it is the stranger's. A link that fixes the number can't make another order.
 */
export function newPurchaseForm(order: Terms | null, made: RecentOrder | null): NewPurchaseForm {
  if (order === null) return { href: '/checkout', isByLink: false, draft: null };
  if (made === null || made.isNumberFixed) return { href: withQuery(queryOf(order)), isByLink: false, draft: null };
  const query = made.link === null ? queryOf(order) : { link: made.link };
  return { href: withQuery(query), isByLink: made.link !== null, draft: draftOf(order) };
}

/** Without the address, since URLs are logged. */
function queryOf({ side, fiat, amount, crypto, network, country, payWayCode }: Terms): Query {
  const isPurchase = side === 'BUY';
  return {
    ...{ fiat, amount: isPurchase ? amount : null, crypto, network, country },
    payWayCode: isPurchase ? payWayCode : null,
  };
}

function draftOf({ side, fiat, amount, crypto, network, country, payWayCode, address, memo }: Terms): Draft | null {
  if (side !== 'BUY' || fiat === null || amount === null || crypto === null || network === null) return null;
  return {
    ...{ fiat, amountText: amount, isAmountSuggested: false, pair: { crypto, network }, payWayCode },
    ...{ country: country ?? '', address: address ?? '', memo: memo ?? '' },
  };
}

type Query = Readonly<Record<string, string | null>>;

function withQuery(query: Query): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null) values.set(name, value);
  const text = values.toString();
  return text === '' ? '/checkout' : `/checkout?${text}`;
}
