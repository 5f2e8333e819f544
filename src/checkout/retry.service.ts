import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { currentTrade } from '../orders/model/fold.js';
import { retryObstacle } from '../orders/decisions/offers.js';
import type { OrderRow, OrderState } from '../orders/model/order.types.js';
import { OrdersService } from '../orders/read/orders.service.js';
import { CustomerEmailService, NOBODY } from '../orders/secrets/customer-email.service.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import type { Caller } from '../platform/shared/caller.js';
import { requestDeadline } from '../platform/shared/request-time.js';
import { AnswerService } from './answer.service.js';
import { BeginService } from './begin.service.js';
import type { CheckoutAnswer } from './checkout.types.js';
import { ChecksService } from './checks.service.js';
import { DriveService } from './drive.service.js';
import { isGivenUp, isRefused } from './outcome.js';
import { customerUnknown, notRetryable, unknownTrade } from './retry-problems.js';
import { askedOf } from './trade-request.js';

/** What the caller of a retry wants. */
export interface RetryRequest {
  /** Pay in another way; null: as before. */
  readonly payWayCode: string | null;
  /** Number of the newest trade that the caller knows of; null: whichever is the newest. */
  readonly after: string | null;
}

/** Makes a new trade of an order that came to nothing. */
@Injectable()
export class RetryService {
  constructor(
    private readonly orders: OrdersService,
    private readonly checks: ChecksService,
    private readonly drives: DriveService,
    private readonly begins: BeginService,
    private readonly answers: AnswerService,
    private readonly emails: CustomerEmailService,
    private readonly settings: Settings,
  ) {}

  /**
   * Makes a new trade of the order, or answers with the one that this retry repeats. Throws a Problem: `not_found`, also
   * for somebody else's order, and `forbidden` to who may only see it; `order_not_retryable`, when it is not over, an older
   * trade turns out to be paid, or it does not say who its customer is, which the provider asks for; and as `begin` does.
   */
  async retry(caller: Caller, merchantOrderNo: string, request: RetryRequest): Promise<CheckoutAnswer> {
    const deadline = requestDeadline(this.settings.checkout.deadlineMs);
    const state = await this.orders.owned(caller, merchantOrderNo);
    const said = saidBy(caller, state.order);
    if (this.tradeAfter(state, request) < currentTrade(state.trades).n) {
      return this.answers.follow(state, said, deadline);
    }
    const terms = request.payWayCode === null ? {} : { payWayCode: request.payWayCode };
    const begun = await this.begins.begin(
      state,
      {
        cause: 'retry',
        // The payment page shows the price of now; the price of the trade that came to nothing no longer counts.
        shown: null,
        // Under the next number, so that a repeat of this retry shows as one.
        number: 'next',
        obstacle: (newest) => retryObstacle(newest, this.settings.orders),
        customerOf: (order) => this.emails.customerOf(order, said),
        check: async (customer) => {
          await this.checks.check({ ...askedOf(currentTrade(state.trades)), ...terms });
          if ((await this.drives.prepare(customer)) !== null) throw customerUnknown();
          return terms;
        },
      },
      deadline,
    );
    if (!('kind' in begun)) return begun;
    if (begun.kind === 'over') throw notRetryable();
    return this.answers.follow(begun.state, said, deadline);
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
