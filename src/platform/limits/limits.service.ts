import type { OnApplicationShutdown } from '@nestjs/common';
import type { LimitSettings } from '../config/settings.js';
import type { Time, Timer } from '../time/time.js';
import { Problem, PROBLEM_TEXTS } from '../problems/problem.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { OutageLog } from '../telemetry/outage-log.js';
import { Buckets } from './buckets.js';
import type { Rate } from './buckets.js';
import type { RateLimitRepository } from './rate-limit.repository.js';

/** Requests of an address, a person, an API key; checkouts of guests in one address block, and of all guests. */
export const LIMIT_KINDS = ['address', 'caller', 'key', 'guest_block', 'guests'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** Interval at which replicas share their counts. */
const SHARE_MS = 250;
const MOST_AT_ONCE = 5000;
const CLEAN_MS = 60_000;

/** A burst is this many seconds of the rate. */
const BURST_SECONDS = 2;
const GUESTS_BURST_SECONDS = 30;
/** Checkouts a minute of one address block, repeats included: an office or a carrier's gateway needs no more. */
const GUEST_BLOCK_RPM = 12;

/**
 * Decides locally and shares a moment later: replicas exceed a limit for a quarter of a second at most. While the
 * database is down each replica limits alone.
 */
export class LimitsService implements OnApplicationShutdown {
  private readonly buckets = new Buckets();
  private readonly rates: Readonly<Record<LimitKind, Rate | null>>;
  private sharing: Promise<void> | null = null;
  private nextShare: Timer | null = null;
  private nextCleaning: Timer | null = null;
  private leaving = false;

  constructor(
    settings: LimitSettings,
    private readonly shared: Pick<RateLimitRepository, 'add' | 'clean'>,
    private readonly time: Time,
    private readonly metrics: Metrics,
    private readonly outages: OutageLog,
  ) {
    this.rates = {
      address: rateOf(settings.addressRps),
      caller: rateOf(settings.callerRps),
      key: rateOf(settings.keyRps),
      guest_block: rateOf(settings.guestsRpm === 0 ? 0 : GUEST_BLOCK_RPM / 60, GUESTS_BURST_SECONDS),
      guests: rateOf(settings.guestsRpm / 60, GUESTS_BURST_SECONDS),
    };
  }

  /** Throws `rate_limited`, and counts nothing, if the request exceeds the limit. `counts` false only checks. */
  spend(kind: LimitKind, whose: string, counts = true): void {
    const rate = this.rates[kind];
    if (rate === null) return;
    const waitMs = this.buckets.take(`${kind} ${whose}`, rate, this.time.monotonic(), counts);
    if (waitMs === 0) {
      if (counts) this.planSharing();
      return;
    }
    this.metrics.rateLimited.inc({ kind });
    throw new Problem('rate_limited', PROBLEM_TEXTS.rateLimited, {
      retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
      security: {
        event: kind.startsWith('guest') ? 'guest_ceiling_exceeded' : 'excess_rate_limit_exceeded',
        facts: { limit: kind },
      },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.leaving = true;
    this.nextShare?.cancel();
    this.nextCleaning?.cancel();
    await this.sharing;
  }

  private planSharing(): void {
    if (this.leaving || this.sharing !== null || this.nextShare !== null) return;
    this.nextShare = this.time.after(SHARE_MS, () => {
      this.nextShare = null;
      this.sharing = this.share().finally(() => {
        this.sharing = null;
        if (this.buckets.hasNews) this.planSharing();
      });
    });
  }

  /** Uses of a failed share are dropped, since they may have arrived: no request is counted twice. Never rejects. */
  private async share(): Promise<void> {
    const begun = this.time.monotonic();
    const { list, since } = this.buckets.news(MOST_AT_ONCE);
    try {
      const ahead = await this.shared.add(list, begun - since);
      for (const [id, ms] of ahead) this.buckets.adopt(id, ms, begun);
      this.outages.worked();
      this.planCleaning();
    } catch (error) {
      this.outages.failed(error);
    }
    this.buckets.prune(this.time.monotonic());
  }

  private planCleaning(): void {
    if (this.leaving || this.nextCleaning !== null) return;
    this.nextCleaning = this.time.after(CLEAN_MS, () => {
      this.nextCleaning = null;
      // On failure the rest is cleaned at the next share.
      this.shared.clean().then(
        (isLeft) => {
          if (isLeft) this.planCleaning();
        },
        () => undefined,
      );
    });
  }
}

function rateOf(perSecond: number, burstSeconds = BURST_SECONDS): Rate | null {
  return perSecond === 0 ? null : { perSecond, burst: Math.max(1, burstSeconds * perSecond) };
}
