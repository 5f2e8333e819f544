import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Settings } from '../platform/config/settings.js';
import { currentTrade } from '../orders/model/fold.js';
import type { Asked, OrderState } from '../orders/model/order.types.js';
import { OrdersService } from '../orders/read/orders.service.js';
import { TradeRecordService } from '../orders/write/trade-record.service.js';
import { rampProblem } from '../ramp/port/ramp-problem.js';
import type { Caller } from '../platform/shared/caller.js';
import { Problem } from '../platform/shared/problem.js';
import { base32, randomOrderNumber } from '../platform/shared/order-number.js';
import { AnewService } from './anew.service.js';
import { AnswerService } from './answer.service.js';
import { ChecksService } from './checks.service.js';
import type { CheckoutAnswer, CheckoutRequest } from './checkout.types.js';
import { CustomerService } from './customer.service.js';
import { DriveService } from './drive.service.js';
import { DriverService } from './driver.service.js';
import type { Drive } from './driver.service.js';
import { JoinService } from './join.service.js';
import { conflict, isGivenUp, isUnmade, notMade, storedProblem, tradesSinceNoPage } from './outcome.js';
import { hasJustMoved } from './price.js';
import { RetryService } from './retry.service.js';
import { differingFields, isSameContent } from './same-content.js';

/** The procedure of a checkout: look up the number, check, reserve, send, answer. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly orders: OrdersService,
    private readonly tradeRecord: TradeRecordService,
    private readonly checks: ChecksService,
    private readonly driver: DriverService,
    private readonly drives: DriveService,
    private readonly answers: AnswerService,
    private readonly joins: JoinService,
    private readonly customers: CustomerService,
    private readonly anew: AnewService,
    private readonly retries: RetryService,
    private readonly settings: Settings,
  ) {}

  /**
   * Makes the order, or answers with the one that it repeats. Throws a Problem; when it does, the newest trade certainly
   * does not exist; unless an older one may exist, the number stays usable. The deadline ends the answer, not the work.
   */
  async checkout(caller: Caller, request: CheckoutRequest): Promise<CheckoutAnswer> {
    const deadline = performance.now() + this.settings.checkout.deadlineMs;
    const asked = this.checks.canonical(request);
    const merchantOrderNo = numberOf(caller, request);
    const lease = this.driver.newLease();
    const { now, state } = await this.orders.find(merchantOrderNo);
    const lookedUpAt = performance.now();
    if (state !== null) return this.repeat(caller, request, asked, state, deadline);
    await this.checks.check(asked);
    await this.prepare(request);
    const kept = await this.customers.keep(merchantOrderNo, request.customer);
    if (this.driver.isStopping) throw notMade(merchantOrderNo);
    lease.renew();
    const stamp = this.driver.stampNow();
    const reserved = await this.tradeRecord.reserve({
      merchantOrderNo,
      caller: caller.id,
      customerId: request.customer.id,
      ...kept,
      asked,
      shown: request.quote,
      stamp,
      driveLease: lease.id,
      leaseMs: lease.durationMs,
      patienceMs: this.settings.checkout.patienceMs,
      // The checks and the access token ask the provider and may take seconds, which the lease must not lose.
      now: new Date(now.getTime() + performance.now() - lookedUpAt),
      cause: this.driver.step({ lease, cause: 'checkout' }, null).cause,
    });
    if (reserved !== null) {
      const drive: Drive = { state: reserved, lease, customer: request.customer, callerWaits: true, cause: 'checkout' };
      return this.answers.answer(merchantOrderNo, 201, this.drives.driveReserved(drive, stamp), deadline);
    }
    // Somebody was quicker, or has the number in another letter case.
    const taken = (await this.orders.find(merchantOrderNo)).state;
    if (taken === null) throw conflict();
    // What has come of it meanwhile is this request's answer too: the two were under way together.
    const isTwin = taken.order.caller === caller.id && isSameContent(taken, asked, request.customer.id);
    if (isTwin && isUnmade(taken)) return this.joins.wait(merchantOrderNo, deadline);
    return this.repeat(caller, request, asked, taken, deadline);
  }

  /** The provider gives access by customer: a checkout that names none is incomplete. */
  private async prepare({ customer, fiat }: CheckoutRequest): Promise<void> {
    const unready = await this.driver.prepare(customer);
    if (unready !== null) throw rampProblem(unready, fiat);
  }

  private async repeat(
    caller: Caller,
    request: CheckoutRequest,
    asked: Asked,
    state: OrderState,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    const { order } = state;
    if (order.caller !== caller.id || order.side !== 'BUY') throw conflict();
    if (isUnmade(state)) {
      const isSame = isSameContent(state, asked, request.customer.id);
      if (isSame && hasJustMoved(currentTrade(state.trades), request.quote, state.now)) throw storedProblem(state);
      await this.checks.check(asked);
      await this.prepare(request);
      return this.makeAnew(request, asked, state, deadline);
    }
    mustBeSame(state, asked, request);
    // What was made without a page would be made so again.
    if (isGivenUp(state) && tradesSinceNoPage(state) === 0) return this.tryAgain(request, asked, state, deadline);
    return this.joins.join(state, request.customer, deadline);
  }

  /** As a retry does; of an order that turns out to be paid it is a repeat like any other. */
  private async tryAgain(
    request: CheckoutRequest,
    { payWayCode }: Asked,
    state: OrderState,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    await this.prepare(request);
    const wish = { payWayCode, shown: request.quote, said: request.customer };
    try {
      return await this.retries.tryAgain(state, currentTrade(state.trades).n, wish, deadline);
    } catch (error) {
      const isOver = error instanceof Problem && error.code === 'order_not_retryable';
      const fresh = isOver ? (await this.orders.find(state.order.merchantOrderNo)).state : null;
      if (fresh === null || isGivenUp(fresh)) throw error;
      return this.joins.join(fresh, request.customer, deadline);
    }
  }

  /** Every trade was refused or never sent: whatever is asked now makes the next one. */
  private async makeAnew(
    request: CheckoutRequest,
    asked: Asked,
    state: OrderState,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    const { merchantOrderNo } = state.order;
    const lease = this.driver.newLease();
    const isFree = await this.tradeRecord.takeDrive(merchantOrderNo, lease.id, lease.durationMs, 'ended');
    if (!isFree) return this.afterOther(request, asked, state, deadline);
    const fresh = (await this.orders.find(merchantOrderNo)).state;
    if (fresh === null) throw conflict();
    const isOthers = !isSameAttempt(fresh, state) && isSameContent(fresh, asked, request.customer.id);
    if (!isUnmade(fresh) || isOthers) {
      await this.tradeRecord.releaseDrive(merchantOrderNo, lease.id, null);
      return this.repeatOther(request, asked, fresh, deadline);
    }
    const drive: Drive = { state: fresh, lease, customer: request.customer, callerWaits: true, cause: 'checkout' };
    const made = await this.anew.make(drive, { asked, shown: request.quote }, 'same', deadline);
    return made ?? this.joins.wait(merchantOrderNo, deadline);
  }

  /** Somebody else is about to make the next trade, or has died before it did. */
  private async afterOther(
    request: CheckoutRequest,
    asked: Asked,
    state: OrderState,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    const { merchantOrderNo } = state.order;
    const fresh = await this.joins.begun(merchantOrderNo, isUnmade, deadline);
    if (fresh === null) throw conflict();
    if (!isSameAttempt(fresh, state)) return this.repeatOther(request, asked, fresh, deadline);
    if (fresh.order.driveUntil !== null) throw notMade(merchantOrderNo);
    return this.makeAnew(request, asked, fresh, deadline);
  }

  /** A repeat was quicker, and has made the next trade or is making it. */
  private repeatOther(
    request: CheckoutRequest,
    asked: Asked,
    fresh: OrderState,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    mustBeSame(fresh, asked, request);
    return this.joins.wait(fresh.order.merchantOrderNo, deadline);
  }
}

/** Throws `merchant_order_no_conflict` where the caller's own order was made for something else. */
function mustBeSame(state: OrderState, asked: Asked, { customer }: CheckoutRequest): void {
  const differing = differingFields(state, asked, customer.id);
  if (differing.length > 0) throw conflict(differing);
}

/** Has nobody begun anew between these two looks? Each attempt is stamped when it begins. */
function isSameAttempt(one: OrderState, other: OrderState): boolean {
  return currentTrade(one.trades).stamp === currentTrade(other.trades).stamp;
}

/** The caller's own number, else one from the idempotency key (so that a repeat is the same number), else a random one. */
function numberOf(caller: Caller, { merchantOrderNo, idempotencyKey }: CheckoutRequest): string {
  if (merchantOrderNo !== null) return merchantOrderNo;
  if (idempotencyKey === null) return randomOrderNumber();
  const digest = createHash('sha256')
    .update(JSON.stringify([caller.id, idempotencyKey]))
    .digest();
  return `i-${base32(digest).slice(0, 26)}`;
}
