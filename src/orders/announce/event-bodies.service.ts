import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/shared/caller.js';
import { OrderView } from '../api/order-view.presenter.js';
import { OrderRepository } from '../storage/order.repository.js';
import type { OutgoingMessage } from '../storage/outbox-columns.js';

/** As one of the merchant's own servers sees an order that another one made. */
const READER: Caller = {
  kind: 'key',
  id: 'webhooks',
  name: 'webhooks',
  capacities: ['checkout'],
  scope: 'all',
  customer: null,
  clientSecret: null,
};

/** What the merchant's systems are told, by webhook and in the feed. */
export interface EventBody {
  readonly id: string;
  readonly type: string;
  /** RFC 3339 */
  readonly timestamp: string;
  readonly data: unknown;
}

/** What messages say. */
@Injectable()
export class EventBodies {
  constructor(
    private readonly orders: OrderRepository,
    private readonly view: OrderView,
  ) {}

  /**
   * Of each message, in their order. An order is told as it is now, not as it was: so a late message tells nothing that has
   * been overtaken, and `version` says what a receiver knows already. Its page is for its owner alone. null: the order is no
   * longer kept.
   */
  async of(messages: readonly OutgoingMessage[]): Promise<(EventBody | null)[]> {
    const orders = await this.ordersOf(messages);
    return messages.map(({ id, type, createdAt, merchantOrderNo, data }) => {
      const about = merchantOrderNo === null ? data : (orders.get(merchantOrderNo) ?? null);
      return about === null ? null : { id, type, timestamp: createdAt.toISOString(), data: about };
    });
  }

  private async ordersOf(messages: readonly OutgoingMessage[]): Promise<Map<string, object>> {
    const numbers = new Set(messages.flatMap(({ merchantOrderNo }) => merchantOrderNo ?? []));
    const states = numbers.size === 0 ? [] : await this.orders.findAll([...numbers]);
    const shown = states.map(async (state) => {
      const order = await this.view.of(state, READER);
      const withoutPage = 'payUrl' in order ? { ...order, payUrl: null, payUrlExpiresAt: null } : order;
      return [state.order.merchantOrderNo, withoutPage] as const;
    });
    return new Map(await Promise.all(shown));
  }
}
