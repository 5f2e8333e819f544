import type { MonotonicTime } from './monotonic-time.js';

/** Where the right to call the provider comes from: this process alone, or a share of a rate that replicas divide. */
export abstract class CallAllowance {
  /** Calls a second that can be counted on. */
  abstract readonly perSecond: number;

  /** Takes the right to start one call now; false: there is none left. */
  abstract take(): boolean;

  /** How many calls could start now. */
  abstract left(): number;

  /** Milliseconds until there may be one more; 0 when there is one. */
  abstract nextInMs(): number;
}

const SECOND = 1000;

/**
 * A bucket of `perSecond` tokens in which each token comes back one second after it was taken. So never more than
 * `perSecond` calls start within any second; a bucket that refills steadily would let through up to twice as many.
 */
export class SlidingAllowance extends CallAllowance {
  /** When each token was taken last; `oldest` is the one that comes back first. */
  private readonly takenAt: Float64Array;
  private oldest = 0;

  constructor(
    readonly perSecond: number,
    private readonly time: MonotonicTime,
  ) {
    super();
    this.takenAt = new Float64Array(perSecond).fill(Number.NEGATIVE_INFINITY);
  }

  take(): boolean {
    if (this.nextInMs() > 0) return false;
    this.takenAt[this.oldest] = this.time.now();
    this.oldest = (this.oldest + 1) % this.perSecond;
    return true;
  }

  left(): number {
    const back = this.time.now() - SECOND;
    return this.takenAt.reduce((count, takenAt) => (takenAt <= back ? count + 1 : count), 0);
  }

  nextInMs(): number {
    return Math.max(0, (this.takenAt[this.oldest] ?? 0) + SECOND - this.time.now());
  }
}
