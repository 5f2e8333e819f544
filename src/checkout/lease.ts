import { randomUUID } from 'node:crypto';
import { LEASE_BEYOND_CALL_MS } from '../orders/model/call-lease.js';
import type { Clock } from '../platform/shared/clock.js';

const SEND_MARGIN_MS = 5000;

/**
 * The right to make trades of one order. It is given by the database, for a while; this object knows, without asking,
 * when it is too late to send: by a clock that never jumps and by the wall clock, whichever says so first.
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

  /** How long a lease lasts that covers calls of `callMs`, in milliseconds. */
  static durationFor(callMs: number): number {
    return callMs + LEASE_BEYOND_CALL_MS;
  }

  /** Begins now: to be called before the statement that takes the lease. */
  static begin(callMs: number, clock: Clock): Lease {
    const lease = new Lease(callMs, clock);
    lease.renew();
    return lease;
  }

  /** Begins anew: to be called before the statement that renews it. */
  renew(): void {
    const now = this.clock.now().getTime();
    const sendingTime = LEASE_BEYOND_CALL_MS - SEND_MARGIN_MS;
    this.#sendBefore = performance.now() + sendingTime;
    this.#sendBeforeWall = now + sendingTime;
  }

  /** Half of the time in which it may be sent under this lease is over. */
  isToBeRenewed(): boolean {
    return performance.now() > this.#sendBefore - (LEASE_BEYOND_CALL_MS - SEND_MARGIN_MS) / 2;
  }

  /** Is there time for a whole call before anybody may take over? */
  maySend(): boolean {
    return performance.now() < this.#sendBefore && this.clock.now().getTime() < this.#sendBeforeWall;
  }
}
