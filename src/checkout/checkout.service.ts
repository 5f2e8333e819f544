import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Settings } from '../platform/config/settings.js';
import { currentTrade } from '../orders/model/fold.js';
import { retryObstacle } from '../orders/decisions/offers.js';
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
import { BeginService } from './begin.service.js';
import type { NextTrade } from './begin.service.js';
import { ChecksService } from './checks.service.js';
import type { CheckoutAnswer, CheckoutRequest } from './checkout.types.js';
import { DriveService } from './drive.service.js';
import type { Drive } from './drive.types.js';
import { conflict, isGivenUp, isToBeTriedAgain, isUnmade, notMade, storedProblem } from './outcome.js';
import { hasJustMoved } from './price.js';
import { GuestCheckouts } from './guests/guest-checkouts.service.js';
import { notRetryable } from './retry-problems.js';
import { differingFields, isSameContent } from './same-content.js';
import { askedOf } from './trade-request.js';

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
    private readonly begins: BeginService,
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
    const unmade = isUnmade(state);
    const isSame = isSameContent(state, asked, request.customer.id);
    if (unmade && isSame && hasJustMoved(currentTrade(state.trades), request.quote, state.now))
      throw storedProblem(state);
    if (!unmade) mustBeSame(state, asked, request);
    if (!unmade && !isToBeTriedAgain(state)) return this.answers.join(state, request.customer, deadline);
    const next = unmade ? this.madeAnew(request, asked) : this.triedAgain(request, asked, state);
    const begun = await this.begins.begin(state, next, deadline);
    if (!('kind' in begun)) return begun;
    const fresh = begun.state;
    if (isUnmade(fresh) && !isSameContent(fresh, asked, request.customer.id)) {
      return this.repeat(caller, request, asked, fresh, deadline);
    }
    mustBeSame(fresh, asked, request);
    if (begun.kind === 'over' && isGivenUp(fresh)) throw notRetryable();
    return this.answers.follow(fresh, request.customer, deadline);
  }

  /** Every trade was refused or never sent: the number is free for any terms. */
  private madeAnew(request: CheckoutRequest, asked: Asked): NextTrade {
    return {
      ...{ cause: 'checkout', shown: request.quote, number: 'same' },
      obstacle: (state) => (isUnmade(state) ? null : 'order_not_retryable'),
      customerOf: () => Promise.resolve(request.customer),
      check: () => this.check(asked, request, 'trade'),
    };
  }

  /** The current trade was given up, or refused after others whose outcome is unknown. */
  private triedAgain(request: CheckoutRequest, { payWayCode }: Asked, { trades }: OrderState): NextTrade {
    return {
      ...{ cause: 'retry', shown: request.quote, number: 'next' },
      obstacle: (state) => retryObstacle(state, this.settings.orders),
      customerOf: (order) => this.emails.customerOf(order, request.customer),
      check: async (customer) => {
        await this.checks.check({ ...askedOf(currentTrade(trades)), payWayCode });
        const unready = await this.drives.prepare(customer);
        if (unready !== null) throw rampProblem(unready, request.fiat);
        return { payWayCode };
      },
    };
  }
}

/** Throws `merchant_order_no_conflict` where the caller's own order was made for something else. */
function mustBeSame(state: OrderState, asked: Asked, { customer }: CheckoutRequest): void {
  const differing = differingFields(state, asked, customer.id);
  if (differing.length > 0) throw conflict(differing);
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
