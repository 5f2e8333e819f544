import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { OrderWaits } from '../orders/changes/order-waits.service.js';
import { AskNowService } from '../orders/ask/ask-now.service.js';
import { mayBePaid } from '../orders/decisions/existence.js';
import { isFull } from '../orders/decisions/offers.js';
import type { RetryObstacle } from '../orders/decisions/offers.js';
import { currentTrade } from '../orders/model/fold.js';
import type { Asked, OrderRow, OrderState, ShownPrice } from '../orders/model/order.types.js';
import { OrdersService } from '../orders/read/orders.service.js';
import { CustomerEmailService } from '../orders/secrets/customer-email.service.js';
import { TradeRecordService } from '../orders/write/trade-record.service.js';
import { Settings } from '../platform/config/settings.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { withoutRequestTime } from '../platform/time/request-time.js';
import { AnswerService } from './answer.service.js';
import type { CheckoutAnswer } from './checkout.types.js';
import { DriveService } from './drive.service.js';
import type { Drive } from './drive.types.js';
import type { Lease } from './lease.js';
import { notMade, pauseLeftMs, storedProblem } from './outcome.js';
import { inReview, tooManyTrades } from './retry-problems.js';
import { askedOf } from './trade-request.js';

export interface NextTrade {
  readonly cause: 'checkout' | 'retry';
  /** Send the trade only while this price holds; null: at any price. */
  readonly shown: ShownPrice | null;
  /** `same`: reuse the number of a trade that was never sent, if the terms are equal. */
  readonly number: 'same' | 'next';
  readonly obstacle: (state: OrderState) => RetryObstacle | null;
  readonly customerOf: (order: OrderRow) => Promise<TradeCustomer>;
  /** Runs the checks that need no lease; throws a Problem. Returns the terms that differ from the current trade's. */
  readonly check: (customer: TradeCustomer) => Promise<Partial<Asked>>;
}

type CheckedTrade = NextTrade & { readonly terms: Partial<Asked> };

/** Nothing was started. `followed`: another request started the next trade. `over`: no trade may follow. */
export interface NotBegun {
  readonly kind: 'followed' | 'over';
  readonly state: OrderState;
}

@Injectable()
export class BeginService {
  constructor(
    private readonly orders: OrdersService,
    private readonly waits: OrderWaits,
    private readonly asking: AskNowService,
    private readonly tradeRecord: TradeRecordService,
    private readonly drives: DriveService,
    private readonly answers: AnswerService,
    private readonly emails: CustomerEmailService,
    private readonly settings: Settings,
  ) {}

  /**
   * Makes the trade after the current one of `state`. Throws a Problem if it made none: `ramp_unavailable` during the pause
   * after a give-up, without an answer about each returned page, and while the process stops; `order_in_review` if such an
   * answer is not understood; `order_not_retryable` if the order has reached its trade limit.
   */
  async begin(state: OrderState, next: NextTrade, deadline: number): Promise<CheckoutAnswer | NotBegun> {
    const { merchantOrderNo } = state.order;
    if (next.obstacle(state) === 'order_not_retryable') return { kind: 'over', state };
    if (pauseLeftMs(state) > 0) throw storedProblem(state);
    const terms = await next.check(await next.customerOf(state.order));
    for (;;) {
      const lease = this.drives.newLease();
      if (await this.tradeRecord.takeDrive(merchantOrderNo, lease.id, lease.durationMs, 'ended')) {
        return this.beginUnder(lease, state, { ...next, terms }, deadline);
      }
      const isDecided = (newest: OrderState): boolean =>
        !isSameAttempt(newest, state) || newest.order.driveUntil === null;
      const fresh = await this.waits.until(merchantOrderNo, isDecided, deadline);
      if (fresh === null) throw notMade(merchantOrderNo);
      if (!isSameAttempt(fresh, state)) return { kind: 'followed', state: fresh };
      if (next.obstacle(fresh) === 'order_not_retryable') return { kind: 'over', state: fresh };
      // The deadline passed first.
      if (fresh.order.driveUntil !== null) throw notMade(merchantOrderNo);
    }
  }

  private async beginUnder(
    lease: Lease,
    state: OrderState,
    next: CheckedTrade,
    deadline: number,
  ): Promise<CheckoutAnswer | NotBegun> {
    const { merchantOrderNo } = state.order;
    const fresh = await this.confirmUnpaid(lease, state, next, deadline);
    if ('kind' in fresh) return fresh;
    const { drive, event } = await this.prepare(lease, fresh, next).catch(async (error: unknown) => {
      await this.release(lease, merchantOrderNo);
      throw error;
    });
    // A failure from here on may hide a commit, so the lease stays: when it expires, the worker continues.
    const committed = await this.tradeRecord.record(currentTrade(fresh.trades), event, this.drives.step(drive), fresh);
    if (committed !== null) {
      const end = this.drives.driveReserved({ ...drive, state: committed }, event.sending.stamp);
      return this.answers.answer(committed.order, 201, end, deadline);
    }
    // The lease was lost, or a trade turned out to be paid.
    await this.release(lease, merchantOrderNo);
    const { state: newest } = await this.orders.find(merchantOrderNo);
    if (newest === null) throw notMade(merchantOrderNo);
    if (!isSameAttempt(newest, state)) return { kind: 'followed', state: newest };
    // Another process may have taken the lease before it begins.
    if (next.obstacle(newest) === null) throw notMade(merchantOrderNo);
    return { kind: 'over', state: newest };
  }

  /**
   * Queries each trade whose page was returned, so that no order is paid twice. Releases the lease unless the next trade may
   * be made.
   */
  private async confirmUnpaid(
    lease: Lease,
    state: OrderState,
    { cause: kind, obstacle: obstacleOf }: NextTrade,
    deadline: number,
  ): Promise<OrderState | NotBegun> {
    const { merchantOrderNo } = state.order;
    try {
      const { cause } = this.drives.step({ lease, cause: kind });
      const goOn = (): Promise<boolean> => this.renew(lease, merchantOrderNo);
      const fresh = await this.asking.askAll(merchantOrderNo, cause, { deadline, about: mayBePaid, goOn });
      if (fresh === null) throw notMade(merchantOrderNo);
      const isFollowed = !isSameAttempt(fresh, state);
      const obstacle = isFollowed ? null : obstacleOf(fresh);
      if (obstacle === 'order_in_review') throw inReview();
      if (!isFollowed && obstacle === null) return fresh;
      await this.release(lease, merchantOrderNo);
      return { kind: isFollowed ? 'followed' : 'over', state: fresh };
    } catch (error) {
      await this.release(lease, merchantOrderNo);
      throw error;
    }
  }

  /** Also once the request's time is over: the next request must not wait for the lease to expire. */
  private release(lease: Lease, merchantOrderNo: string): Promise<void> {
    return withoutRequestTime(() => this.tradeRecord.releaseDrive(merchantOrderNo, lease.id, null));
  }

  /** The request to commit under the lease. Writes nothing. */
  private async prepare(lease: Lease, state: OrderState, next: CheckedTrade) {
    const { merchantOrderNo } = state.order;
    const customer = await next.customerOf(state.order);
    const drive: Drive = { state, lease, customer, callerWaits: true, cause: next.cause };
    const trade = currentTrade(state.trades);
    const terms = { ...askedOf(trade), ...next.terms };
    const isSame = next.number === 'same' && trade.outcome === 'not_sent' && isDeepStrictEqual(terms, trade.asked);
    if (!isSame && isFull(state, this.settings.orders)) throw tooManyTrades();
    if (this.drives.isStopping) throw notMade(merchantOrderNo);
    const kept = await this.emails.keep(merchantOrderNo, customer);
    const { patienceMs } = this.settings.checkout;
    const anew = { customerId: customer.id, ...kept, patienceMs, shown: next.shown };
    const sending = this.drives.sending(lease, terms, anew);
    return { drive, event: { kind: isSame ? 'send_again' : 'next_trade', sending } as const };
  }

  /** Renews the lease during the queries; false: another process has taken it. */
  private async renew(lease: Lease, merchantOrderNo: string): Promise<boolean> {
    if (!lease.isToBeRenewed()) return true;
    lease.renew();
    return this.tradeRecord.renewDrive(merchantOrderNo, lease.id, lease.durationMs);
  }
}

/** Each attempt has its own timestamp. */
function isSameAttempt(one: OrderState, other: OrderState): boolean {
  const [mine, theirs] = [currentTrade(one.trades), currentTrade(other.trades)];
  return mine.n === theirs.n && mine.stamp === theirs.stamp;
}
