import type { Secret } from '../../platform/shared/secret.js';
import type { NoTokenReason } from '../port/ramp.errors.js';
import type { TradeCustomer } from '../port/ramp.types.js';

export interface NoToken {
  readonly kind: 'none';
  readonly reason: NoTokenReason;
  /** Holds neither tokens nor personal data. */
  readonly detail: string;
}

interface Token {
  readonly kind: 'token';
  readonly token: Secret;
}

export type TokenFinding = Token | NoToken;

/** Where access tokens come from, by the settings. Never throws for what a file, a network or a server does. */
export abstract class TokenSource {
  /** The token with which trades of this customer are asked for. */
  abstract find(customer: TradeCustomer): Promise<TokenFinding>;

  /** The provider refused this token: it is not given again, unless its source gives it anew. */
  abstract discard(customer: TradeCustomer, token: Secret): void;
}

export const noToken = (reason: NoTokenReason, detail: string): NoToken => ({ kind: 'none', reason, detail });
