import { CallAllowance, SlidingAllowance } from './call-allowance.js';
import type { CallQueue } from './call-allowance.js';
import type { MonotonicTime } from '../../platform/shared/monotonic-time.js';

/** Polls come in bursts, one each second: what one of them could have used must still be there at the next. */
const MEMORY_MS = 1500;

/**
 * A share of the provider's rate that is held until a lease ends by this process's own clock; then no call starts any
 * more. Whoever keeps the lease says how large the share is.
 */
export class LeasedAllowance extends CallAllowance {
  private readonly share: SlidingAllowance;
  private leaseEnds = Number.NEGATIVE_INFINITY;
  private queue: CallQueue | null = null;
  private peak = { wants: 0, at: Number.NEGATIVE_INFINITY };
  /** Called when a call has to wait for more than time. */
  onShortage: () => void = () => undefined;

  constructor(
    readonly most: number,
    private readonly time: MonotonicTime,
  ) {
    super();
    this.share = new SlidingAllowance(0, time);
  }

  get perSecond(): number {
    return this.isLeased() ? this.share.perSecond : 0;
  }

  attach(queue: CallQueue): void {
    this.queue = queue;
  }

  take(): boolean {
    if (this.isLeased() && this.share.take()) return true;
    this.onShortage();
    return false;
  }

  left(): number {
    return this.isLeased() ? this.share.left() : 0;
  }

  nextInMs(): number {
    return this.isLeased() ? this.share.nextInMs() : Number.POSITIVE_INFINITY;
  }

  /** Do calls wait that could start with a larger share? */
  isShort(): boolean {
    return this.left() < 1 && (this.queue?.waiting() ?? 0) > 0;
  }

  /**
   * Calls a second that could be used: those of the last second, and those that wait. Where the share was used up it is
   * half as many again, so that polls, of which no more are begun than can start at once, get a larger share too. The
   * most of the last moments counts.
   */
  wants(): number {
    const now = this.time.now();
    const used = this.share.taken();
    const more = used < this.share.perSecond ? 0 : Math.ceil(used / 2);
    const wants = Math.min(this.most, used + more + (this.queue?.waiting() ?? 0));
    if (wants >= this.peak.wants || now - this.peak.at > MEMORY_MS) this.peak = { wants, at: now };
    return this.peak.wants;
  }

  /**
   * Gives up what is beyond so many calls a second, at once. Gives the moment when the last call started with what was
   * given up, `-Infinity` when that is more than a second ago.
   */
  keep(calls: number): number {
    return this.share.resize(Math.min(calls, this.share.perSecond));
  }

  /** Holds so many calls a second until that moment. */
  hold(calls: number, leaseEnds: number): void {
    this.share.resize(calls);
    this.leaseEnds = leaseEnds;
    this.queue?.serve();
  }

  private isLeased(): boolean {
    return this.time.now() < this.leaseEnds;
  }
}
