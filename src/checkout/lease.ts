import { randomUUID } from 'node:crypto';
import { LEASE_BEYOND_CALL_MS } from '../orders/model/call-lease.js';
import type { Clock } from '../platform/time/time.js';

const SEND_MARGIN_MS = 5000;

/**
 * The right to make trades of one order, granted by the database for a while. Knows without a query when it is too late to
 * send: the monotonic or the wall clock decides, the earlier of the two.
 */
export class Lease {
  readonly id = randomUUID();
  readonly durationMs: number;
  #sendBefore = 0;
  #sendBeforeWall = 0;

  private constructor(
    callMs: number,
    private readonly clock: Clock,
  ) {
    this.durationMs = Lease.durationFor(callMs);
  }

  /** Duration in milliseconds of a lease that covers calls of `callMs`. */
  static durationFor(callMs: number): number {
    return callMs + LEASE_BEYOND_CALL_MS;
  }

  /** Call before the statement that takes the lease. */
  static begin(callMs: number, clock: Clock): Lease {
    const lease = new Lease(callMs, clock);
    lease.renew();
    return lease;
  }

  /** Call before the statement that renews the lease. */
  renew(): void {
    const now = this.clock.now().getTime();
    const sendingTime = LEASE_BEYOND_CALL_MS - SEND_MARGIN_MS;
    this.#sendBefore = performance.now() + sendingTime;
    this.#sendBeforeWall = now + sendingTime;
  }

  /** True once half of the sending time is over. */
  isToBeRenewed(): boolean {
    return performance.now() > this.#sendBefore - (LEASE_BEYOND_CALL_MS - SEND_MARGIN_MS) / 2;
  }

  /** Is there time for a whole call before another process may take over? */
  maySend(): boolean {
    return performance.now() < this.#sendBefore && this.clock.now().getTime() < this.#sendBeforeWall;
  }
}
