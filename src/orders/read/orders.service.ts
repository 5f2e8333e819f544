import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/shared/caller.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import { ClientSecretService } from '../secrets/client-secret.service.js';
import { isPollPending } from '../decisions/watch.js';
import { leadingTrade } from '../model/fold.js';
import { OrderRepository } from '../storage/order.repository.js';
import { isDone } from '../model/order-status.js';
import type { OrderState } from '../model/order.types.js';
import { PollRequestsService } from '../ask/poll-requests.service.js';

/** Reading orders, for those who own them. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly pollRequests: PollRequestsService,
    private readonly secrets: ClientSecretService,
  ) {}

  /** The present moment by Postgres' clock. */
  now(): Promise<Date> {
    return this.orders.now();
  }

  /** The order and the time by Postgres' clock; the order is null when the number is free. Whoever asks. */
  find(merchantOrderNo: string): Promise<{ now: Date; state: OrderState | null }> {
    return this.orders.find(merchantOrderNo);
  }

  /** The caller's order, or the one whose secret the caller has. Throws `not_found`, also for somebody else's. */
  async owned(caller: Caller, merchantOrderNo: string): Promise<OrderState> {
    const { state } = await this.orders.find(merchantOrderNo);
    if (state === null) throw new Problem('not_found', PROBLEM_TEXTS.orderNotFound);
    if (await this.mayRead(caller, state)) return state;
    const security = { event: 'authz_fail', facts: { merchantOrderNo } } as const;
    throw new Problem('not_found', PROBLEM_TEXTS.orderNotFound, { security });
  }

  /**
   * The same, for somebody who looks at it, and who may have just paid, on an old page too: unless the order was carried out and
   * all of it fits, looking requests a poll.
   * Throws `not_found`, also for somebody else's order.
   */
  async read(caller: Caller, merchantOrderNo: string): Promise<OrderState> {
    const state = await this.owned(caller, merchantOrderNo);
    const { status, inReview } = state.order;
    const lead = leadingTrade(state.trades);
    if ((!isDone(status) || inReview) && !isPollPending(lead)) {
      await this.pollRequests.requestPoll(lead.tradeNo, 'order-read');
    }
    return state;
  }

  /**
   * Is it the caller's order, or the sale that a server registered for the caller, or has the caller its secret? A guest's id
   * says that two requests are the same one, not who sends them: for a guest only the secret speaks.
   */
  async mayRead({ kind, id, customer, clientSecret }: Caller, state: OrderState): Promise<boolean> {
    const { order } = state;
    return (
      (kind !== 'guest' && order.caller === id) ||
      (order.side === 'SELL' && customer !== null && customer.id === order.customerId) ||
      (clientSecret !== null && (await this.secrets.isOf(state, clientSecret)))
    );
  }
}
