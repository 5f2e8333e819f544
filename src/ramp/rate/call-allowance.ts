import type { MonotonicTime } from '../../platform/shared/monotonic-time.js';

/** Those who wait for the right to call. */
export interface CallQueue {
  /** How many could start if only they had the right to. */
  waiting(): number;
  /** Starts those who may start now. */
  serve(): void;
}

/** Where the right to call the provider comes from: this process alone, or a share of a rate that replicas divide. */
export abstract class CallAllowance {
  /** Calls a second that can be counted on now; a share may have shrunk to 0. */
  abstract readonly perSecond: number;

  /** Calls a second that it may grow to. */
  abstract readonly most: number;

  /** From now on this queue's length says how much is wanted, and it is told when more has come. */
  abstract attach(queue: CallQueue): void;

  /** Takes the right to start one call now; false: there is none left. */
  abstract take(): boolean;

  /** How many calls could start now. */
  abstract left(): number;

  /** Milliseconds until there may be one more; 0 when there is one, infinite when nobody knows. */
  abstract nextInMs(): number;
}

const SECOND = 1000;

/**
 * So many tokens, each of which comes back one second after it was taken. So never more calls than that start within
 * any second; a bucket that refills steadily would let through up to twice as many.
 */
export class SlidingAllowance extends CallAllowance {
  /** When the calls of the last second started, oldest first. */
  private readonly starts: number[] = [];

  constructor(
    private tokens: number,
    private readonly time: MonotonicTime,
  ) {
    super();
  }

  get perSecond(): number {
    return this.tokens;
  }

  get most(): number {
    return this.tokens;
  }

  attach(): void {
    // Tokens come back by time alone, which `nextInMs` tells.
  }

  take(): boolean {
    if (this.left() < 1) return false;
    this.starts.push(this.time.now());
    return true;
  }

  left(): number {
    return Math.max(0, this.tokens - this.taken());
  }

  nextInMs(): number {
    if (this.left() > 0) return 0;
    const next = this.starts.at(-this.tokens);
    return next === undefined || this.tokens === 0 ? Number.POSITIVE_INFINITY : next + SECOND - this.time.now();
  }

  /** How many calls started within the last second. */
  taken(): number {
    const now = this.time.now();
    const recent = this.starts.findIndex((start) => start + SECOND > now);
    this.starts.splice(0, recent < 0 ? this.starts.length : recent);
    return this.starts.length;
  }

  /**
   * From now on there are so many tokens. Those that go are the ones that were taken longest ago; gives the moment when
   * the last of them was taken, `-Infinity` when that is more than a second ago. Tokens that come are as good as new.
   */
  resize(tokens: number): number {
    const lastTaken = this.taken() > tokens ? this.starts.at(-tokens - 1) : undefined;
    this.tokens = tokens;
    return lastTaken ?? Number.NEGATIVE_INFINITY;
  }
}
