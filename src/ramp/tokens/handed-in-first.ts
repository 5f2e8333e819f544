import { Secret } from '../../platform/callers/secret.js';
import type { TradeCustomer } from '../port/ramp.types.js';
import { isHeaderValue } from '../../platform/text/text.js';
import { noToken, TokenSource } from './access-tokens.js';
import type { TokenFinding } from './access-tokens.js';

/** Did the merchant's own server send a token with the checkout? */
export function isHandedIn({ accessToken }: TradeCustomer): boolean {
  return accessToken !== null && accessToken !== '';
}

/** Prefers the token that the merchant's own server sent with the checkout, and never stores it. */
export class HandedInFirst extends TokenSource {
  constructor(private readonly others: TokenSource) {
    super();
  }

  async find(customer: TradeCustomer): Promise<TokenFinding> {
    const { accessToken } = customer;
    if (accessToken === null || accessToken === '') return this.others.find(customer);
    return isHeaderValue(accessToken)
      ? { kind: 'token', token: new Secret(accessToken) }
      : noToken('no_access_token', 'the access token that was handed in cannot be sent');
  }

  discard(customer: TradeCustomer, token: Secret): void {
    if (!isHandedIn(customer)) this.others.discard(customer, token);
  }
}
