import { Injectable } from '@nestjs/common';
import { decideErased, endedUnpaid, isForgettable } from '../decisions/erasure.js';
import type { Decision } from '../decisions/order-change.js';
import type { Cause, OrderState } from '../model/order.types.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { OrderWriterService } from './order-writer.service.js';

@Injectable()
export class ErasureService {
  constructor(
    private readonly orders: StoredOrders,
    private readonly writer: OrderWriterService,
  ) {}

  /** Orders that cannot be erased yet: unsettled or in review. `endsUnpaid`: unpaid ones can be. */
  async stillOpen(merchantOrderNos: readonly string[], endsUnpaid: boolean): Promise<string[]> {
    const states = await this.orders.findAllStored(merchantOrderNos);
    return states
      .filter((state) => state.order.erasedAt === null && !isForgettable(endsUnpaid ? endedUnpaid(state) : state))
      .map(({ order }) => order.merchantOrderNo);
  }

  async unerased(merchantOrderNos: readonly string[]): Promise<string[]> {
    const states = await this.orders.findAll(merchantOrderNos);
    return states.filter(({ order }) => order.erasedAt === null).map(({ order }) => order.merchantOrderNo);
  }

  /** Erases settled orders; `endsUnpaid`: also unpaid ones, which end. A locked order delays none of the others. */
  async erase(merchantOrderNos: readonly string[], cause: Cause, keptMs: number, endsUnpaid = false): Promise<number> {
    const decide = (state: OrderState): Decision | null =>
      state.isAltered === true ? null : decideErased(state, keptMs, endsUnpaid);
    const erased = await Promise.allSettled(
      merchantOrderNos.map((number) => this.writer.change(number, cause, decide, { isStored: true })),
    );
    const failed = erased.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return erased.filter((one) => one.status === 'fulfilled' && one.value !== null).length;
  }
}
