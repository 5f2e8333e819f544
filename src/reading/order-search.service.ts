import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../platform/database/pages.js';
import type { FoundOrder, OrderFilter } from '../orders/model/order-search.types.js';
import type { OrderState } from '../orders/model/order.types.js';
import { StoredOrders } from '../orders/storage/stored-orders.service.js';
import { OrderSearchRepository } from './storage/order-search.repository.js';

@Injectable()
export class OrderSearchService {
  constructor(
    private readonly search: OrderSearchRepository,
    private readonly orders: StoredOrders,
  ) {}

  /** Newest first. A page may be short or empty and still have a next one: a text search checks few orders per page. */
  async find(filter: OrderFilter, page: PageRequest): Promise<Page<FoundOrder>> {
    const { rows, next } = await this.search.numbers(filter, page);
    return { rows: (await this.orders.findAllStored(rows)).map(foundOrder), next };
  }

  async found(numbers: readonly string[]): Promise<FoundOrder[]> {
    return (await this.orders.findAllStored(numbers)).map(foundOrder);
  }
}

const foundOrder = (state: OrderState): FoundOrder => ({ ...state, openMismatches: state.openMismatches.length });
