import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/shared/caller.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import type { ProblemExtras } from '../../platform/shared/problem.js';
import { ClientSecretService } from '../secrets/client-secret.service.js';
import { isOwn, maySee } from '../decisions/order-access.js';
import { isPollPending } from '../decisions/watch.js';
import { leadingTrade } from '../model/fold.js';
import { OrderRepository } from '../storage/order.repository.js';
import { isDone } from '../model/order-status.js';
import type { OrderState } from '../model/order.types.js';
import { PollRequestsService } from '../ask/poll-requests.service.js';

/** Reading orders, for those who may see them. */
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

  /** The order, if the caller made it or has its secret. Throws `not_found`, and `forbidden` to who may only see it. */
  async owned(caller: Caller, merchantOrderNo: string): Promise<OrderState> {
    const state = await this.seen(caller, merchantOrderNo);
    if (isOwn(caller, state.order) || (await this.hasSecret(caller, state))) return state;
    throw new Problem('forbidden', PROBLEM_TEXTS.notPermitted, refused(merchantOrderNo));
  }

  /**
   * The order, for somebody who looks at it, and who may have just paid, on an old page too: unless the order was carried out and
   * all of it fits, looking requests a poll.
   * Throws `not_found`, also for an order that the caller may not see.
   */
  async read(caller: Caller, merchantOrderNo: string): Promise<OrderState> {
    const state = await this.seen(caller, merchantOrderNo);
    const { status, inReview } = state.order;
    const lead = leadingTrade(state.trades);
    if ((!isDone(status) || inReview) && !isPollPending(lead)) {
      await this.pollRequests.requestPoll(lead.tradeNo, 'order-read');
    }
    return state;
  }

  async mayRead(caller: Caller, state: OrderState): Promise<boolean> {
    return maySee(caller, state.order) || (await this.hasSecret(caller, state));
  }

  /** The order, if the caller may see it; nobody is made to ask. Throws `not_found`, also for one that the caller may not see. */
  async seen(caller: Caller, merchantOrderNo: string): Promise<OrderState> {
    const { state } = await this.orders.find(merchantOrderNo);
    if (state === null) throw new Problem('not_found', PROBLEM_TEXTS.orderNotFound);
    if (await this.mayRead(caller, state)) return state;
    throw new Problem('not_found', PROBLEM_TEXTS.orderNotFound, refused(merchantOrderNo));
  }

  private async hasSecret({ clientSecret }: Caller, state: OrderState): Promise<boolean> {
    return clientSecret !== null && (await this.secrets.isOf(state, clientSecret));
  }
}

const refused = (merchantOrderNo: string): ProblemExtras => ({
  security: { event: 'authz_fail', facts: { merchantOrderNo } },
});
