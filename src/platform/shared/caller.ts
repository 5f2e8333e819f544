import type { Secret } from './secret.js';

/** What an API key is for; staff that comes with a token has them too, but for `checkout`. */
export const ROLES = ['checkout', 'support', 'finance', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Which orders a server sees: those that it made itself, or all. */
export const SCOPES = ['own', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * As what a caller comes. `guest`: anybody, where guests may check out; `holder`: has shown a client secret, which is good
 * for one order and is compared with that order; `customer`: logged in at the merchant. What each may do is written in one
 * table, `access/permissions.ts`.
 */
export type Capacity = 'guest' | 'holder' | 'customer' | Role;

/** Who a logged-in customer is, by the word of the merchant's identity provider. */
interface KnownCustomer {
  readonly id: string;
  /** Verified by the identity provider; null: it has verified none. */
  readonly email: string | null;
}

/** Who is asking. */
export interface Caller {
  readonly kind: 'everybody' | 'guest' | 'customer' | 'key';
  /** Stands in an order as its owner; two callers with one `id` are the same caller. */
  readonly id: string;
  /** For people who read the audit log: the name of a key, the subject of a token. */
  readonly name: string;
  readonly capacities: readonly Capacity[];
  /** `all`: the caller sees the orders of others too. */
  readonly scope: Scope;
  /** null: nobody vouches for who the customer is. */
  readonly customer: KnownCustomer | null;
  /** What was shown as the secret of one order. Not compared yet: whoever has the order does it. */
  readonly clientSecret: Secret | null;
}

/** With `AUTH=none` everybody may do everything and counts as one caller. */
export const EVERYBODY: Caller = {
  kind: 'everybody',
  id: 'everybody',
  name: 'everybody',
  capacities: ['guest', 'customer', ...ROLES],
  scope: 'all',
  customer: null,
  clientSecret: null,
};

/** Only the merchant's own servers say for whom they ask, or hand in an access token of the provider's. */
export function mayActForCustomers({ capacities }: Caller): boolean {
  return capacities.includes('checkout');
}

/** What the provider said is for staff and servers. */
export function mayHearTheProvider({ capacities }: Caller): boolean {
  return ROLES.some((role) => capacities.includes(role));
}
