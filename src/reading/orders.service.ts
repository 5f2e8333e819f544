import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/callers/caller.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import type { ProblemExtras } from '../platform/problems/problem.js';
import { ClientSecretService } from '../orders/secrets/client-secret.service.js';
import { isOwn, maySee } from '../orders/decisions/order-access.js';
import { isPollPending } from '../orders/decisions/watch.js';
import { leadingTrade } from '../orders/model/fold.js';
import { StoredOrders } from '../orders/storage/stored-orders.service.js';
import { isCompletedOrRefunded } from '../orders/model/order-status.js';
import type { OrderState } from '../orders/model/order.types.js';
import { Watches } from '../orders/storage/watches.service.js';

@Injectable()
export class OrdersService {
  constructor(
    private readonly orders: StoredOrders,
    private readonly watches: Watches,
    private readonly secrets: ClientSecretService,
  ) {}

  /** Throws `not_found`, and `forbidden` to a caller that may only see the order. */
  async findOwned(caller: Caller, merchantOrderNo: string): Promise<OrderState> {
    const state = await this.findVisible(caller, merchantOrderNo);
    if (isOwn(caller, state.order) || (await this.hasSecret(caller, state))) return state;
    throw new Problem('forbidden', PROBLEM_TEXTS.notPermitted, refused(merchantOrderNo));
  }

  /** Requests a poll unless the order is settled: the reader may just have paid. Throws `not_found`. */
  async readAndPoll(caller: Caller, merchantOrderNo: string): Promise<OrderState> {
    const state = await this.findVisible(caller, merchantOrderNo);
    const { status, inReview } = state.order;
    const lead = leadingTrade(state.trades);
    if ((!isCompletedOrRefunded(status) || inReview) && !isPollPending(lead)) {
      await this.watches.requestPoll(lead.tradeNo, 'order-read');
    }
    return state;
  }

  async mayRead(caller: Caller, state: OrderState): Promise<boolean> {
    return maySee(caller, state.order) || (await this.hasSecret(caller, state));
  }

  /** Reads the order without requesting a poll. Throws `not_found`, also for an order that the caller may not see. */
  async findVisible(caller: Caller, merchantOrderNo: string): Promise<OrderState> {
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
