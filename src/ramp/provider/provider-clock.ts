import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/shared/clock.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { agreeingWithNewest, clockOffset, withAnswer } from './clock-offset.js';
import type { DatedAnswer } from './clock-offset.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** A stamp this close to the date of the answer that refuses it was not refused for what that date says. */
const NEAR_MS = 5000;
/** A date further away is no clock that anybody goes by. */
const MOST_SKEW_MS = 24 * 3_600_000;

/**
 * The time that requests are stamped with: our own clock, until the provider refuses a stamp of ours and the date of its
 * answer says why. From then on the provider's, as its answers are dated. A date alone corrects nothing: some proxy with
 * a wrong clock must not break signing that works.
 */
@Injectable()
export class ProviderClock {
  private readonly logger = new Logger('Ramp');
  private answers: readonly DatedAnswer[] = [];
  private offset: number | null = null;
  private corrects = false;
  private announced = 0;

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
      "How far the provider's clock is ahead of this machine's, by the dates of its answers; absent while unknown.",
      () => this.skewSeconds,
    );
    gauge(
      'corrected',
      "1 while requests are stamped by the provider's clock, because it refused a timestamp of ours.",
      () => (this.corrects ? 1 : 0),
    );
  }

  /** How far the provider's clock is ahead of ours; null: no answer had a date yet. */
  get skewSeconds(): number | null {
    return this.offset === null ? null : this.offset / 1000;
  }

  /** Are requests stamped by the provider's clock? */
  get isCorrecting(): boolean {
    return this.corrects;
  }

  /** A stamp for a request that is about to be sent; milliseconds since 1970. */
  stampNow(): number {
    return this.clock.now().getTime() + (this.corrects ? (this.offset ?? 0) : 0);
  }

  /** An answer came. `refusedStamp`: the stamp of its request, where the provider refused it for that (3103). */
  note(answer: DatedAnswer, refusedStamp: number | null): void {
    this.answers = withAnswer(this.answers, answer);
    // The clock that refuses is the one that counts: what was said before by another, or before it was set, does not.
    if (refusedStamp !== null) this.answers = agreeingWithNewest(this.answers);
    this.offset = clockOffset(this.answers);
    if (refusedStamp !== null) this.explain(refusedStamp, answer);
  }

  private explain(refusedStamp: number, { receivedAt }: DatedAnswer): void {
    const offset = this.offset ?? 0;
    // A stamp that agrees with the answer's date was refused for another reason, so that date is not worth following.
    const isFarOff = Math.abs(receivedAt + offset - refusedStamp) > NEAR_MS;
    this.corrects = isFarOff && Math.abs(offset) <= MOST_SKEW_MS;
    if (!this.corrects || Math.abs(offset - this.announced) <= NEAR_MS) return;
    this.announced = offset;
    logEvent(this.logger, 'provider_clock_followed', { skewSeconds: this.skewSeconds });
  }
}
