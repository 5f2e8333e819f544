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
import type { Caller } from '../platform/callers/caller.js';
import { Problem, wrongField } from '../platform/problems/problem.js';
import { requestDeadline } from '../platform/time/request-time.js';
import { base32, randomOrderNumber } from '../platform/terms/order.js';
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

/** Checks, reserves the number, sends, answers. A number that is already reserved makes it a repeat. */
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
   * Makes the order, or returns the one that this request repeats. When it throws a Problem, the current trade certainly
   * does not exist; the number stays usable unless an older trade may exist. The deadline ends the response, not the work.
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
      // A failed check must not hide an existing order, so look the number up first. A random number cannot exist yet.
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
    // The number is taken in another letter case.
    if (state === null) throw conflict();
    if (isNew) {
      const drive: Drive = { state, lease, customer: request.customer, callerWaits: true, cause: 'checkout' };
      return this.answers.answer(state.order, 201, this.drives.driveReserved(drive, stamp), deadline);
    }
    // An identical request finished while this one ran: return its outcome.
    const isTwin = state.order.caller === caller.id && isSameContent(state, asked, request.customer.id);
    const { updatedAt } = state.order;
    if (isTwin && isUnmade(state) && updatedAt >= began && updatedAt <= state.now) {
      return this.answers.wait(state.order, deadline);
    }
    return this.repeat(caller, request, asked, state, deadline);
  }

  /** Access tokens are per customer, so a checkout must name one if the provider needs a token. */
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

  /** After a give-up, or after a refusal that followed trades with unknown outcomes. */
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

/** Throws `merchant_order_no_conflict` if the caller's own order has other content. */
function mustBeSame(state: OrderState, asked: Asked, { customer }: CheckoutRequest): void {
  const differing = differingFields(state, asked, customer.id);
  if (differing.length > 0) throw conflict(differing);
}

const isRandom = ({ merchantOrderNo, idempotencyKey }: CheckoutRequest): boolean =>
  merchantOrderNo === null && idempotencyKey === null;

/**
 * The caller's number, else one derived from the idempotency key so that a repeat has the same number, else a random one.
 */
function numberOf(caller: Caller, { merchantOrderNo, idempotencyKey }: CheckoutRequest): string {
  if (merchantOrderNo !== null) return merchantOrderNo;
  if (idempotencyKey === null) return randomOrderNumber();
  const digest = createHash('sha256')
    .update(JSON.stringify([caller.id, idempotencyKey]))
    .digest();
  return `i-${base32(digest).slice(0, 26)}`;
}
