import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Settings } from '../platform/config/settings.js';
import { currentTrade } from '../orders/model/fold.js';
import type { Asked, OrderState } from '../orders/model/order.types.js';
import { OrdersService } from '../orders/read/orders.service.js';
import { CustomerEmailService } from '../orders/secrets/customer-email.service.js';
import { TradeRecordService } from '../orders/write/trade-record.service.js';
import { rampProblem } from '../ramp/port/ramp-problem.js';
import type { Caller } from '../platform/shared/caller.js';
import { Problem, wrongField } from '../platform/shared/problem.js';
import { requestDeadline } from '../platform/shared/request-time.js';
import { base32, randomOrderNumber } from '../platform/shared/order-number.js';
import { AnswerService } from './answer.service.js';
import { ChecksService } from './checks.service.js';
import type { CheckoutAnswer, CheckoutRequest } from './checkout.types.js';
import { DriveService } from './drive.service.js';
import type { Drive } from './drive.types.js';
import { conflict, isGivenUp, isToBeTriedAgain, isUnmade, notMade, storedProblem } from './outcome.js';
import { hasJustMoved } from './price.js';
import { GuestCheckouts } from './guests/guest-checkouts.service.js';
import { RetryService } from './retry.service.js';
import { differingFields, isSameContent } from './same-content.js';

/** The procedure of a checkout: check, reserve the number, send, answer; a number that is taken tells a repeat. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly orders: OrdersService,
    private readonly tradeRecord: TradeRecordService,
    private readonly checks: ChecksService,
    private readonly drives: DriveService,
    private readonly answers: AnswerService,
    private readonly emails: CustomerEmailService,
    private readonly retries: RetryService,
    private readonly guests: GuestCheckouts,
    private readonly settings: Settings,
  ) {}

  /**
   * Makes the order, or answers with the one that it repeats. Throws a Problem; when it does, the newest trade certainly
   * does not exist; unless an older one may exist, the number stays usable. The deadline ends the answer, not the work.
   */
  async checkout(caller: Caller, request: CheckoutRequest): Promise<CheckoutAnswer> {
    const deadline = requestDeadline(this.settings.checkout.deadlineMs);
    const { guest } = request;
    if (guest !== null) await this.guests.count(guest);
    let asked = this.checks.canonical(request);
    const merchantOrderNo = numberOf(caller, request);
    const began = await this.orders.now();
    try {
      asked = await this.check(asked, request, 'order');
      if (this.drives.isStopping) throw notMade(merchantOrderNo);
    } catch (error) {
      // Whatever would be wrong with it now: what was made is answered with. A random number nobody has used.
      const isRepeatable = error instanceof Problem && !isRandom(request);
      const known = isRepeatable ? (await this.orders.find(merchantOrderNo)).state : null;
      if (known === null) throw error;
      return this.repeat(caller, request, asked, known, deadline);
    }
    const kept = await this.emails.keep(merchantOrderNo, request.customer);
    const lease = this.drives.newLease();
    const { stamp, leaseMs } = this.drives.sending(lease, asked);
    const { isNew, state } = await this.tradeRecord.reserve({
      merchantOrderNo,
      caller: caller.id,
      ...(guest === null ? {} : { guestBlock: await this.guests.blockOf(guest) }),
      customerId: request.customer.id,
      metadata: request.metadata,
      ...kept,
      asked,
      shown: request.quote,
      stamp,
      driveLease: lease.id,
      leaseMs,
      patienceMs: this.settings.checkout.patienceMs,
      cause: this.drives.step({ lease, cause: 'checkout' }).cause,
    });
    // Somebody has the number in another letter case.
    if (state === null) throw conflict();
    if (isNew) {
      const drive: Drive = { state, lease, customer: request.customer, callerWaits: true, cause: 'checkout' };
      return this.answers.answer(state.order, 201, this.drives.driveReserved(drive, stamp), deadline);
    }
    // What has come of it since this request began is its answer too: the two were under way together.
    const isTwin = state.order.caller === caller.id && isSameContent(state, asked, request.customer.id);
    const { updatedAt } = state.order;
    if (isTwin && isUnmade(state) && updatedAt >= began && updatedAt <= state.now) {
      return this.answers.wait(state.order, deadline);
    }
    return this.repeat(caller, request, asked, state, deadline);
  }

  /** The provider gives access by customer: a checkout that names none is incomplete. */
  private async check(
    asked: Asked,
    { customer, fiat, guest, isLinkExpired }: CheckoutRequest,
    what: 'order' | 'trade',
  ): Promise<Asked> {
    if (isLinkExpired) throw wrongField('link', 'has expired');
    const listed = await this.checks.check(asked);
    const unready = await this.drives.prepare(customer);
    if (unready !== null) throw rampProblem(unready, fiat);
    if (guest !== null) await this.guests.admit(guest, what);
    return listed;
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
      return this.makeAnew(request, await this.check(asked, request, 'trade'), state, deadline);
    }
    mustBeSame(state, asked, request);
    if (isToBeTriedAgain(state)) return this.tryAgain(request, asked, state, deadline);
    return this.answers.join(state, request.customer, deadline);
  }

  /** As a retry does; of an order that turns out to be paid it is a repeat like any other. */
  private async tryAgain(
    request: CheckoutRequest,
    { payWayCode }: Asked,
    state: OrderState,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    const unready = await this.drives.prepare(request.customer);
    if (unready !== null) throw rampProblem(unready, request.fiat);
    const wish = { asked: { payWayCode }, shown: request.quote, said: request.customer };
    try {
      return await this.retries.tryAgain(state, currentTrade(state.trades).n, wish, deadline);
    } catch (error) {
      const isOver = error instanceof Problem && error.code === 'order_not_retryable';
      const fresh = isOver ? (await this.orders.find(state.order.merchantOrderNo)).state : null;
      if (fresh === null || isGivenUp(fresh)) throw error;
      return this.answers.join(fresh, request.customer, deadline);
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
    const lease = this.drives.newLease();
    const isFree = await this.tradeRecord.takeDrive(merchantOrderNo, lease.id, lease.durationMs, 'ended');
    if (!isFree) return this.afterOther(request, asked, state, deadline);
    const fresh = (await this.orders.find(merchantOrderNo)).state;
    if (fresh === null) throw notMade(merchantOrderNo);
    const isOthers = !isSameAttempt(fresh, state) && isSameContent(fresh, asked, request.customer.id);
    if (!isUnmade(fresh) || isOthers) {
      await this.tradeRecord.releaseDrive(merchantOrderNo, lease.id, null);
      return this.repeatOther(request, asked, fresh, deadline);
    }
    const drive: Drive = { state: fresh, lease, customer: request.customer, callerWaits: true, cause: 'checkout' };
    const made = await this.answers.anew(drive, { asked, shown: request.quote }, 'same', deadline);
    return made ?? this.answers.wait(fresh.order, deadline);
  }

  /** Somebody else is about to make the next trade, or has died before it did. */
  private async afterOther(
    request: CheckoutRequest,
    asked: Asked,
    state: OrderState,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    const { merchantOrderNo } = state.order;
    const fresh = await this.answers.begun(merchantOrderNo, isUnmade, deadline);
    if (fresh === null) throw notMade(merchantOrderNo);
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
    return this.answers.wait(fresh.order, deadline);
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

const isRandom = ({ merchantOrderNo, idempotencyKey }: CheckoutRequest): boolean =>
  merchantOrderNo === null && idempotencyKey === null;

/** The caller's own number, else one from the idempotency key (so that a repeat is the same number), else a random one. */
function numberOf(caller: Caller, { merchantOrderNo, idempotencyKey }: CheckoutRequest): string {
  if (merchantOrderNo !== null) return merchantOrderNo;
  if (idempotencyKey === null) return randomOrderNumber();
  const digest = createHash('sha256')
    .update(JSON.stringify([caller.id, idempotencyKey]))
    .digest();
  return `i-${base32(digest).slice(0, 26)}`;
}
