import type { Secret } from './secret.js';

/** Roles of API keys. Staff with tokens has them too, except `checkout`. */
export const ROLES = ['checkout', 'support', 'finance', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The orders that a server sees: those it created, or all. */
export const SCOPES = ['own', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * `holder`: presented a client secret, verified later; `all_orders`: a server of scope `all`. `access/permissions.ts` says
 * what each may do.
 */
export type Capacity = 'guest' | 'holder' | 'customer' | 'all_orders' | Role;

interface KnownCustomer {
  readonly id: string;
  /** Only if the identity provider has verified it. */
  readonly email: string | null;
}

export interface Caller {
  readonly kind: 'everybody' | 'guest' | 'customer' | 'key';
  /** Stored as an order's owner; callers with the same `id` are the same caller. */
  readonly id: string;
  /** For readers of the audit log: a key's name, or a token's subject. */
  readonly name: string;
  readonly capacities: readonly Capacity[];
  readonly scope: Scope;
  /** null: the customer is not authenticated. */
  readonly customer: KnownCustomer | null;
  /** The presented client secret. Not verified yet: that needs the order. */
  readonly clientSecret: Secret | null;
}

/** With `AUTH=none` all clients share one caller that may do everything. */
export const EVERYBODY: Caller = {
  kind: 'everybody',
  id: 'everybody',
  name: 'everybody',
  capacities: ['guest', 'customer', 'all_orders', ...ROLES],
  scope: 'all',
  customer: null,
  clientSecret: null,
};

/** How an order's history names a caller: a key by its id, others by their kind, because their ids are personal. */
export const historyName = ({ kind, id }: Caller): string => (kind === 'key' ? id : kind);

/** Only the merchant's own servers may name a customer, or pass a provider's access token. */
export function mayActForCustomers({ capacities }: Caller): boolean {
  return capacities.includes('checkout');
}

/** Provider messages are shown to staff and servers only. */
export function seesProviderMessages({ capacities }: Caller): boolean {
  return ROLES.some((role) => capacities.includes(role));
}
