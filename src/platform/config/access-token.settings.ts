import type { Secret } from '../callers/secret.js';

/** `seconds`, `milliseconds`: how long from now; `time`: the moment itself, in any form in which the provider writes one. */
export type LifetimeUnit = 'seconds' | 'milliseconds' | 'time';

/** An address that issues the access token of one customer. */
export interface TokenEndpointSettings {
  /** The provider's base address, or the origin of another server; without a slash at its end. */
  readonly base: string;
  /** The path after the base; begins with a slash or is empty. */
  readonly path: string;
  /** It lies below the provider's base address: its calls are calls to the provider like any other. */
  readonly isAtProvider: boolean;
  readonly method: 'POST' | 'GET';
  /** The field that names the customer, and which fact of the customer's it carries. */
  readonly identity: { readonly field: string; readonly fact: 'email' | 'id' };
  /** Names of the members that lead to the token in the answer. */
  readonly tokenPath: readonly string[];
  /** How long a token is used, in milliseconds, where its answer does not say. */
  readonly lifetimeMs: number;
  readonly lifetimeInAnswer: { readonly path: readonly string[]; readonly unit: LifetimeUnit } | null;
  /** The request carries the application's id, a timestamp and a signature, as calls to the provider do. */
  readonly isSigned: boolean;
  /** Sent as the `Authorization` header of a request that is not signed. */
  readonly authorization: Secret | null;
}

/** Where tokens come from when the merchant's own server hands none in. `token` of a file: what stood in it at start. */
export type AccessTokenSettings =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed'; readonly token: Secret }
  | { readonly kind: 'file'; readonly path: string; readonly token: Secret }
  | { readonly kind: 'endpoint'; readonly endpoint: TokenEndpointSettings };
