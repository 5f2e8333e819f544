import { Secret } from '../../platform/shared/secret.js';
import type { TradeCustomer } from '../port/ramp.types.js';
import { isHeaderValue } from '../../platform/shared/header-value.js';
import { noToken, TokenSource } from './access-tokens.js';
import type { TokenFinding } from './access-tokens.js';

/** Did the merchant's own server hand in a token with the checkout? */
export function isHandedIn({ accessToken }: TradeCustomer): boolean {
  return accessToken !== null && accessToken !== '';
}

/** A token that the merchant's own server handed in goes before every other source, and is never kept. */
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
