import { Injectable } from '@nestjs/common';
import { decideErased, endedUnpaid, isForgettable } from '../decisions/erasure.js';
import type { KeptByLaw } from '../decisions/erasure.js';
import { concludeChange } from '../decisions/order-change.js';
import type { Cause } from '../model/order.types.js';
import { OrderSealsService } from '../secrets/order-seals.service.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { OrderWriterService } from './order-writer.service.js';

/** Later rounds only repeat orders that changed or were locked meanwhile. */
const ROUNDS = 8;

@Injectable()
export class ErasureService {
  constructor(
    private readonly orders: StoredOrders,
    private readonly writer: OrderWriterService,
    private readonly seals: OrderSealsService,
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

  /** Erases settled orders in one statement, locked ones one by one; `endsUnpaid`: also unpaid ones, which end. */
  async erase(merchantOrderNos: readonly string[], cause: Cause, law: KeptByLaw, endsUnpaid = false): Promise<number> {
    const tools = await this.seals.tools();
    let [erased, left] = [0, merchantOrderNos];
    for (let round = 1; round <= ROUNDS; round++) {
      const states = left.length === 0 ? [] : await this.orders.findAll(left);
      const changes = states.flatMap((state) => {
        const decision = decideErased(state, law, endsUnpaid);
        return decision === null ? [] : [concludeChange(state, decision, cause, tools)];
      });
      if (changes.length === 0) return erased;
      const lists = round === 1 ? [changes] : changes.map((change) => [change]);
      for (const list of lists) {
        const written = await this.writer.apply(list);
        erased += written.size;
        left = left.filter((number) => !written.has(number));
      }
    }
    throw new Error('the orders change too quickly');
  }
}
