import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { OrderWaits } from '../follow/changes/order-waits.service.js';
import { LookUpService } from '../orders/ask/look-up.service.js';
import { AskNowService } from '../orders/ask/ask-now.service.js';
import { mayBePaid } from '../orders/decisions/existence.js';
import { isFull } from '../orders/decisions/offers.js';
import type { RetryObstacle } from '../orders/decisions/offers.js';
import { currentTrade } from '../orders/model/fold.js';
import type { OrderTerms, OrderState, ShownPrice, TradeRow } from '../orders/model/order.types.js';
import { StoredOrders } from '../orders/storage/stored-orders.service.js';
import { CustomerEmailService } from '../orders/secrets/customer-email.service.js';
import { AttemptLeases } from '../orders/write/attempt-leases.service.js';
import { Settings } from '../platform/config/settings.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { withoutRequestTime } from '../platform/time/request-time.js';
import { AttemptRunner } from './attempt-runner.service.js';
import type { Running } from './attempt-runner.service.js';
import type { Lease } from './lease.js';
import { causeOf } from '../orders/model/cause.js';
import { isLeftBehind, nothingMade, pauseLeftMs, storedProblem } from './stored-order.js';
import { askedOf } from './trade-request.js';

export interface NextTrade {
  /** `checkout`: a new request, which may reuse a number that was never sent. A retry has its own, so repeats find it. */
  readonly cause: 'checkout' | 'retry';
  readonly by: string;
  /** As the caller states it; a retry's is completed from the order. */
  readonly customer: TradeCustomer;
  /** Send the trade only while this price holds. */
  readonly shown: ShownPrice | null;
  readonly obstacle: (state: OrderState) => RetryObstacle | null;
  /** The checks that need no lease. Returns the terms that differ from the current trade's. */
  readonly check: (customer: TradeCustomer) => Promise<Partial<OrderTerms>>;
}

type CheckedTrade = NextTrade & { readonly terms: Partial<OrderTerms> };

/** `followed`: another request started the next trade. `over`: no trade may follow. */
interface NotBegun {
  readonly kind: 'followed' | 'over';
  readonly state: OrderState;
}

/** Goes on with an order: takes over from a runner that is gone, or begins a further trade, by one procedure. */
@Injectable()
export class NextTradeService {
  constructor(
    private readonly orders: StoredOrders,
    private readonly waits: OrderWaits,
    private readonly asking: AskNowService,
    private readonly lookUps: LookUpService,
    private readonly leases: AttemptLeases,
    private readonly runner: AttemptRunner,
    private readonly emails: CustomerEmailService,
    private readonly settings: Settings,
  ) {}

  /** null: another runner has the lease, or the order is gone. */
  async takeOver(state: OrderState, customer: TradeCustomer): Promise<Running | null> {
    const { merchantOrderNo } = state.order;
    const lease = this.runner.newLease();
    const isFree =
      isLeftBehind(state) && (await this.leases.take(merchantOrderNo, lease.id, lease.durationMs, 'left behind'));
    const taken = isFree ? (await this.orders.find(merchantOrderNo)).state : null;
    if (taken === null) return null;
    const completed = await this.emails.customerOf(taken.order, customer);
    const attempt = { state: taken, lease, customer: completed, callerWaits: true, cause: 'checkout' } as const;
    return this.runner.keep(taken, this.runner.resume(attempt));
  }

  /**
   * Throws `ramp_unavailable` during the pause after a give-up or without an answer about each returned page;
   * `order_in_review` if such an answer is not understood; `order_not_retryable` at the order's trade limit.
   */
  async begin(state: OrderState, next: NextTrade, deadline: number): Promise<Running | NotBegun> {
    const { merchantOrderNo } = state.order;
    if (next.obstacle(state) === 'order_not_retryable') return { kind: 'over', state };
    if (pauseLeftMs(state) > 0) throw storedProblem(state);
    const terms = await next.check(await this.customerOf(state, next));
    for (;;) {
      const lease = this.runner.newLease();
      if (await this.leases.take(merchantOrderNo, lease.id, lease.durationMs, 'ended')) {
        return this.beginUnder(lease, state, { ...next, terms }, deadline);
      }
      const isDecided = (newest: OrderState): boolean =>
        !isSameAttempt(newest, state) || newest.order.attemptUntil === null;
      const fresh = await this.waits.until(merchantOrderNo, isDecided, deadline);
      if (fresh === null) throw nothingMade(merchantOrderNo);
      const notBegun = whyNotBegun(state, fresh, next);
      if (notBegun !== null) return notBegun;
      // The deadline passed first.
      if (fresh.order.attemptUntil !== null) throw nothingMade(merchantOrderNo);
    }
  }

  private async beginUnder(
    lease: Lease,
    state: OrderState,
    next: CheckedTrade,
    deadline: number,
  ): Promise<Running | NotBegun> {
    const { merchantOrderNo } = state.order;
    const prepared = await this.prepare(lease, state, next, deadline).catch(async (error: unknown) => {
      await this.release(lease, merchantOrderNo);
      throw error;
    });
    if ('kind' in prepared) {
      await this.release(lease, merchantOrderNo);
      return prepared;
    }
    // A failure from here on may hide a commit, so the lease stays: when it expires, the worker continues.
    const begun = await prepared.begin();
    if (begun !== null) return begun;
    // The lease was lost, or a trade turned out to be paid.
    await this.release(lease, merchantOrderNo);
    const { state: newest } = await this.orders.find(merchantOrderNo);
    const notBegun = newest === null ? null : whyNotBegun(state, newest, next);
    // Also if another process took the lease but has not begun.
    if (notBegun === null) throw nothingMade(merchantOrderNo);
    return notBegun;
  }

  /** Queries each trade whose page was returned, so that no order is paid twice. Writes nothing of the next trade. */
  private async prepare(
    lease: Lease,
    state: OrderState,
    next: CheckedTrade,
    deadline: number,
  ): Promise<NotBegun | { readonly begin: () => Promise<Running | null> }> {
    const { merchantOrderNo } = state.order;
    const { by } = next;
    const cause = causeOf(next.cause, by);
    const goOn = (): Promise<boolean> => this.renew(lease, merchantOrderNo);
    const answered = await this.asking.askAll(merchantOrderNo, cause, { deadline, about: mayBePaid, goOn });
    if (answered === null) throw nothingMade(merchantOrderNo);
    // The runner itself looks up the number that it sends.
    const others = answered.trades.filter((trade) => !isReused(trade, answered, next));
    const lookedUp = await this.lookUps.lookUp(answered, others, null, cause, goOn);
    if (lookedUp.kind === 'unclear') throw new Problem('order_in_review', PROBLEM_TEXTS.inReview);
    if (!('state' in lookedUp)) throw nothingMade(merchantOrderNo);
    const fresh = lookedUp.state;
    const notBegun = whyNotBegun(state, fresh, next);
    if (notBegun !== null) return notBegun;
    if (next.obstacle(fresh) !== null) throw new Problem('order_in_review', PROBLEM_TEXTS.inReview);
    const customer = await this.customerOf(fresh, next);
    const terms = nextTerms(fresh, next);
    const reusesNumber = isReused(currentTrade(fresh.trades), fresh, next);
    if (!reusesNumber && isFull(fresh, this.settings.orders)) {
      throw new Problem('order_not_retryable', PROBLEM_TEXTS.tooManyTrades);
    }
    if (this.runner.isStopping) throw nothingMade(merchantOrderNo);
    const kept = await this.emails.seal(merchantOrderNo, customer.email);
    const { patienceMs } = this.settings.checkout;
    const newRequest = { customerId: customer.id, ...kept, patienceMs, shown: next.shown };
    const attempt = { state: fresh, lease, customer, callerWaits: true, cause: next.cause, by };
    const kind = reusesNumber ? 'send_again' : 'next_trade';
    return { begin: () => this.runner.begin(attempt, kind, terms, newRequest) };
  }

  private async customerOf({ order }: OrderState, { cause, customer }: NextTrade): Promise<TradeCustomer> {
    return cause === 'retry' ? this.emails.customerOf(order, customer) : customer;
  }

  /** Also once the request's time is over: the next request must not wait for the lease to expire. */
  private release(lease: Lease, merchantOrderNo: string): Promise<void> {
    return withoutRequestTime(() => this.leases.release(merchantOrderNo, lease.id, null));
  }

  private async renew(lease: Lease, merchantOrderNo: string): Promise<boolean> {
    if (!lease.isToBeRenewed()) return true;
    lease.renew();
    return this.leases.renew(merchantOrderNo, lease.id, lease.durationMs);
  }
}

const nextTerms = ({ trades }: OrderState, next: CheckedTrade): OrderTerms => ({
  ...askedOf(currentTrade(trades)),
  ...next.terms,
});

/** Is this unsent trade, with its number and terms, the next one to be sent? */
function isReused(trade: TradeRow, state: OrderState, next: CheckedTrade): boolean {
  const isUnsent = trade.outcome === 'not_sent' && trade.n === currentTrade(state.trades).n;
  return next.cause === 'checkout' && isUnsent && isDeepStrictEqual(nextTerms(state, next), trade.asked);
}

function whyNotBegun(state: OrderState, fresh: OrderState, next: NextTrade): NotBegun | null {
  if (!isSameAttempt(fresh, state)) return { kind: 'followed', state: fresh };
  return next.obstacle(fresh) === 'order_not_retryable' ? { kind: 'over', state: fresh } : null;
}

/** Each attempt has its own timestamp. */
function isSameAttempt(one: OrderState, other: OrderState): boolean {
  const [mine, theirs] = [currentTrade(one.trades), currentTrade(other.trades)];
  return mine.n === theirs.n && mine.stamp === theirs.stamp;
}
