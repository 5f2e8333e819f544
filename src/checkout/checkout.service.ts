import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { currentTrade } from '../orders/model/fold.js';
import type { Metadata } from '../orders/model/metadata.js';
import { retryObstacle } from '../orders/decisions/offers.js';
import type { OrderTerms, OrderRow, OrderState, ShownPrice } from '../orders/model/order.types.js';
import { OrdersService } from '../reading/orders.service.js';
import { CustomerEmailService, NO_CUSTOMER } from '../orders/secrets/customer-email.service.js';
import { AttemptRecorder } from '../orders/write/attempt-recorder.service.js';
import { rampProblem } from '../ramp/port/ramp-problem.js';
import type { RampNotSent } from '../ramp/port/ramp.errors.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { historyName } from '../platform/callers/caller.js';
import type { Caller } from '../platform/callers/caller.js';
import { Problem, PROBLEM_TEXTS, wrongField } from '../platform/problems/problem.js';
import { Time } from '../platform/time/time.js';
import { requestDeadline } from '../platform/time/request-time.js';
import { CheckoutOutcomes } from './checkout-outcomes.service.js';
import type { CheckoutAnswer } from './checkout-outcomes.service.js';
import { NextTradeService } from './next-trade.service.js';
import type { NextTrade } from './next-trade.service.js';
import { ChecksService } from './checks.service.js';
import { AttemptRunner } from './attempt-runner.service.js';
import type { Attempt } from './attempt-runner.service.js';
import type { Lease } from './lease.js';
import {
  conflict,
  differingFields,
  isGivenUp,
  isRefused,
  isSameContent,
  needsNextTrade,
  isNumberFree,
  nothingMade,
  storedProblem,
} from './stored-order.js';
import { hasJustMoved } from './price.js';
import type { Guest } from './guests/challenge-verdict.js';
import { GuestCheckouts } from './guests/guest-checkouts.service.js';
import type { OrderNumber } from './order-number.js';
import { askedOf } from './trade-request.js';

export interface CheckoutRequest extends OrderNumber {
  readonly terms: OrderTerms;
  readonly quote: ShownPrice | null;
  readonly customer: TradeCustomer;
  readonly metadata: Metadata;
  /** The link has expired: existing orders are still returned, but no new one is made. */
  readonly isLinkExpired: boolean;
  readonly guest: Guest | null;
}

export interface RetryRequest {
  readonly payWayCode: string | null;
  /** Number of the newest trade known to the caller; null: the current one. */
  readonly after: string | null;
  /** The price that the customer was shown for this trade; null: none. */
  readonly quote: ShownPrice | null;
}

/** Checkouts and retries. A checkout with the number of an existing order is a repeat. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly orders: OrdersService,
    private readonly recorder: AttemptRecorder,
    private readonly checks: ChecksService,
    private readonly runner: AttemptRunner,
    private readonly outcomes: CheckoutOutcomes,
    private readonly emails: CustomerEmailService,
    private readonly nextTrades: NextTradeService,
    private readonly guests: GuestCheckouts,
    private readonly settings: Settings,
    private readonly time: Time,
  ) {}

  /** On a thrown Problem the current trade does not exist; the number stays usable unless an older one may. */
  async checkout(caller: Caller, request: CheckoutRequest): Promise<CheckoutAnswer> {
    const deadline = requestDeadline(this.time, this.settings.checkout.deadlineMs);
    const { merchantOrderNo, guest } = request;
    if (guest !== null) await this.guests.count(guest);
    const terms = this.checks.canonical(request.terms);
    // Before the checks: one that fails today must not hide an existing order.
    const existing = await this.orders.findRepeated(request.repeated);
    if (existing !== null) return this.repeat(caller, request, terms, existing, deadline);
    const listed = await this.check(terms, request, 'order');
    if (this.runner.isStopping) throw nothingMade(merchantOrderNo);
    const { isNew, state, lease, stamp } = await this.reserve(caller, request, listed);
    if (isNew) {
      const attempt = {
        state,
        lease,
        customer: request.customer,
        callerWaits: true,
        cause: 'checkout',
        by: historyName(caller),
      } as const;
      return this.send(attempt, stamp, deadline);
    }
    // Another request made the order while this one was checked. To an identical one its outcome is the answer.
    const isTwin = state.order.caller === caller.id && isSameContent(state, listed, request.customer.id);
    if (isTwin && isNumberFree(state)) return this.outcomes.wait(state.order, deadline);
    return this.repeat(caller, request, listed, state, deadline);
  }

  /** Makes a new trade of the order, or returns the one that this retry repeats. */
  async retry(
    caller: Caller,
    merchantOrderNo: string,
    { payWayCode, after, quote }: RetryRequest,
  ): Promise<CheckoutAnswer> {
    const deadline = requestDeadline(this.time, this.settings.checkout.deadlineMs);
    const state = await this.orders.findOwned(caller, merchantOrderNo);
    const claims = claimsOf(caller, state.order);
    if (newestKnown(state, after) < currentTrade(state.trades).n) return this.outcomes.follow(state, claims, deadline);
    // Access tokens are per customer, and a retry cannot name one.
    const tokenProblem = (): Problem => new Problem('order_not_retryable', PROBLEM_TEXTS.customerUnknown);
    const next = this.nextTry(caller, state, claims, { payWayCode, shown: quote, tokenProblem });
    const begun = await this.nextTrades.begin(state, next, deadline);
    if (begun.kind === 'begun') return this.send(begun.attempt, begun.stamp, deadline);
    if (begun.kind === 'over') throw notRetryable();
    return this.outcomes.follow(begun.state, claims, deadline);
  }

  private async check(
    asked: OrderTerms,
    { customer, guest, isLinkExpired }: CheckoutRequest,
    what: 'order' | 'trade',
  ): Promise<OrderTerms> {
    if (isLinkExpired) throw wrongField('link', 'has expired');
    const listed = await this.checks.check(asked);
    const unready = await this.runner.prepare(customer);
    if (unready !== null) throw rampProblem(unready, asked.fiat);
    if (guest !== null) await this.guests.admit(guest, what);
    return listed;
  }

  /** `isNew` false: `state` is the order that has the number. */
  private async reserve(
    caller: Caller,
    { merchantOrderNo, customer, guest, metadata, quote }: CheckoutRequest,
    asked: OrderTerms,
  ): Promise<{ isNew: boolean; state: OrderState; lease: Lease; stamp: number }> {
    const kept = await this.emails.seal(merchantOrderNo, customer.email);
    const lease = this.runner.newLease();
    const { stamp, leaseMs } = this.runner.newSending(lease, asked);
    const { isNew, state } = await this.recorder.reserve({
      merchantOrderNo,
      caller: caller.id,
      ...(guest === null ? {} : { guestBlock: await this.guests.blockOf(guest) }),
      customerId: customer.id,
      metadata,
      ...kept,
      asked,
      shown: quote,
      stamp,
      attemptLease: lease.id,
      leaseMs,
      patienceMs: this.settings.checkout.patienceMs,
      cause: this.runner.recordStep({ lease, cause: 'checkout', by: historyName(caller) }).cause,
    });
    // The number is taken in another letter case.
    if (state === null) throw conflict();
    return { isNew, state, lease, stamp };
  }

  private send(attempt: Attempt, stamp: number, deadline: number): Promise<CheckoutAnswer> {
    return this.outcomes.ofAttempt(attempt.state.order, 201, this.runner.sendReserved(attempt, stamp), deadline);
  }

  private async repeat(
    caller: Caller,
    request: CheckoutRequest,
    asked: OrderTerms,
    state: OrderState,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    const { customer, quote } = request;
    if (state.order.caller !== caller.id || state.order.side !== 'BUY') throw conflict();
    if (await this.outcomes.isRequestOver(state)) throw conflict();
    const unmade = isNumberFree(state);
    if (!unmade) mustBeSame(state, asked, request);
    else if (isSameContent(state, asked, customer.id) && hasJustMoved(currentTrade(state.trades), quote, state.now)) {
      throw storedProblem(state);
    }
    if (!unmade && !needsNextTrade(state)) return this.outcomes.join(state, customer, deadline);
    const tokenProblem = (unready: RampNotSent): Problem => rampProblem(unready, asked.fiat);
    const next = unmade
      ? this.newRequest(caller, request, asked)
      : this.nextTry(caller, state, customer, { payWayCode: asked.payWayCode, shown: quote, tokenProblem });
    const begun = await this.nextTrades.begin(state, next, deadline);
    if (begun.kind === 'begun') return this.send(begun.attempt, begun.stamp, deadline);
    const fresh = begun.state;
    if (isNumberFree(fresh) && !isSameContent(fresh, asked, customer.id)) {
      return this.repeat(caller, request, asked, fresh, deadline);
    }
    mustBeSame(fresh, asked, request);
    if (begun.kind === 'over' && isGivenUp(fresh)) throw notRetryable();
    return this.outcomes.follow(fresh, customer, deadline);
  }

  /** Every trade was refused or never sent: the number is free for any terms. */
  private newRequest(caller: Caller, request: CheckoutRequest, asked: OrderTerms): NextTrade {
    return {
      ...{ cause: 'checkout', by: historyName(caller), shown: request.quote },
      obstacle: (state) => (isNumberFree(state) ? null : 'order_not_retryable'),
      customerOf: () => Promise.resolve(request.customer),
      check: () => this.check(asked, request, 'trade'),
    };
  }

  /** Another trade with the order's terms: a retry, or a repeat after a give-up or lost replies. */
  private nextTry(
    caller: Caller,
    { trades }: OrderState,
    claims: TradeCustomer,
    given: {
      readonly payWayCode: string | null;
      readonly shown: ShownPrice | null;
      readonly tokenProblem: (unready: RampNotSent) => Problem;
    },
  ): NextTrade {
    const terms = given.payWayCode === null ? {} : { payWayCode: given.payWayCode };
    return {
      ...{ cause: 'retry', by: historyName(caller), shown: given.shown },
      obstacle: (state) => retryObstacle(state, this.settings.orders),
      customerOf: (order) => this.emails.customerOf(order, claims),
      check: async (customer) => {
        await this.checks.check({ ...askedOf(currentTrade(trades)), ...terms });
        const unready = await this.runner.prepare(customer);
        if (unready !== null) throw given.tokenProblem(unready);
        return terms;
      },
    };
  }
}

const notRetryable = (): Problem => new Problem('order_not_retryable', PROBLEM_TEXTS.notRetryable);

function mustBeSame(state: OrderState, asked: OrderTerms, { customer }: CheckoutRequest): void {
  const differing = differingFields(state, asked, customer.id);
  if (differing.length > 0) throw conflict(differing);
}

/** A trade that ended in a give-up, or met a busy provider, counts as known: the response asked for a retry. */
function newestKnown(state: OrderState, after: string | null): number {
  const newest = currentTrade(state.trades);
  if (after === null) return newest.n;
  const trade = state.trades.find(({ tradeNo }) => tradeNo === after);
  if (trade === undefined) throw wrongField('after', 'must be the number of a trade of this order');
  const isToBeRepeated = isGivenUp(state) || (isRefused(newest) && newest.refusal?.problem === 'ramp_unavailable');
  return isToBeRepeated ? newest.n : trade.n;
}

/** A caller with only the order's secret has no claims about its customer. */
function claimsOf({ id, customer }: Caller, { caller }: OrderRow): TradeCustomer {
  return caller === id && customer !== null ? { ...customer, accessToken: null } : NO_CUSTOMER;
}
