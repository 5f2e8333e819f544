import { Injectable, Logger } from '@nestjs/common';
import type { TokenEndpointSettings } from '../../config/access-token.settings.js';
import { Settings } from '../../config/settings.js';
import type { RampSettings } from '../../config/settings.js';
import { Clock } from '../../shared/clock.js';
import { Metrics } from '../../telemetry/metrics.js';
import { AppSecrets } from '../app-secrets.js';
import type { NoToken } from '../tokens/access-tokens.js';
import type { IssuedToken } from '../tokens/token-cache.js';
import { ProviderCall } from './provider-call.js';
import type { Call } from './provider-call.js';
import { RationedCalls } from './rationed-calls.js';
import { readIssuedToken } from './token-answer.js';
import { tokenRequest, unsignedCall } from './token-request.js';
import { tokenFetched } from './token-result.js';

/** Asks the token endpoint of the settings for the access token of one customer. */
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

  /** A server of somebody else's has nothing to do with the provider's rate and breaker; the time limit is the same. */
  async fetch(user: string, when: 'now' | 'ahead'): Promise<IssuedToken | NoToken> {
    const source = this.ramp.accessToken;
    if (source.kind !== 'endpoint') throw new TypeError('there is no token endpoint');
    const { endpoint } = source;
    const call = this.callTo(endpoint, user);
    const result = endpoint.isAtProvider
      ? await this.calls.call(when === 'now' ? 'customer' : 'poll', call)
      : (await this.provider.send({ ...call, elsewhere: endpoint.base }, this.secrets.signing)).result;
    const { found, as } = tokenFetched(result);
    this.metrics.tokenFetches.inc({ result: as });
    if (found.kind === 'none') this.logger.warn({ msg: 'no access token was issued', result: as, why: found.detail });
    return found;
  }

  private callTo(endpoint: TokenEndpointSettings, user: string): Call<IssuedToken> {
    const request = tokenRequest(endpoint, user);
    return {
      request,
      read: () => ({ problem: 'there is no access token where it should stand' }),
      atOnce: (answer) => {
        const value = readIssuedToken(answer, endpoint, this.clock.now(), this.ramp.timeZone);
        return value === null ? null : { value };
      },
      isWholePath: true,
      unsigned: endpoint.isSigned ? null : unsignedCall(request, endpoint),
    };
  }
}
