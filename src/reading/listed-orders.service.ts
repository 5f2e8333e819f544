import { Inject, Injectable } from '@nestjs/common';
import { orderEnd } from '../orders/decisions/order-end.js';
import { NO_REPLICA, ReadReplica } from '../orders/epoch/read-replica.service.js';
import type { ReplicaReads } from '../orders/epoch/read-replica.service.js';
import type { OrderState } from '../orders/model/order.types.js';
import { StoredOrders } from '../orders/storage/stored-orders.service.js';

/** The orders of lists and exports. */
@Injectable()
export class ListedOrders {
  constructor(
    private readonly orders: StoredOrders,
    @Inject(ReadReplica) private readonly replica: ReplicaReads = NO_REPLICA,
  ) {}

  /**
   * Sorted as the numbers are, altered ones included. The replica gives settled orders. All others are read from the primary:
   * a page to pay on has to be that of the current trade, and an alteration is judged there.
   */
  async find(numbers: readonly string[]): Promise<OrderState[]> {
    if (numbers.length === 0) return [];
    const copies = await this.replica.read((standby) =>
      standby === null ? Promise.resolve([]) : this.orders.findAllStored(numbers, standby),
    );
    const found = new Map(copies.filter(mayBeOlder).map((state) => [state.order.merchantOrderNo, state]));
    const others = numbers.filter((number) => !found.has(number));
    const current = others.length === 0 ? [] : await this.orders.findAllStored(others);
    for (const state of current) found.set(state.order.merchantOrderNo, state);
    return numbers.flatMap((number) => found.get(number) ?? []);
  }
}

const mayBeOlder = (state: OrderState): boolean => state.isAltered !== true && orderEnd(state).settled;
