import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { isFull } from '../orders/decisions/offers.js';
import type { Asked, Cause, OrderState, Sending } from '../orders/model/order.types.js';
import type { DriveStep } from '../orders/write/trade-record.service.js';
import type { RampNotSent } from '../ramp/port/ramp.errors.js';
import { RampGateway } from '../ramp/port/ramp.gateway.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { Clock } from '../platform/shared/clock.js';
import { currentTraceId } from '../platform/telemetry/trace-context.js';
import { Lease } from './lease.js';

export interface Drive {
  readonly state: OrderState;
  readonly lease: Lease;
  readonly customer: TradeCustomer;
  readonly callerWaits: boolean;
  /** What the history says of why trades are made. */
  readonly cause: Cause['kind'];
}

/** What this process needs whenever it drives: a lease, a stamp, the customer's token, and a name for each step in the history. */
@Injectable()
export class DriverService implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly ramp: RampGateway,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** From now on no further request is begun: whoever drives next goes on. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** This process is about to end: what is not begun yet is for others. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** How long the leases of this process last, in milliseconds. */
  get leaseMs(): number {
    return Lease.durationFor(this.settings.ramp.timeoutMs);
  }

  /** Another trade of this order would be one too many. */
  isFull(state: OrderState): boolean {
    return isFull(state, this.settings.orders);
  }

  newLease(): Lease {
    return Lease.begin(this.settings.ramp.timeoutMs, this.clock);
  }

  /** For a request that is about to be committed; milliseconds since 1970. */
  stampNow(): number {
    return this.ramp.stampNow();
  }

  /**
   * Sees to the access token of a request that is about to be committed: with it there, nothing is waited for between the
   * stamp and the sending. Gives why there is none where a caller should have said who the customer is; any other want of
   * a token shows, and is recorded, when the request is to be sent.
   */
  async prepare(customer: TradeCustomer): Promise<RampNotSent | null> {
    const unready = await this.ramp.prepareTrade(customer);
    return unready?.reason === 'no_customer_email' || unready?.reason === 'no_customer_id' ? unready : null;
  }

  /** A fresh stamp under a renewed lease. */
  sending({ lease }: Pick<Drive, 'lease'>, asked: Asked, anew: Sending['anew'] = null): Sending {
    lease.renew();
    return { stamp: this.stampNow(), asked, leaseMs: lease.durationMs, anew };
  }

  step({ lease, cause: kind }: Pick<Drive, 'lease' | 'cause'>, evidence: unknown): DriveStep {
    const traceId = currentTraceId();
    return { driveLease: lease.id, cause: { kind, ...(traceId === null ? {} : { traceId }) }, evidence };
  }
}
