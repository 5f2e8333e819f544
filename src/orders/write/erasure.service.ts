import { Injectable } from '@nestjs/common';
import { decideErased, isForgettable } from '../decisions/erasure.js';
import type { KeptByLaw } from '../decisions/erasure.js';
import { concludeChange } from '../decisions/order-change.js';
import type { Cause } from '../model/order.types.js';
import { OrderSealsService } from '../secrets/order-seals.service.js';
import { OrderRepository } from '../storage/order.repository.js';
import { OrderWriterService } from './order-writer.service.js';

/** Each but the first only because others wrote to the same orders meanwhile. */
const ROUNDS = 8;

/** Takes out of orders what is personal. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly writer: OrderWriterService,
    private readonly seals: OrderSealsService,
  ) {}

  /** Those of these orders of which more is expected, or that are in review: they cannot be erased yet. */
  async stillOpen(merchantOrderNos: readonly string[]): Promise<string[]> {
    const states = await this.orders.findAll(merchantOrderNos);
    return states.filter((state) => !isForgettable(state)).map(({ order }) => order.merchantOrderNo);
  }

  /** Erases those of these orders that have ended, all in one statement. Gives how many; what was erased before is left alone. */
  async erase(merchantOrderNos: readonly string[], cause: Cause, law: KeptByLaw): Promise<number> {
    const tools = await this.seals.tools();
    let [erased, left] = [0, merchantOrderNos];
    for (let round = 1; round <= ROUNDS; round++) {
      const states = left.length === 0 ? [] : await this.orders.findAll(left);
      const changes = states.filter(isForgettable).flatMap((state) => {
        const decision = decideErased(state, law);
        return decision === null ? [] : [concludeChange(state, decision, cause, tools)];
      });
      if (changes.length === 0) return erased;
      const held = await this.writer.apply(changes);
      erased += held.size;
      left = left.filter((number) => !held.has(number));
    }
    throw new Error('the orders change too quickly');
  }
}
