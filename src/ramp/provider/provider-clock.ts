import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/shared/clock.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/**
 * An answer of the provider with a date, in milliseconds since 1970: `date` by the provider's clock, in whole seconds as
 * HTTP writes it; the others by our own, before the request was sent and after the answer had come.
 */
export interface DatedAnswer {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly date: number;
}

/** A stamp this close to the date of the answer that refuses it was not refused for what that date says. */
const NEAR_MS = 5000;
/** A date further away is no clock that anybody goes by. */
const MOST_SKEW_MS = 24 * 3_600_000;

/**
 * The time that requests are stamped with: our own clock, until the provider refuses a stamp of ours (3103); then ours
 * and as much as the date of that answer is ahead of it. No other date moves a stamp: some proxy with a wrong clock must
 * not break signing that works.
 */
@Injectable()
export class ProviderClock {
  private readonly logger = new Logger('Ramp');
  /** By the newest answer. */
  private skew: number | null = null;
  private offset = 0;

  constructor(
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    const gauge = (name: string, help: string, read: () => number | null): void => {
      metrics.gauge(`ramp_checkout_provider_clock_${name}`, help, [], () => {
        const value = read();
        return Promise.resolve(value === null ? [] : [{ labels: {}, value }]);
      });
    };
    gauge(
      'skew_seconds',
      "How far the provider's clock is ahead of this machine's, by the date of its last answer; absent while unknown.",
      () => this.skewSeconds,
    );
    gauge(
      'corrected',
      "1 while requests are stamped by the provider's clock, because it refused a timestamp of ours.",
      () => (this.isCorrecting ? 1 : 0),
    );
  }

  /** How far the provider's clock is ahead of ours, by its last answer; null: no answer had a date yet. */
  get skewSeconds(): number | null {
    return this.skew === null ? null : this.skew / 1000;
  }

  /** Are requests stamped by the provider's clock? */
  get isCorrecting(): boolean {
    return this.offset !== 0;
  }

  /** A stamp for a request that is about to be sent; milliseconds since 1970. */
  stampNow(): number {
    return this.clock.now().getTime() + this.offset;
  }

  /** An answer came. `refusedStamp`: the stamp of its request, where the provider refused it for that (3103). */
  note({ sentAt, receivedAt, date }: DatedAnswer, refusedStamp: number | null): void {
    // It was dated at some moment between the two, within the second that it names.
    this.skew = Math.round(date + 500 - (sentAt + receivedAt) / 2);
    if (refusedStamp !== null) this.follow(this.skew, receivedAt + this.skew - refusedStamp);
  }

  /** `missedBy`: how far the refused stamp was from the date. Where that says nothing, our own clock is as good. */
  private follow(skew: number, missedBy: number): void {
    const explains = Math.abs(missedBy) > NEAR_MS && Math.abs(skew) > NEAR_MS && Math.abs(skew) <= MOST_SKEW_MS;
    const before = this.offset;
    this.offset = explains ? skew : 0;
    if (!explains || Math.abs(skew - before) <= NEAR_MS) return;
    logEvent(this.logger, 'provider_clock_followed', { skewSeconds: this.skewSeconds });
  }
}
