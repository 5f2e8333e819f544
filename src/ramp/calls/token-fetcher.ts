import { Injectable, Logger } from '@nestjs/common';
import type { TokenEndpointSettings } from '../../platform/config/ramp-settings.js';
import { Settings } from '../../platform/config/settings.js';
import type { RampSettings } from '../../platform/config/settings.js';
import { Clock } from '../../platform/time/time.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { AppSecrets } from '../signing/app-secrets.js';
import type { NoToken } from '../tokens/access-tokens.js';
import type { IssuedToken } from '../tokens/token-cache.js';
import { ProviderCall } from './provider-call.js';
import type { Call } from './provider-call.js';
import { RationedCalls } from './rationed-calls.js';
import { readIssuedToken } from '../wire/token-answer.js';
import { tokenRequest, unsignedCall } from './token-request.js';
import { tokenFetched } from './token-result.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** Fetches the access token of one customer from the configured endpoint. */
@Injectable()
export class TokenFetcher {
  private readonly logger = new Logger('Ramp');
  private readonly ramp: RampSettings;

  constructor(
    settings: Settings,
    private readonly calls: RationedCalls,
    private readonly provider: ProviderCall,
    private readonly secrets: AppSecrets,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {
    this.ramp = settings.ramp;
  }

  /**
   * A token server of another company has nothing to do with the provider's rate and breaker; the time limit is the
   * same.
   */
  async fetch(user: string, when: 'now' | 'ahead'): Promise<IssuedToken | NoToken> {
    const source = this.ramp.accessToken;
    if (source.kind !== 'endpoint') throw new TypeError('there is no token endpoint');
    const { endpoint } = source;
    const call = tokenCall(endpoint, user, () => this.clock.now(), this.ramp.timeZone);
    const result = endpoint.isAtProvider
      ? await this.calls.call(when === 'now' ? 'customer' : 'poll', call)
      : (await this.provider.send(call, this.secrets.signing)).result;
    const { found, as } = tokenFetched(result);
    this.metrics.tokenFetches.inc({ result: as });
    if (found.kind === 'none') logEvent(this.logger, 'access_token_not_issued', { result: as, why: found.detail });
    return found;
  }
}

/** The token request for one customer. `user`: the customer as the endpoint identifies them. */
export function tokenCall(
  endpoint: TokenEndpointSettings,
  user: string,
  now: () => Date,
  timeZone: string,
): Call<IssuedToken> {
  const request = tokenRequest(endpoint, user);
  return {
    request,
    read: () => ({ problem: 'there is no access token where it should stand' }),
    atOnce: (answer) => {
      const value = readIssuedToken(answer, endpoint, now(), timeZone);
      return value === null ? null : { value };
    },
    isWholePath: true,
    ...(endpoint.isAtProvider ? {} : { elsewhere: endpoint.base }),
    unsigned: endpoint.isSigned ? null : unsignedCall(request, endpoint),
  };
}
