import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../platform/shared/page.js';
import type { FoundOrder, OrderFilter } from '../model/order-search.types.js';
import { OrderSearchRepository } from '../storage/order-search.repository.js';

/** Finding orders, whoever they belong to: for staff. */
@Injectable()
export class OrderSearchService {
  constructor(private readonly orders: OrderSearchRepository) {}

  /**
   * Newest first. A page may hold fewer orders than asked for, even none, and have a next one: a text may lead to so many
   * orders that only some of them are looked at for each page. No order is given twice or left out.
   */
  find(filter: OrderFilter, page: PageRequest): Promise<Page<FoundOrder>> {
    return this.orders.page(filter, page);
  }
}
