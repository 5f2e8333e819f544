import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { currentTrade } from '../orders/model/fold.js';
import { retryObstacle } from '../orders/decisions/offers.js';
import type { OrderRow, OrderState } from '../orders/model/order.types.js';
import { OrdersService } from '../orders/read/orders.service.js';
import { CustomerEmailService, NOBODY } from '../orders/secrets/customer-email.service.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import type { Caller } from '../platform/callers/caller.js';
import { requestDeadline } from '../platform/time/request-time.js';
import { AnswerService } from './answer.service.js';
import { BeginService } from './begin.service.js';
import type { CheckoutAnswer } from './checkout.types.js';
import { ChecksService } from './checks.service.js';
import { DriveService } from './drive.service.js';
import { isGivenUp, isRefused } from './outcome.js';
import { customerUnknown, notRetryable, unknownTrade } from './retry-problems.js';
import { askedOf } from './trade-request.js';

export interface RetryRequest {
  readonly payWayCode: string | null;
  /** Number of the newest trade known to the caller; null: the current one. */
  readonly after: string | null;
}

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
   * Makes a new trade of the order, or returns the one that this retry repeats. Throws a Problem: `not_found`, also for
   * another caller's order; `forbidden` for callers who may only read it; `order_not_retryable` if the order is not over, an
   * older trade is paid, or a needed customer is missing; and the problems of `begin`.
   */
  async retry(caller: Caller, merchantOrderNo: string, request: RetryRequest): Promise<CheckoutAnswer> {
    const deadline = requestDeadline(this.settings.checkout.deadlineMs);
    const state = await this.orders.owned(caller, merchantOrderNo);
    const claims = claimsOf(caller, state.order);
    if (this.tradeAfter(state, request) < currentTrade(state.trades).n) {
      return this.answers.follow(state, claims, deadline);
    }
    const terms = request.payWayCode === null ? {} : { payWayCode: request.payWayCode };
    const begun = await this.begins.begin(
      state,
      {
        cause: 'retry',
        // The payment page shows the current price; the failed trade's price no longer applies.
        shown: null,
        // A new number, so that a repeated retry is recognised.
        number: 'next',
        obstacle: (newest) => retryObstacle(newest, this.settings.orders),
        customerOf: (order) => this.emails.customerOf(order, claims),
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
    return this.answers.follow(begun.state, claims, deadline);
  }

  /**
   * `n` of the newest trade known to the caller. A trade that ended in a give-up, or met a busy provider, counts as known:
   * the response asked its caller to retry.
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

/** The owner's claims from the identity provider. A caller with only the order's secret has no claims about its customer. */
function claimsOf({ id, customer }: Caller, { caller }: OrderRow): TradeCustomer {
  return caller === id && customer !== null ? { ...customer, accessToken: null } : NOBODY;
}
