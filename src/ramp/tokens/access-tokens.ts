import { Logger } from '@nestjs/common';
import type { AccessTokenSettings } from '../../platform/config/ramp-settings.js';
import { isHeaderValue } from '../../platform/text/text.js';
import type { Time } from '../../platform/time/time.js';
import { Secret } from '../../platform/callers/secret.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import type { TradeCustomer } from '../port/ramp.types.js';
import { FileToken } from './file-token.js';
import { noToken, TokenCache } from './token-cache.js';
import type { FetchToken, TokenFinding } from './token-cache.js';

/** The token that the merchant's own server sent with the checkout; null: none. */
export function handedInToken({ accessToken }: TradeCustomer): string | null {
  return accessToken === '' ? null : accessToken;
}

/** A token that the merchant's server sends with the checkout overrides the configured ones; it is never stored. */
export class AccessTokens {
  private readonly file: FileToken | null;
  private readonly cache: TokenCache;

  constructor(
    private readonly source: AccessTokenSettings,
    fetchToken: FetchToken,
    time: Time,
  ) {
    const outages = new OutageLog(new Logger('Ramp'), 'access_token_file');
    this.file = source.kind === 'file' ? new FileToken(source.path, source.token, outages, time) : null;
    this.cache = new TokenCache(fetchToken, time);
  }

  async find(customer: TradeCustomer): Promise<TokenFinding> {
    const handedIn = handedInToken(customer);
    if (handedIn !== null) {
      return isHeaderValue(handedIn)
        ? { kind: 'token', token: new Secret(handedIn) }
        : noToken('no_access_token', 'the access token that was handed in cannot be sent');
    }
    const { source } = this;
    if (this.file !== null) return { kind: 'token', token: await this.file.find() };
    if (source.kind === 'fixed') return { kind: 'token', token: source.token };
    if (source.kind !== 'endpoint') return noToken('no_access_token', 'there is no access token that could be sent');
    const user = this.userOf(customer);
    if (user !== null) return this.cache.get(user);
    const reason = source.endpoint.identity.fact === 'email' ? 'no_customer_email' : 'no_customer_id';
    return noToken(reason, 'it is not known who the customer is');
  }

  /** Don't supply it again unless its endpoint issues it anew. */
  discard(customer: TradeCustomer, token: Secret): void {
    const user = handedInToken(customer) === null ? this.userOf(customer) : null;
    if (user !== null) this.cache.discard(user, token);
  }

  /** The customer as the token endpoint identifies them; null: unknown, or there is no endpoint. */
  private userOf(customer: TradeCustomer): string | null {
    const user = this.source.kind === 'endpoint' ? customer[this.source.endpoint.identity.fact] : null;
    return user === '' ? null : user;
  }
}
