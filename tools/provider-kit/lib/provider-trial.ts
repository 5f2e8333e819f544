import type { Settings } from '../../../src/platform/config/settings.js';
import { SIGNATURE_PRESETS } from '../../../src/platform/config/ramp-settings.js';
import { ProcessTime } from '../../../src/platform/time/time.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { AppSecrets } from '../../../src/ramp/signing/app-secrets.js';
import { ProviderCall } from '../../../src/ramp/calls/provider-call.js';
import type { Call } from '../../../src/ramp/calls/provider-call.js';
import { listCall, quoteCall } from '../../../src/ramp/calls/ramp-http.gateway.js';
import { tokenCall } from '../../../src/ramp/calls/token-fetcher.js';
import { HttpTransport } from '../../../src/ramp/calls/http-transport.js';
import { ProviderClock } from '../../../src/ramp/provider/provider-clock.js';
import type { Quotes, RampResult } from '../../../src/ramp/port/ramp.errors.js';
import type { ListedCryptos, QuoteRequest } from '../../../src/ramp/port/ramp.types.js';

/** One signed call, with the times of sending and answer by our clock. */
export interface Trial<T> {
  /** The signature scheme, as `RAMP_SIGNATURE` names it. */
  readonly signature: string;
  readonly secret: 'first' | 'second';
  readonly result: RampResult<T>;
  readonly sentAt: Date;
  readonly receivedAt: Date;
}

type Preset = keyof typeof SIGNATURE_PRESETS;

/** Overrides of the configured signature. */
interface Otherwise {
  readonly preset?: Preset;
  readonly useSecond?: boolean;
}

export const TRIAL_PRESETS = Object.keys(SIGNATURE_PRESETS) as readonly Preset[];

/**
 * Calls without side effects, for programs that examine the provider beside the service: signed, sent and parsed by the
 * service's code, but without rate limit and clock correction.
 */
export class ProviderTrial {
  private readonly time = new ProcessTime();

  constructor(private readonly settings: Settings) {}

  list(fiat: string, other: Otherwise = {}): Promise<Trial<ListedCryptos>> {
    return this.try(listCall(fiat), other);
  }

  quote(request: QuoteRequest, other: Otherwise = {}): Promise<Trial<Quotes>> {
    return this.try(quoteCall(request, { mask: (words) => words, codes: this.settings.ramp }), other);
  }

  /**
   * Has the configured endpoint issue a token, and returns the outcome without it. Throws if no endpoint is configured.
   */
  async issueToken(user: string): Promise<RampResult<unknown>> {
    const { accessToken, timeZone } = this.settings.ramp;
    if (accessToken.kind !== 'endpoint') throw new TypeError('there is no token endpoint');
    const call = tokenCall(accessToken.endpoint, user, () => this.time.now(), timeZone);
    return (await this.try(call, {})).result;
  }

  private async try<T>(call: Call<T>, other: Otherwise): Promise<Trial<T>> {
    const { ramp } = this.settings;
    const { preset } = other;
    const signature =
      preset === undefined ? ramp.signature : { ...ramp.signature, preset, scheme: SIGNATURE_PRESETS[preset] };
    const settings: Settings = { ...this.settings, ramp: { ...ramp, signature } };
    const metrics = new Metrics();
    const transport = new HttpTransport(settings);
    const clock = new ProviderClock(this.time, metrics);
    const provider = new ProviderCall(settings, transport, this.time, clock, new AppSecrets(settings, metrics));
    const secret = other.useSecond === true && ramp.appSecretNext !== null ? ramp.appSecretNext : ramp.appSecret;
    const sentAt = this.time.now();
    try {
      const { result } = await provider.send(call, secret);
      const used = secret === ramp.appSecret ? 'first' : 'second';
      return { signature: signature.preset, secret: used, result, sentAt, receivedAt: this.time.now() };
    } finally {
      transport.onModuleDestroy();
    }
  }
}
