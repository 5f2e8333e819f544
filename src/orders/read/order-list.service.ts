import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/shared/caller.js';
import type { Page, PageRequest } from '../../platform/shared/page.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import { maySee, shownOnlyOf } from '../decisions/order-access.js';
import type { OrderFilter } from '../model/order-search.types.js';
import type { OrderState } from '../model/order.types.js';
import { OrderRepository } from '../storage/order.repository.js';
import { OrderSearchRepository } from '../storage/order-search.repository.js';
import type { ChangesRequest } from '../storage/search/by-change.js';

/** Lists of the orders that a server may see. However long a page is, it takes as many statements. */
@Injectable()
export class OrderListService {
  constructor(
    private readonly search: OrderSearchRepository,
    private readonly orders: OrderRepository,
  ) {}

  /** Newest first. As in a search of staff, a page may be short or empty and have a next one. */
  async newest(caller: Caller, filter: OrderFilter, page: PageRequest): Promise<Page<OrderState>> {
    const { rows, next } = await this.search.numbers(seenBy(caller, filter), page);
    return { rows: await this.statesOf(caller, rows), next };
  }

  /**
   * What was changed behind a place, each order once and as it is now, by the place of its newest change; `next` is where to
   * read on, and no change is left out, however late it is committed. A page may be short or empty: all is read when `next`
   * is the place that was asked for. Throws `cursor_expired` for a place behind which changes are no longer kept.
   */
  async changed(
    caller: Caller,
    filter: OrderFilter,
    request: ChangesRequest,
  ): Promise<{ rows: readonly OrderState[]; next: number }> {
    const { numbers, next } = await this.search.changed(seenBy(caller, filter), request);
    if (next === null) throw new Problem('cursor_expired', PROBLEM_TEXTS.listCursorExpired);
    return { rows: await this.statesOf(caller, numbers), next };
  }

  private async statesOf(caller: Caller, numbers: readonly string[]): Promise<OrderState[]> {
    if (numbers.length === 0) return [];
    const states = await this.orders.findAll(numbers);
    return states.filter(({ order }) => maySee(caller, order));
  }
}

const seenBy = (caller: Caller, filter: OrderFilter): OrderFilter => ({ ...filter, caller: shownOnlyOf(caller) });
