import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../platform/shared/page.js';
import type { FoundOrder, OrderFilter } from '../model/order-search.types.js';
import type { OrderState } from '../model/order.types.js';
import { OrderRepository } from '../storage/order.repository.js';
import { OrderSearchRepository } from '../storage/order-search.repository.js';

/** Finding orders, whoever they belong to: for staff. */
@Injectable()
export class OrderSearchService {
  constructor(
    private readonly search: OrderSearchRepository,
    private readonly orders: OrderRepository,
  ) {}

  /** Those of these orders that are as they were sealed, in the order of these numbers. */
  sound(numbers: readonly string[]): Promise<OrderState[]> {
    return this.orders.findAll(numbers);
  }

  /**
   * Newest first. A page may hold fewer orders than asked for, even none, and have a next one: a text may lead to so many
   * orders that only some of them are looked at for each page. No order is given twice or left out.
   */
  async find(filter: OrderFilter, page: PageRequest): Promise<Page<FoundOrder>> {
    const { rows, next } = await this.search.numbers(filter, page);
    const states = rows.length === 0 ? [] : await this.orders.findAllStored(rows);
    return { rows: states.map((state) => ({ ...state, openMismatches: state.openMismatches.length })), next };
  }
}
