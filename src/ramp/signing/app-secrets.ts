import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { Secret } from '../../platform/callers/secret.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** During a rotation the provider accepts one or both. */
@Injectable()
export class AppSecrets {
  private readonly logger = new Logger('Ramp');
  private readonly first: Secret;
  private readonly second: Secret | null;
  /** Signs every request except a trial of the other secret. */
  signing: Secret;

  constructor({ ramp }: Settings, metrics: Metrics) {
    this.first = ramp.appSecret;
    this.second = ramp.appSecretNext;
    this.signing = this.first;
    metrics.gauge(
      'ramp_checkout_provider_app_secret_in_use',
      '1 for the app secret that requests are signed with: first is RAMP_APP_SECRET, second RAMP_APP_SECRET_NEXT.',
      ['secret'],
      () => Promise.resolve([{ labels: { secret: this.inUse }, value: 1 }]),
    );
  }

  get inUse(): 'first' | 'second' {
    return this.signing === this.first ? 'first' : 'second';
  }

  get all(): readonly Secret[] {
    return this.second === null ? [this.first] : [this.first, this.second];
  }

  /** To try after a refusal. */
  otherThan(refused: Secret): Secret | null {
    return refused === this.first ? this.second : this.first;
  }

  /** The provider accepted it after it refused the other: it signs from now on. */
  accept(secret: Secret): void {
    if (secret === this.signing) return;
    this.signing = secret;
    logEvent(this.logger, 'app_secret_switched', { inUse: this.inUse });
  }
}
