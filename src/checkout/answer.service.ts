import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { OrderWaits } from '../orders/changes/order-waits.service.js';
import { isPaid } from '../orders/model/order-status.js';
import { currentTrade } from '../orders/model/fold.js';
import type { OrderRow, OrderState } from '../orders/model/order.types.js';
import { OrdersService } from '../orders/read/orders.service.js';
import { ClientSecretService } from '../orders/secrets/client-secret.service.js';
import { CustomerEmailService } from '../orders/secrets/customer-email.service.js';
import { TradeRecordService } from '../orders/write/trade-record.service.js';
import { within } from '../platform/time/promises.js';
import { logEvent } from '../platform/telemetry/log-events.js';
import type { RampFailure } from '../ramp/port/ramp.errors.js';
import { rampProblem } from '../ramp/port/ramp-problem.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import type { CheckoutAnswer } from './checkout.types.js';
import { DriveService } from './drive.service.js';
import type { DriveEnd } from './drive.types.js';
import {
  hasNoOutcome,
  isGivenUp,
  isLeftBehind,
  isRefused,
  isRequestUnmade,
  notMade,
  storedProblem,
} from './outcome.js';

/** Identifies one order row: after a lost commit, another row can carry the same number. */
type Numbered = Pick<OrderRow, 'merchantOrderNo' | 'createdAt'>;

/** Answers callers from the attempt that they start, join or wait for. The deadline ends the response, not the work. */
@Injectable()
export class AnswerService implements OnApplicationShutdown {
  private readonly logger = new Logger(AnswerService.name);
  private readonly driving = new Set<Promise<unknown>>();

  constructor(
    private readonly orders: OrdersService,
    private readonly waits: OrderWaits,
    private readonly tradeRecord: TradeRecordService,
    private readonly drives: DriveService,
    private readonly emails: CustomerEmailService,
    private readonly secrets: ClientSecretService,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.driving);
  }

  async answer(
    order: Numbered,
    status: 200 | 201,
    drive: Promise<DriveEnd>,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    this.keep(drive);
    const end = await within(Math.max(0, deadline - performance.now()), drive, { kind: 'late' as const });
    switch (end.kind) {
      case 'created':
        return this.present(status, end.state);
      case 'refused':
        throw rampProblem(end.failure, end.fiat, { merchantOrderNo: order.merchantOrderNo });
      case 'declined':
        throw storedProblem(end.state);
      case 'given_up':
        return this.givenUp(order, end.failure);
      case 'lost':
        return this.wait(order, deadline);
      case 'left':
      case 'late':
        return this.wait(order, 0);
    }
  }

  /**
   * Returns the order at its outcome, at the deadline, or when the process stops. Throws `ramp_unavailable` if the database
   * has lost the order, even when another caller holds the number by now.
   */
  async wait({ merchantOrderNo, createdAt }: Numbered, deadline: number): Promise<CheckoutAnswer> {
    const isOther = ({ order }: OrderState): boolean => order.createdAt.getTime() !== createdAt.getTime();
    const isOver = (newest: OrderState): boolean => isOther(newest) || !hasNoOutcome(newest);
    const state = await this.waits.until(merchantOrderNo, isOver, deadline);
    if (state === null || isOther(state)) throw notMade(merchantOrderNo);
    if (isRequestUnmade(state) || isGivenUp(state)) throw storedProblem(state);
    return this.present(hasNoOutcome(state) ? 202 : 200, state);
  }

  /** Waits for the outcome of the order; resumes the attempt if its runner is gone. Throws after a give-up. */
  async join(state: OrderState, claims: TradeCustomer, deadline: number): Promise<CheckoutAnswer> {
    const { merchantOrderNo } = state.order;
    if (isGivenUp(state)) throw storedProblem(state);
    if (!hasNoOutcome(state)) return this.present(200, state);
    const lease = this.drives.newLease();
    const isFree =
      isLeftBehind(state) &&
      (await this.tradeRecord.takeDrive(merchantOrderNo, lease.id, lease.durationMs, 'left behind'));
    const taken = isFree ? (await this.orders.find(merchantOrderNo)).state : null;
    if (taken === null) return this.wait(state.order, deadline);
    const customer = await this.emails.customerOf(taken.order, claims);
    const end = this.drives.driveLeftBehind({ state: taken, lease, customer, callerWaits: true, cause: 'checkout' });
    return this.answer(taken.order, 200, end, deadline);
  }

  /** Returns the outcome of a trade that another request began. */
  async follow(state: OrderState, claims: TradeCustomer, deadline: number): Promise<CheckoutAnswer> {
    const isAnyPaid = state.trades.some(({ status }) => isPaid(status));
    if (!isAnyPaid && isRefused(currentTrade(state.trades))) throw storedProblem(state);
    return this.join(state, claims, deadline);
  }

  /** Reports the failure if certainly nothing was created. Otherwise the outcome is unknown and the trade stays watched. */
  private async givenUp(order: Numbered, failure: RampFailure | null): Promise<CheckoutAnswer> {
    const { merchantOrderNo } = order;
    const { state } = await this.orders.find(merchantOrderNo);
    if (state === null) throw notMade(merchantOrderNo);
    if (failure !== null && isRequestUnmade(state)) throw rampProblem(failure, state.order.fiat, { merchantOrderNo });
    return this.wait(order, 0);
  }

  private async present(status: CheckoutAnswer['status'], state: OrderState): Promise<CheckoutAnswer> {
    return { status, state, clientSecret: await this.secrets.of(state) };
  }

  private keep(drive: Promise<DriveEnd>): void {
    const ended = drive.catch((error: unknown) => {
      logEvent(this.logger, 'trade_creation_failed', { err: error });
    });
    this.driving.add(ended);
    void ended.finally(() => this.driving.delete(ended));
  }
}
