import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { OrderWaits } from '../follow/changes/order-waits.service.js';
import { isPaid } from '../orders/model/order-status.js';
import { currentTrade, termsOf } from '../orders/model/fold.js';
import type { OrderRow, OrderState } from '../orders/model/order.types.js';
import { OrdersService } from '../reading/orders.service.js';
import { ClientSecretService } from '../orders/secrets/client-secret.service.js';
import { CustomerEmailService } from '../orders/secrets/customer-email.service.js';
import { AttemptLeases } from '../orders/write/attempt-leases.service.js';
import { Time } from '../platform/time/time.js';
import { within } from '../platform/time/promises.js';
import { logEvent } from '../platform/telemetry/log-events.js';
import type { RampFailure } from '../ramp/port/ramp.errors.js';
import { rampProblem } from '../ramp/port/ramp-problem.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { AttemptRunner } from './attempt-runner.service.js';
import type { AttemptEnd } from './attempt-runner.service.js';
import {
  isBeingCreated,
  isGivenUp,
  isLeftBehind,
  isRefused,
  isRequestWithoutTrade,
  nothingMade,
  storedProblem,
} from './stored-order.js';

/** 201: this request made the order; 200: it repeated one; 202: the outcome is not known yet, the worker continues. */
export interface CheckoutAnswer {
  readonly status: 200 | 201 | 202;
  readonly state: OrderState;
  /** null: revoked, the order ended long ago, or staff replaced a guest's. */
  readonly clientSecret: string | null;
}

/** Metric label of a successful checkout, by response status; failures use the problem's code. */
export const OUTCOMES = { 200: 'repeated', 201: 'created', 202: 'pending' } as const;

/** Identifies one order row: after a lost commit, another row can carry the same number. */
type Numbered = Pick<OrderRow, 'merchantOrderNo' | 'createdAt'>;

/** The response to callers for the attempt that they start, join or wait for. The deadline ends the response, not the work. */
@Injectable()
export class CheckoutOutcomes implements OnApplicationShutdown {
  private readonly logger = new Logger(CheckoutOutcomes.name);
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly orders: OrdersService,
    private readonly waits: OrderWaits,
    private readonly leases: AttemptLeases,
    private readonly runner: AttemptRunner,
    private readonly emails: CustomerEmailService,
    private readonly secrets: ClientSecretService,
    private readonly time: Time,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  /** `status`: the response if the attempt creates the trade. */
  async ofAttempt(
    order: Numbered,
    status: 200 | 201,
    attempt: Promise<AttemptEnd>,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    this.keep(attempt);
    const leftMs = Math.max(0, deadline - this.time.monotonic());
    const end = await within(this.time, leftMs, attempt, { kind: 'late' as const });
    switch (end.kind) {
      case 'created':
        return this.present(status, end.state);
      case 'refused':
        throw rampProblem(end.failure, end.fiat, { merchantOrderNo: order.merchantOrderNo });
      case 'declined':
        throw storedProblem(end.state);
      case 'given_up':
        return this.wait(order, 0, end.failure);
      case 'lost':
        return this.wait(order, deadline);
      case 'left':
      case 'late':
        return this.wait(order, 0);
    }
  }

  /** Waits for the outcome, the deadline or the process's end. Throws if certainly nothing was created. */
  async wait(
    { merchantOrderNo, createdAt }: Numbered,
    deadline: number,
    failure: RampFailure | null = null,
  ): Promise<CheckoutAnswer> {
    const isOther = ({ order }: OrderState): boolean => order.createdAt.getTime() !== createdAt.getTime();
    const isOver = (newest: OrderState): boolean => isOther(newest) || !isBeingCreated(newest);
    const state = await this.waits.until(merchantOrderNo, isOver, deadline);
    if (state === null || isOther(state)) throw nothingMade(merchantOrderNo);
    if (failure !== null && isRequestWithoutTrade(state))
      throw rampProblem(failure, termsOf(state.trades).fiat, { merchantOrderNo });
    if (isRequestWithoutTrade(state) || isGivenUp(state)) throw storedProblem(state);
    return this.present(isBeingCreated(state) ? 202 : 200, state);
  }

  /** Waits for the outcome of the order; resumes the attempt if its runner is gone. */
  async join(state: OrderState, claims: TradeCustomer, deadline: number): Promise<CheckoutAnswer> {
    const { merchantOrderNo } = state.order;
    if (isGivenUp(state)) throw storedProblem(state);
    if (!isBeingCreated(state)) return this.present(200, state);
    const lease = this.runner.newLease();
    const isFree =
      isLeftBehind(state) && (await this.leases.take(merchantOrderNo, lease.id, lease.durationMs, 'left behind'));
    const taken = isFree ? (await this.orders.find(merchantOrderNo)).state : null;
    if (taken === null) return this.wait(state.order, deadline);
    const customer = await this.emails.customerOf(taken.order, claims);
    const end = this.runner.resume({ state: taken, lease, customer, callerWaits: true, cause: 'checkout' });
    return this.ofAttempt(taken.order, 200, end, deadline);
  }

  /** Returns the outcome of a trade that another request began. */
  async follow(state: OrderState, claims: TradeCustomer, deadline: number): Promise<CheckoutAnswer> {
    const isAnyPaid = state.trades.some(({ status }) => isPaid(status));
    if (!isAnyPaid && isRefused(currentTrade(state.trades))) throw storedProblem(state);
    return this.join(state, claims, deadline);
  }

  private async present(status: CheckoutAnswer['status'], state: OrderState): Promise<CheckoutAnswer> {
    return { status, state, clientSecret: (await this.isRequestOver(state)) ? null : await this.secrets.of(state) };
  }

  /**
   * A guest's request proves no more than the secret from its answer: whoever copied one may have copied both. So the
   * request ends with that secret, unless the secret ended by itself and no trade ever had a page to read.
   */
  async isRequestOver(state: OrderState): Promise<boolean> {
    const { caller, secretSalt, secretUntil } = state.order;
    if (!caller.startsWith('guest:')) return false;
    if (secretSalt === null || secretUntil !== null) return true;
    return state.trades.some(({ payUrlAt }) => payUrlAt !== null) && (await this.secrets.of(state)) === null;
  }

  private keep(attempt: Promise<AttemptEnd>): void {
    const ended = attempt.catch((error: unknown) => {
      logEvent(this.logger, 'trade_creation_failed', { err: error });
    });
    this.running.add(ended);
    void ended.finally(() => this.running.delete(ended));
  }
}
