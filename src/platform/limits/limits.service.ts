import { Inject, Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Time } from '../time/time.js';
import { Problem, PROBLEM_TEXTS } from '../problems/problem.js';
import { Metrics } from '../telemetry/metrics.js';
import { Buckets } from './buckets.js';
import type { Rate } from './buckets.js';

/** Requests of an address, a person, an API key; checkouts of guests in one address block, and of all guests. */
export const LIMIT_KINDS = ['address', 'caller', 'key', 'guest_block', 'guests'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** A burst is this many seconds of the rate. */
const BURST_SECONDS = 2;
const GUESTS_BURST_SECONDS = 30;
/** Checkouts a minute of one address block, repeats included: an office or a carrier's gateway needs no more. */
const GUEST_BLOCK_RPM = 12;

/** Limits of this process: replicas do not share their counts. */
@Injectable()
export class LimitsService {
  private readonly buckets = new Buckets();
  private readonly rates: Readonly<Record<LimitKind, Rate | null>>;

  constructor(
    @Inject(Settings) { limits }: Pick<Settings, 'limits'>,
    private readonly time: Time,
    private readonly metrics: Metrics,
  ) {
    this.rates = {
      address: rateOf(limits.addressRps),
      caller: rateOf(limits.callerRps),
      key: rateOf(limits.keyRps),
      guest_block: rateOf(limits.guestsRpm === 0 ? 0 : GUEST_BLOCK_RPM / 60, GUESTS_BURST_SECONDS),
      guests: rateOf(limits.guestsRpm / 60, GUESTS_BURST_SECONDS),
    };
  }

  /** Throws `rate_limited`, and counts nothing, if the request exceeds the limit. `counts` false only checks. */
  spend(kind: LimitKind, whose: string, counts = true): void {
    const rate = this.rates[kind];
    if (rate === null) return;
    const waitMs = this.buckets.take(`${kind} ${whose}`, rate, this.time.monotonic(), counts);
    if (waitMs === 0) return;
    this.metrics.rateLimited.inc({ kind });
    throw new Problem('rate_limited', PROBLEM_TEXTS.rateLimited, {
      retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
      security: {
        event: kind.startsWith('guest') ? 'guest_ceiling_exceeded' : 'excess_rate_limit_exceeded',
        facts: { limit: kind },
      },
    });
  }
}

function rateOf(perSecond: number, burstSeconds = BURST_SECONDS): Rate | null {
  return perSecond === 0 ? null : { perSecond, burst: Math.max(1, burstSeconds * perSecond) };
}
