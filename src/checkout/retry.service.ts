import { Injectable } from '@nestjs/common';
import { AskNowService } from '../orders/ask/ask-now.service.js';
import { Settings } from '../platform/config/settings.js';
import { currentTrade } from '../orders/model/fold.js';
import { mayBePaid } from '../orders/decisions/existence.js';
import { retryObstacle } from '../orders/decisions/offers.js';
import type { RetryObstacle } from '../orders/decisions/offers.js';
import type { Asked, OrderRow, OrderState, ShownPrice } from '../orders/model/order.types.js';
import { OrdersService } from '../orders/read/orders.service.js';
import { CustomerEmailService, NOBODY } from '../orders/secrets/customer-email.service.js';
import { TradeRecordService } from '../orders/write/trade-record.service.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import type { Caller } from '../platform/shared/caller.js';
import { requestDeadline } from '../platform/shared/request-time.js';
import type { CheckoutAnswer } from './checkout.types.js';
import { ChecksService } from './checks.service.js';
import { DriveService } from './drive.service.js';
import type { Drive } from './drive.types.js';
import { AnswerService } from './answer.service.js';
import type { Lease } from './lease.js';
import { isGivenUp, isRefused, notMade, pauseLeftMs, storedProblem } from './outcome.js';
import { customerUnknown, inReview, notRetryable, unknownTrade } from './retry-problems.js';
import { askedOf } from './trade-request.js';

/** What the caller of a retry wants. */
export interface RetryRequest {
  /** Pay in another way; null: as before. */
  readonly payWayCode: string | null;
  /** Number of the newest trade that the caller knows of; null: whichever is the newest. */
  readonly after: string | null;
}

/** How to try again, and who the customer is, as far as the caller can say. */
interface Wish {
  readonly asked: Partial<Asked>;
  /** The price for which alone it is wanted; null: whatever the price is. */
  readonly shown: ShownPrice | null;
  readonly said: TradeCustomer;
}

/** Trying an order again that came to nothing, with a new trade. */
@Injectable()
export class RetryService {
  constructor(
    private readonly orders: OrdersService,
    private readonly asking: AskNowService,
    private readonly tradeRecord: TradeRecordService,
    private readonly checks: ChecksService,
    private readonly drives: DriveService,
    private readonly answers: AnswerService,
    private readonly emails: CustomerEmailService,
    private readonly settings: Settings,
  ) {}

  /**
   * Makes a new trade of the order, or answers with the one that this retry repeats. Throws a Problem: `not_found`, also
   * for somebody else's order, and `forbidden` to who may only see it; `order_not_retryable`, when it is not over, an older trade turns out to be paid,
   * or it does not say who its customer is, which the provider asks for; `order_in_review`, when what the provider says
   * of a trade whose page was handed out is not understood; `ramp_unavailable`, when it says nothing of one, or in the pause
   * after a give-up. Then nothing was made.
   */
  async retry(caller: Caller, merchantOrderNo: string, request: RetryRequest): Promise<CheckoutAnswer> {
    const deadline = requestDeadline(this.settings.checkout.deadlineMs);
    const state = await this.orders.owned(caller, merchantOrderNo);
    // A price that was shown for the trade that came to nothing is no price any more: the payment page shows the one of now.
    const { payWayCode } = request;
    const asked = payWayCode === null ? {} : { payWayCode };
    const wish: Wish = { asked, shown: null, said: saidBy(caller, state.order) };
    const after = this.tradeAfter(state, request);
    if (after < currentTrade(state.trades).n) return this.repeat(state, wish, deadline);
    return this.tryAgain(state, after, wish, deadline);
  }

  /** Makes the trade that follows the `after`th, the newest of `state`, or answers with it where another request has made it. */
  async tryAgain(state: OrderState, after: number, wish: Wish, deadline: number): Promise<CheckoutAnswer> {
    const { merchantOrderNo } = state.order;
    if (state.order.erasedAt !== null) throw notRetryable();
    if (this.obstacle(state) === 'order_not_retryable') throw notRetryable();
    if (pauseLeftMs(state) > 0) throw storedProblem(state);
    await this.checks.check({ ...askedOf(currentTrade(state.trades)), ...wish.asked });
    const customer = await this.emails.customerOf(state.order, wish.said);
    if ((await this.drives.prepare(customer)) !== null) throw customerUnknown();
    for (;;) {
      const lease = this.drives.newLease();
      const isFree = await this.tradeRecord.takeDrive(merchantOrderNo, lease.id, lease.durationMs, 'ended');
      if (isFree) return this.retryUnder(lease, merchantOrderNo, after, wish, deadline);
      const made = await this.madeByOther(merchantOrderNo, after, deadline);
      if (made !== null) return this.repeat(made, wish, deadline);
    }
  }

  private async retryUnder(
    lease: Lease,
    merchantOrderNo: string,
    after: number,
    wish: Wish,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    const state = await this.stillOver(lease, merchantOrderNo, after, deadline);
    if (after < currentTrade(state.trades).n) return this.repeat(state, wish, deadline);
    const customer = await this.emails.customerOf(state.order, wish.said);
    const drive: Drive = { state, lease, customer, callerWaits: true, cause: 'retry' };
    // Always under the next number, so that a repeat of this retry shows as one.
    const made = await this.answers.anew(drive, wish, 'next', deadline);
    if (made !== null) return made;
    const fresh = (await this.orders.find(merchantOrderNo)).state;
    if (fresh === null) throw notMade(merchantOrderNo);
    if (after >= currentTrade(fresh.trades).n) throw notRetryable();
    return this.repeat(fresh, wish, deadline);
  }

  /** What the retry that this one repeats has come to. */
  private async repeat(state: OrderState, { said }: Wish, deadline: number): Promise<CheckoutAnswer> {
    if (isRefused(currentTrade(state.trades))) throw storedProblem(state);
    return this.answers.join(state, said, deadline);
  }

  /** Under the lease nobody else makes a trade; what the provider says of the older ones decides. */
  private async stillOver(lease: Lease, merchantOrderNo: string, after: number, deadline: number): Promise<OrderState> {
    try {
      const { cause } = this.drives.step({ lease, cause: 'retry' });
      const goOn = (): Promise<boolean> => this.keep(lease, merchantOrderNo);
      const state = await this.asking.askAll(merchantOrderNo, cause, { deadline, about: mayBePaid, goOn });
      // Without an answer about each page that was handed out, the order could be paid twice. A lost reply never blocks it.
      if (state === null) throw notMade(merchantOrderNo);
      const { n } = currentTrade(state.trades);
      const obstacle = this.obstacle(state);
      if (obstacle !== null && after === n) throw obstacle === 'order_in_review' ? inReview() : notRetryable();
      if (after < n) await this.tradeRecord.releaseDrive(merchantOrderNo, lease.id, null);
      return state;
    } catch (error) {
      // Nothing was begun: the next retry need not wait for the lease to run out.
      await this.tradeRecord.releaseDrive(merchantOrderNo, lease.id, null);
      throw error;
    }
  }

  /** The lease goes on while questions are asked; false: somebody has taken it. */
  private async keep(lease: Lease, merchantOrderNo: string): Promise<boolean> {
    if (!lease.isToBeRenewed()) return true;
    lease.renew();
    return this.tradeRecord.renewDrive(merchantOrderNo, lease.id, lease.durationMs);
  }

  /**
   * The order once somebody else has made the next trade, which this retry repeats. null: whoever was about to has given
   * up, or has died, and this one may try.
   */
  private async madeByOther(merchantOrderNo: string, after: number, deadline: number): Promise<OrderState | null> {
    const isAboutTo = ({ trades }: OrderState): boolean => currentTrade(trades).n <= after;
    const state = await this.answers.begun(merchantOrderNo, isAboutTo, deadline);
    if (state === null) throw notMade(merchantOrderNo);
    if (!isAboutTo(state)) return state;
    if (this.obstacle(state) === 'order_not_retryable') throw notRetryable();
    // The deadline came first.
    if (state.order.driveUntil !== null) throw notMade(merchantOrderNo);
    return null;
  }

  private obstacle(state: OrderState): RetryObstacle | null {
    return retryObstacle(state, this.settings.orders);
  }

  /**
   * `n` of the newest trade that the caller knows of. One that was given up, or that the provider was too busy for, counts
   * as known: its caller was told to try again.
   */
  private tradeAfter(state: OrderState, { after }: RetryRequest): number {
    const newest = currentTrade(state.trades);
    if (after === null) return newest.n;
    const known = state.trades.find(({ tradeNo }) => tradeNo === after);
    if (known === undefined) throw unknownTrade();
    const isToBeRepeated = isGivenUp(state) || (isRefused(newest) && newest.refusal?.problem === 'ramp_unavailable');
    return isToBeRepeated ? newest.n : known.n;
  }
}

/** What the identity provider says of the order's owner. Whoever only has the order's secret says nothing of its customer. */
function saidBy({ id, customer }: Caller, { caller }: OrderRow): TradeCustomer {
  return caller === id && customer !== null ? { ...customer, accessToken: null } : NOBODY;
}
