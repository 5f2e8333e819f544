import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/callers/caller.js';
import type { Changes, ChangesRequest, Page, PageRequest } from '../platform/database/pages.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { maySee, shownOnlyOf } from '../orders/decisions/order-access.js';
import type { OrderFilter } from '../orders/model/order-search.types.js';
import type { OrderState } from '../orders/model/order.types.js';
import { EpochService } from '../orders/epoch/epoch.service.js';
import { StoredOrders } from '../orders/storage/stored-orders.service.js';
import { OrderSearchRepository } from './storage/order-search.repository.js';
import type { ChangeFilter } from './storage/order-search.repository.js';

@Injectable()
export class OrderListService {
  constructor(
    private readonly search: OrderSearchRepository,
    private readonly orders: StoredOrders,
    private readonly epochs: EpochService,
  ) {}

  async newest(caller: Caller, filter: OrderFilter, page: PageRequest): Promise<Page<OrderState>> {
    const { rows, next } = await this.search.numbers(seenBy(caller, filter), page);
    return { rows: seen(caller, await this.orders.findAllStored(rows)), next };
  }

  /** Each order once; no change is missed, however late it commits. Throws `cursor_expired` if changes are gone. */
  async changed(caller: Caller, filter: OrderFilter, request: ChangesRequest): Promise<Changes<OrderState>> {
    const { rows, next } = await this.changedNumbers(seenBy(caller, filter), request);
    return { rows: rows.length === 0 ? [] : seen(caller, await this.orders.findAll(rows)), next };
  }

  /** Like `changed`, for any owner's orders. */
  async changedNumbers(filter: OrderFilter, request: ChangesRequest): Promise<Changes<string>> {
    const read = (): Promise<ChangeFilter> => this.search.changed(filter, request);
    const { epoch, numbers, next } = await this.epochs.read(read);
    if (next === null) throw new Problem('cursor_expired', PROBLEM_TEXTS.listCursorExpired);
    return { rows: numbers, next: { epoch: epoch.epoch, place: next } };
  }
}

/** Altered orders are hidden. */
const seen = (caller: Caller, states: readonly OrderState[]): OrderState[] =>
  states.filter(({ order, isAltered }) => isAltered !== true && maySee(caller, order));

const seenBy = (caller: Caller, filter: OrderFilter): OrderFilter => ({ ...filter, caller: shownOnlyOf(caller) });
