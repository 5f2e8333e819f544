import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/callers/caller.js';
import type { EpochPlace, Page, PageRequest } from '../platform/database/pages.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { maySee, shownOnlyOf } from '../orders/decisions/order-access.js';
import type { OrderFilter } from '../orders/model/order-search.types.js';
import type { OrderState } from '../orders/model/order.types.js';
import { EpochService } from '../orders/epoch/epoch.service.js';
import { StoredOrders } from '../orders/storage/stored-orders.service.js';
import { OrderSearchRepository } from './storage/order-search.repository.js';
import type { ChangeFilter } from './storage/order-search.repository.js';
import type { ChangesRequest } from './storage/search/by-change.js';

/** Lists of the orders that a server may see, in a fixed number of statements per page. */
@Injectable()
export class OrderListService {
  constructor(
    private readonly search: OrderSearchRepository,
    private readonly orders: StoredOrders,
    private readonly epochs: EpochService,
  ) {}

  async newest(caller: Caller, filter: OrderFilter, page: PageRequest): Promise<Page<OrderState>> {
    const { rows, next } = await this.search.numbers(seenBy(caller, filter), page);
    return { rows: await this.statesOf(caller, rows), next };
  }

  /**
   * Each changed order once, in its present state. No change is missed, however late it commits; the end is reached when
   * `next` equals the requested position. Throws `cursor_expired` if changes are no longer kept, or in another epoch.
   */
  async changed(
    caller: Caller,
    filter: OrderFilter,
    request: ChangesRequest,
  ): Promise<{ rows: readonly OrderState[]; next: EpochPlace }> {
    const read = (): Promise<ChangeFilter> => this.search.changed(seenBy(caller, filter), request);
    const { epoch, numbers, next } = await this.epochs.read(read);
    if (next === null) throw new Problem('cursor_expired', PROBLEM_TEXTS.listCursorExpired);
    return { rows: await this.statesOf(caller, numbers), next: { epoch: epoch.epoch, place: next } };
  }

  private async statesOf(caller: Caller, numbers: readonly string[]): Promise<OrderState[]> {
    if (numbers.length === 0) return [];
    const states = await this.orders.findAll(numbers);
    return states.filter(({ order }) => maySee(caller, order));
  }
}

const seenBy = (caller: Caller, filter: OrderFilter): OrderFilter => ({ ...filter, caller: shownOnlyOf(caller) });
