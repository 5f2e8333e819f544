import type { Secret } from '../../platform/callers/secret.js';
import type { NoTokenReason } from '../port/ramp.errors.js';
import type { TradeCustomer } from '../port/ramp.types.js';

export interface NoToken {
  readonly kind: 'none';
  readonly reason: NoTokenReason;
  /** Without tokens and personal data. */
  readonly detail: string;
}

interface Token {
  readonly kind: 'token';
  readonly token: Secret;
}

export type TokenFinding = Token | NoToken;

/** Supplies access tokens as configured. Never throws for faults of a file, a network or a server. */
export abstract class TokenSource {
  abstract find(customer: TradeCustomer): Promise<TokenFinding>;

  /** The provider refused this token: don't supply it again unless the source issues it anew. */
  abstract discard(customer: TradeCustomer, token: Secret): void;
}

export const noToken = (reason: NoTokenReason, detail: string): NoToken => ({ kind: 'none', reason, detail });
