import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { Secret } from '../../platform/shared/secret.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** The app secrets of a rotation, of which the provider accepts one or both, and the one that is known to be accepted. */
@Injectable()
export class AppSecrets {
  private readonly logger = new Logger('Ramp');
  private readonly first: Secret;
  private readonly second: Secret | null;
  private current: Secret;

  constructor({ ramp }: Settings, metrics: Metrics) {
    this.first = ramp.appSecret;
    this.second = ramp.appSecretNext;
    this.current = this.first;
    metrics.gauge(
      'ramp_checkout_provider_app_secret_in_use',
      '1 for the app secret that requests are signed with: first is RAMP_APP_SECRET, second RAMP_APP_SECRET_NEXT.',
      ['secret'],
      () => Promise.resolve([{ labels: { secret: this.inUse }, value: 1 }]),
    );
  }

  /** Signs every request, but the one that tries the other secret. */
  get signing(): Secret {
    return this.current;
  }

  get inUse(): 'first' | 'second' {
    return this.current === this.first ? 'first' : 'second';
  }

  /** Both, where there are two: neither may ever be shown. */
  get all(): readonly Secret[] {
    return this.second === null ? [this.first] : [this.first, this.second];
  }

  /** The secret to try when this one was refused; null: there is none. */
  otherThan(refused: Secret): Secret | null {
    return refused === this.first ? this.second : this.first;
  }

  /** The provider accepted this secret after it had refused the other one: from now on it signs. */
  accept(secret: Secret): void {
    if (secret === this.current) return;
    this.current = secret;
    logEvent(this.logger, 'app_secret_switched', { inUse: this.inUse });
  }
}
