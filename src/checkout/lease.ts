import { LEASE_BEYOND_CALL_MS } from '../orders/model/call-lease.js';
import type { Time } from '../platform/time/time.js';

/** Milliseconds after which no call is started. */
const SENDING_MS = LEASE_BEYOND_CALL_MS - 5000;

/** Knows without a query when it is too late to send: by the monotonic or the wall clock, the earlier of the two. */
export class Lease {
  readonly durationMs: number;
  #sendBefore = 0;
  #sendBeforeWall = 0;

  /** Create and renew it before the statement that takes or renews the lease. `callMs`: the longest call. */
  constructor(
    callMs: number,
    private readonly time: Time,
    readonly id: string,
  ) {
    this.durationMs = callMs + LEASE_BEYOND_CALL_MS;
    this.renew();
  }

  renew(): void {
    this.#sendBefore = this.time.monotonic() + SENDING_MS;
    this.#sendBeforeWall = this.time.now().getTime() + SENDING_MS;
  }

  isToBeRenewed(): boolean {
    return this.time.monotonic() > this.#sendBefore - SENDING_MS / 2;
  }

  /** Is there time for a whole call before another process may take over? */
  maySend(): boolean {
    return this.time.monotonic() < this.#sendBefore && this.time.now().getTime() < this.#sendBeforeWall;
  }
}
