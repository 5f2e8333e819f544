import { Injectable, Logger } from '@nestjs/common';
import { Time } from '../../platform/time/time.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** Milliseconds since 1970; `date` by the provider's clock, to the second as in HTTP; the others by ours. */
export interface DatedAnswer {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly date: number;
}

/** A refused timestamp this close to the answer's date was refused for another reason. */
const NEAR_MS = 5000;
/** A larger difference is not a plausible clock. */
const MOST_SKEW_MS = 24 * 3_600_000;

/**
 * Our own clock, until the provider refuses a timestamp (3103); then corrected by the date of that answer. No other
 * date changes it: a proxy with a wrong clock must not break signing that works.
 */
@Injectable()
export class ProviderClock {
  private readonly logger = new Logger('Ramp');
  private skew: number | null = null;
  private offset = 0;

  constructor(
    private readonly time: Time,
    metrics: Metrics,
  ) {
    metrics.gauge(
      'ramp_checkout_provider_clock_skew_seconds',
      "How far the provider's clock is ahead of this machine's, by the date of its last answer; absent while unknown.",
      [],
      () => Promise.resolve(this.skewSeconds === null ? [] : [{ labels: {}, value: this.skewSeconds }]),
    );
    metrics.gauge(
      'ramp_checkout_provider_clock_corrected',
      "1 while requests are stamped by the provider's clock, because it refused a timestamp of ours.",
      [],
      () => Promise.resolve([{ labels: {}, value: this.isCorrecting ? 1 : 0 }]),
    );
  }

  /** Seconds that the provider's clock is ahead of ours, by its newest answer. */
  get skewSeconds(): number | null {
    return this.skew === null ? null : this.skew / 1000;
  }

  get isCorrecting(): boolean {
    return this.offset !== 0;
  }

  timestampNow(): number {
    return this.time.now().getTime() + this.offset;
  }

  /** `refusedStamp`: the provider refused the request's timestamp (3103). */
  note({ sentAt, receivedAt, date }: DatedAnswer, refusedStamp: number | null): void {
    // Estimates the answer's moment as the middle of the exchange, and of the second in its date.
    this.skew = Math.round(date + 500 - (sentAt + receivedAt) / 2);
    if (refusedStamp !== null) this.follow(this.skew, receivedAt + this.skew - refusedStamp);
  }

  /** `missedBy`: the refused timestamp's distance from the date. Where that explains nothing, our own clock is kept. */
  private follow(skew: number, missedBy: number): void {
    const explains = Math.abs(missedBy) > NEAR_MS && Math.abs(skew) > NEAR_MS && Math.abs(skew) <= MOST_SKEW_MS;
    const before = this.offset;
    this.offset = explains ? skew : 0;
    if (!explains || Math.abs(skew - before) <= NEAR_MS) return;
    logEvent(this.logger, 'provider_clock_followed', { skewSeconds: this.skewSeconds });
  }
}
