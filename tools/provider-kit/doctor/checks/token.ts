import type { AccessTokenSettings } from '../../../../src/platform/config/ramp-settings.js';
import type { RampResult } from '../../../../src/ramp/port/ramp.errors.js';
import { failed, warned, passed, refusalSaid } from '../finding.js';
import type { Finding } from '../finding.js';

const FROM_THE_MERCHANT =
  'Fine if your server hands in accessToken with each checkout; else set RAMP_ACCESS_TOKEN or RAMP_ACCESS_TOKEN_URL.';
const ENDPOINT = 'Check RAMP_ACCESS_TOKEN_URL and the settings that begin with RAMP_ACCESS_TOKEN_.';

/**
 * Is an access token available for creates? Whether the provider accepts it shows only when an order is created, which
 * is not done here. `user`: the customer for a trial issue; null: none.
 */
export async function checkToken(
  source: AccessTokenSettings,
  user: string | null,
  issueToken: (user: string) => Promise<RampResult<unknown>>,
): Promise<Finding> {
  switch (source.kind) {
    case 'none':
      return warned('no access token is configured', FROM_THE_MERCHANT);
    case 'fixed':
    case 'file':
      return passed(`one is there (${source.kind}); whether it is accepted shows with the first order`);
    case 'endpoint': {
      const { fact } = source.endpoint.identity;
      if (user === null) {
        return warned('tokens are issued for each customer; none was asked for', `Try one: --customer <${fact}>.`);
      }
      return judge(await issueToken(user));
    }
  }
}

function judge(result: RampResult<unknown>): Finding {
  if (result.kind === 'answered') return passed('the endpoint issues tokens');
  return result.kind === 'refused'
    ? failed(`the endpoint refuses: ${refusalSaid(result)}`, ENDPOINT)
    : failed(`the endpoint issues none: ${result.detail}`, ENDPOINT);
}
