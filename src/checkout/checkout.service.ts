import { Injectable } from '@nestjs/common';
import { OrderWaits } from '../follow/changes/order-waits.service.js';
import { Settings } from '../platform/config/settings.js';
import { currentTrade, termsOf } from '../orders/model/fold.js';
import type { Metadata } from '../orders/model/metadata.js';
import { isPaid } from '../orders/model/order-status.js';
import { retryObstacle } from '../orders/decisions/offers.js';
import type { OrderTerms, OrderRow, OrderState, ShownPrice } from '../orders/model/order.types.js';
import { StoredOrders } from '../orders/storage/stored-orders.service.js';
import { OrdersService } from '../reading/orders.service.js';
import { ClientSecretService } from '../orders/secrets/client-secret.service.js';
import { NO_CUSTOMER } from '../orders/secrets/customer-email.service.js';
import { rampProblem } from '../ramp/port/ramp-problem.js';
import type { RampFailure } from '../ramp/port/ramp.errors.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { historyName } from '../platform/callers/caller.js';
import type { Caller } from '../platform/callers/caller.js';
import { Problem, PROBLEM_TEXTS, wrongField } from '../platform/problems/problem.js';
import { Time } from '../platform/time/time.js';
import { within } from '../platform/time/promises.js';
import { requestDeadline } from '../platform/time/request-time.js';
import { NextTradeService } from './next-trade.service.js';
import type { NextTrade } from './next-trade.service.js';
import { ChecksService } from './checks.service.js';
import { AttemptRunner } from './attempt-runner.service.js';
import type { Running } from './attempt-runner.service.js';
import {
  conflict,
  isBeingCreated,
  isGivenUp,
  isNumberFree,
  isRefused,
  isRequestWithoutTrade,
  isSameContent,
  mustBeSame,
  needsNextTrade,
  newestKnown,
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

/**
 * Checkouts and retries, from the request to its answer. A checkout with the number of an existing order is a repeat.
 * The deadline ends the answer, not the work.
 */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly orders: StoredOrders,
    private readonly owned: OrdersService,
    private readonly waits: OrderWaits,
    private readonly checks: ChecksService,
    private readonly runner: AttemptRunner,
    private readonly nextTrades: NextTradeService,
    private readonly guests: GuestCheckouts,
    private readonly secrets: ClientSecretService,
    private readonly settings: Settings,
    private readonly time: Time,
  ) {}

  /** On a thrown Problem the current trade does not exist; the number stays usable unless an older one may. */
  async checkout(caller: Caller, request: CheckoutRequest): Promise<CheckoutAnswer> {
    const deadline = requestDeadline(this.time, this.settings.checkout.deadlineMs);
    const { merchantOrderNo, customer, guest, metadata, quote } = request;
    if (guest !== null) await this.guests.count(guest);
    const terms = this.checks.canonical(request.terms);
    // Before the checks: one that fails today must not hide an existing order.
    const existing = await this.orders.findRepeated(request.repeated);
    if (existing !== null) return this.repeat(caller, request, terms, existing, deadline);
    const asked = await this.check(terms, request, 'order');
    const guestBlock = guest && (await this.guests.blockOf(guest));
    const order = { merchantOrderNo, caller: caller.id, guestBlock, metadata, asked, shown: quote };
    const reserved = await this.runner.reserve(order, customer, historyName(caller));
    if (reserved.kind === 'begun') return this.answer(reserved, 201, deadline);
    // Another request made the order while this one was checked. To an identical one its outcome is the answer.
    const { state } = reserved;
    const isTwin = state.order.caller === caller.id && isSameContent(state, asked, customer.id);
    if (isTwin && isNumberFree(state)) return this.wait(state.order, deadline);
    return this.repeat(caller, request, asked, state, deadline);
  }

  /** The answer to the end of the attempt; `status`: if it creates the trade. */
  private async answer({ order, end }: Running, status: 200 | 201, deadline: number): Promise<CheckoutAnswer> {
    const leftMs = Math.max(0, deadline - this.time.monotonic());
    const ended = await within(this.time, leftMs, end, { kind: 'late' as const });
    switch (ended.kind) {
      case 'created':
        return this.present(status, ended.state);
      case 'refused':
        throw rampProblem(ended.failure, ended.fiat, { merchantOrderNo: order.merchantOrderNo });
      case 'declined':
        throw storedProblem(ended.state);
      case 'given_up':
        return this.wait(order, 0, ended.failure);
      case 'lost':
        return this.wait(order, deadline);
      case 'left':
      case 'late':
        return this.wait(order, 0);
    }
  }

  /** Waits for the outcome, the deadline or the process's end. Throws if certainly nothing was created. */
  private async wait(
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

  private async present(status: CheckoutAnswer['status'], state: OrderState): Promise<CheckoutAnswer> {
    const isOver = await this.secrets.isRequestOver(state);
    return { status, state, clientSecret: isOver ? null : await this.secrets.of(state) };
  }

  /** Makes a new trade of the order, or returns the one that this retry repeats. */
  async retry(
    caller: Caller,
    merchantOrderNo: string,
    { payWayCode, after, quote }: RetryRequest,
  ): Promise<CheckoutAnswer> {
    const deadline = requestDeadline(this.time, this.settings.checkout.deadlineMs);
    const state = await this.owned.findOwned(caller, merchantOrderNo);
    const claims = claimsOf(caller, state.order);
    if (hasJustMoved(currentTrade(state.trades), quote, state.now)) throw storedProblem(state);
    if (newestKnown(state, after) < currentTrade(state.trades).n) return this.follow(state, claims, deadline);
    // Access tokens are per customer, and a retry cannot name one.
    const tokenProblem = (): Problem => new Problem('order_not_retryable', PROBLEM_TEXTS.customerUnknown);
    const next = this.nextTry(caller, state, claims, payWayCode, quote, tokenProblem);
    const begun = await this.nextTrades.begin(state, next, deadline);
    if (begun.kind === 'begun') return this.answer(begun, 201, deadline);
    if (begun.kind === 'over') throw notRetryable();
    return this.follow(begun.state, claims, deadline);
  }

  private async check(
    asked: OrderTerms,
    { customer, guest, isLinkExpired }: CheckoutRequest,
    what: 'order' | 'trade',
  ): Promise<OrderTerms> {
    if (isLinkExpired) throw wrongField('link', 'has expired');
    const listed = await this.checks.check(asked, customer);
    if (guest !== null) await this.guests.admit(guest, what);
    return listed;
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
    if (await this.secrets.isRequestOver(state)) throw conflict();
    const unmade = isNumberFree(state);
    if (!unmade) mustBeSame(state, asked, customer.id);
    else if (isSameContent(state, asked, customer.id) && hasJustMoved(currentTrade(state.trades), quote, state.now)) {
      throw storedProblem(state);
    }
    if (!unmade && !needsNextTrade(state)) return this.join(state, customer, deadline);
    const next = unmade
      ? this.newRequest(caller, request, asked)
      : this.nextTry(caller, state, customer, asked.payWayCode, quote);
    const begun = await this.nextTrades.begin(state, next, deadline);
    if (begun.kind === 'begun') return this.answer(begun, 201, deadline);
    const fresh = begun.state;
    if (isNumberFree(fresh) && !isSameContent(fresh, asked, customer.id)) {
      return this.repeat(caller, request, asked, fresh, deadline);
    }
    mustBeSame(fresh, asked, customer.id);
    if (begun.kind === 'over' && isGivenUp(fresh)) throw notRetryable();
    return this.follow(fresh, customer, deadline);
  }

  /** Every trade was refused or never sent: the number is free for any terms. */
  private newRequest(caller: Caller, request: CheckoutRequest, asked: OrderTerms): NextTrade {
    return {
      cause: 'checkout',
      by: historyName(caller),
      customer: request.customer,
      shown: request.quote,
      obstacle: (state) => (isNumberFree(state) ? null : 'order_not_retryable'),
      check: () => this.check(asked, request, 'trade'),
    };
  }

  /** Another trade with the order's terms: a retry, or a repeat after a give-up or lost replies. */
  private nextTry(
    caller: Caller,
    { trades }: OrderState,
    claims: TradeCustomer,
    payWayCode: string | null,
    shown: ShownPrice | null,
    tokenProblem?: () => Problem,
  ): NextTrade {
    const terms = payWayCode === null ? {} : { payWayCode };
    return {
      cause: 'retry',
      by: historyName(caller),
      customer: claims,
      shown,
      obstacle: (state) => retryObstacle(state, this.settings.orders),
      check: async (customer) => {
        await this.checks.check({ ...askedOf(currentTrade(trades)), ...terms }, customer, tokenProblem);
        return terms;
      },
    };
  }

  /** Waits for the outcome of the order; resumes the attempt if its runner is gone. */
  private async join(state: OrderState, claims: TradeCustomer, deadline: number): Promise<CheckoutAnswer> {
    if (isGivenUp(state)) throw storedProblem(state);
    if (!isBeingCreated(state)) return this.present(200, state);
    const resumed = await this.nextTrades.takeOver(state, claims);
    return resumed === null ? this.wait(state.order, deadline) : this.answer(resumed, 200, deadline);
  }

  /** Returns the outcome of a trade that another request began. */
  private async follow(state: OrderState, claims: TradeCustomer, deadline: number): Promise<CheckoutAnswer> {
    const isAnyPaid = state.trades.some(({ status }) => isPaid(status));
    if (!isAnyPaid && isRefused(currentTrade(state.trades))) throw storedProblem(state);
    return this.join(state, claims, deadline);
  }
}

const notRetryable = (): Problem => new Problem('order_not_retryable', PROBLEM_TEXTS.notRetryable);

/** A caller with only the order's secret has no claims about its customer. */
function claimsOf({ id, customer }: Caller, { caller }: OrderRow): TradeCustomer {
  return caller === id && customer !== null ? { ...customer, accessToken: null } : NO_CUSTOMER;
}
