import { Injectable } from '@nestjs/common';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { StoredOrders } from '../storage/stored-orders.service.js';

const EVERY_MS = 10_000;
const AT_ONCE = 200;

/** Reads all orders in turn to check their seals: reports count also orders that are never requested. */
@Injectable()
export class OrderSealRounds {
  private after = '';

  constructor(
    private readonly orders: StoredOrders,
    tasks: BackgroundTasks,
  ) {
    tasks.repeat('order_states', 'worker', EVERY_MS, () => this.checkNext());
  }

  async checkNext(): Promise<void> {
    const numbers = await this.orders.numbersAfter(this.after, AT_ONCE);
    if (numbers.length > 0) await this.orders.findAllStored(numbers);
    this.after = numbers.length === AT_ONCE ? (numbers.at(-1) ?? '') : '';
  }
}
