import type { Time } from '../../platform/time/time.js';

const DEFAULT_PAUSE_MS = 1000;
/** Cap, so that an absurd value does not stop all calls. */
const LONGEST_PAUSE_MS = 60_000;
const SLOWEST = 1 / 16;
/** Share of the full rate regained per second. */
const RECOVERY_PER_SECOND = 1 / 16;

/** A pause for as long as the provider says, then half the rate, growing back. Reports in flight count once. */
export class Pace {
  private pausedUntil = Number.NEGATIVE_INFINITY;
  private lastStart = Number.NEGATIVE_INFINITY;
  private slowed = { to: 1, at: Number.NEGATIVE_INFINITY };

  constructor(private readonly time: Time) {}

  /** Share of the full rate, from 0 (a pause) to 1. */
  get share(): number {
    return this.time.monotonic() < this.pausedUntil ? 0 : this.recovered();
  }

  /** `retryAfterMs` null: the provider named no time. */
  slowDown(retryAfterMs: number | null): void {
    const now = this.time.monotonic();
    const until = now + Math.min(retryAfterMs ?? DEFAULT_PAUSE_MS, LONGEST_PAUSE_MS);
    const isFirst = now >= this.pausedUntil;
    if (isFirst) this.slowed = { to: Math.max(SLOWEST, this.recovered() / 2), at: until };
    this.pausedUntil = Math.max(this.pausedUntil, until);
  }

  /** Milliseconds until the next call may start, given the full rate. */
  waitMs(perSecond: number): number {
    const now = this.time.monotonic();
    if (now < this.pausedUntil) return this.pausedUntil - now;
    const share = this.recovered();
    if (share === 1) return 0;
    return Math.max(0, this.lastStart + 1000 / (perSecond * share) - now);
  }

  started(): void {
    this.lastStart = this.time.monotonic();
  }

  private recovered(): number {
    const seconds = Math.max(0, this.time.monotonic() - this.slowed.at) / 1000;
    return Math.min(1, this.slowed.to + seconds * RECOVERY_PER_SECOND);
  }
}
