import type { Settings } from '../../../../src/platform/config/settings.js';
import { Metrics } from '../../../../src/platform/telemetry/metrics.js';
import { ProcessTime } from '../../../../src/platform/time/time.js';
import { HttpTransport } from '../../../../src/ramp/calls/http-transport.js';
import { ProviderCall } from '../../../../src/ramp/calls/provider-call.js';
import { tokenCall } from '../../../../src/ramp/calls/token-fetcher.js';
import { ProviderClock } from '../../../../src/ramp/provider/provider-clock.js';
import { AppSecrets } from '../../../../src/ramp/signing/app-secrets.js';
import { failed, warned, passed } from '../finding.js';
import type { Finding } from '../finding.js';

const FROM_THE_MERCHANT =
  'Fine if your server hands in accessToken with each checkout; else set RAMP_ACCESS_TOKEN or RAMP_ACCESS_TOKEN_URL.';
const ENDPOINT = 'Check RAMP_ACCESS_TOKEN_URL and the settings that begin with RAMP_ACCESS_TOKEN_.';

/**
 * Is an access token available for creates? Whether the provider accepts it shows only when an order is created, which
 * is not done here. `customer`: for a trial issue, as the service asks for one; null: none.
 */
export async function checkToken(settings: Settings, customer: string | null): Promise<Finding> {
  const { accessToken: source, timeZone, appSecret } = settings.ramp;
  if (source.kind === 'none') return warned('no access token is configured', FROM_THE_MERCHANT);
  if (source.kind !== 'endpoint')
    return passed(`one is there (${source.kind}); whether it is accepted shows with the first order`);
  if (customer === null) {
    const { fact } = source.endpoint.identity;
    return warned('tokens are issued for each customer; none was asked for', `Try one: --customer <${fact}>.`);
  }
  const [time, metrics, transport] = [new ProcessTime(), new Metrics(), new HttpTransport(settings)];
  const secrets = new AppSecrets(settings, metrics);
  const call = new ProviderCall(settings, transport, time, new ProviderClock(time, metrics), secrets);
  try {
    const { result } = await call.send(
      tokenCall(source.endpoint, customer, () => time.now(), timeZone),
      appSecret,
    );
    if (result.kind === 'answered') return passed('the endpoint issues tokens');
    const what = result.kind === 'refused' ? `refuses: ${result.returnCode} ${result.returnMsg ?? ''}` : result.detail;
    return failed(`the endpoint issues none: ${what.trim()}`, ENDPOINT);
  } finally {
    transport.onModuleDestroy();
  }
}
