import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { NotFoundSettings } from '../../platform/config/ramp-settings.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { Side } from '../port/ramp.types.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

const SIDES: readonly Side[] = ['BUY', 'SELL'];

/** Warns, once at start and in a metric, while no setting defines what *not found* looks like. */
@Injectable()
export class NotFoundKnown implements OnApplicationBootstrap {
  private readonly logger = new Logger('Ramp');
  private readonly notFound: NotFoundSettings;

  constructor(settings: Settings, metrics: Metrics) {
    this.notFound = settings.ramp.notFound;
    metrics.gauge(
      'ramp_checkout_not_found_known',
      'Whether RAMP_NOT_FOUND says, for this side, how the provider answers about an order that was never made.',
      ['side'],
      () => Promise.resolve(SIDES.map((side) => ({ labels: { side }, value: this.isKnown(side) ? 1 : 0 }))),
    );
  }

  onApplicationBootstrap(): void {
    if (SIDES.some((side) => this.isKnown(side))) return;
    logEvent(this.logger, 'not_found_unknown');
  }

  private isKnown(side: Side): boolean {
    return this.notFound[side].size > 0;
  }
}
