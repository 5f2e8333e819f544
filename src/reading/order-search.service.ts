import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../platform/database/pages.js';
import type { FoundOrder, OrderFilter } from '../orders/model/order-search.types.js';
import type { OrderState } from '../orders/model/order.types.js';
import { StoredOrders } from '../orders/storage/stored-orders.service.js';
import { ListedOrders } from './listed-orders.service.js';
import { OrderSearchRepository } from './storage/order-search.repository.js';

@Injectable()
export class OrderSearchService {
  constructor(
    private readonly search: OrderSearchRepository,
    private readonly orders: StoredOrders,
    private readonly listed: ListedOrders = new ListedOrders(orders),
  ) {}

  /** The orders that match their seals, in the order of `numbers`. */
  async withValidSeals(numbers: readonly string[]): Promise<OrderState[]> {
    return (await this.listed.find(numbers)).filter(({ isAltered }) => isAltered !== true);
  }

  /** Newest first. A page may be short or empty and still have a next one: a text search checks few orders per page. */
  async find(filter: OrderFilter, page: PageRequest): Promise<Page<FoundOrder>> {
    const { rows, next } = await this.search.numbers(filter, page);
    return { rows: (await this.listed.find(rows)).map(foundOrder), next };
  }

  /** As the primary has them. */
  async found(numbers: readonly string[]): Promise<FoundOrder[]> {
    return numbers.length === 0 ? [] : (await this.orders.findAllStored(numbers)).map(foundOrder);
  }
}

const foundOrder = (state: OrderState): FoundOrder => ({ ...state, openMismatches: state.openMismatches.length });
