import type { TokenEndpointSettings } from '../../platform/config/ramp-settings.js';
import type { Secret } from '../../platform/callers/secret.js';
import type { MonotonicTime } from '../../platform/time/time.js';
import type { TradeCustomer } from '../port/ramp.types.js';
import { noToken, TokenSource } from './access-tokens.js';
import type { TokenFinding } from './access-tokens.js';
import { TokenCache } from './token-cache.js';
import type { FetchToken } from './token-cache.js';

/** Tokens issued by a server, one for each customer. */
export class IssuedTokens extends TokenSource {
  private readonly cache: TokenCache;

  constructor(
    private readonly identity: TokenEndpointSettings['identity'],
    fetchToken: FetchToken,
    time: MonotonicTime,
  ) {
    super();
    this.cache = new TokenCache(fetchToken, time);
  }

  async find(customer: TradeCustomer): Promise<TokenFinding> {
    const user = this.userOf(customer);
    if (user !== null) return this.cache.get(user);
    const { fact } = this.identity;
    return noToken(fact === 'email' ? 'no_customer_email' : 'no_customer_id', 'it is not known who the customer is');
  }

  discard(customer: TradeCustomer, token: Secret): void {
    const user = this.userOf(customer);
    if (user !== null) this.cache.discard(user, token);
  }

  private userOf(customer: TradeCustomer): string | null {
    const user = customer[this.identity.fact];
    return user === '' ? null : user;
  }
}
