import { Injectable } from '@nestjs/common';
import { OrderView } from '../../orders/api/order-view.presenter.js';
import { OrdersService } from '../../orders/read/orders.service.js';
import type { OutgoingMessage } from '../../orders/storage/outbox-columns.js';
import type { Caller } from '../../platform/shared/caller.js';

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

/** What a message says. */
@Injectable()
export class MessageBodyService {
  constructor(
    private readonly orders: OrdersService,
    private readonly view: OrderView,
  ) {}

  /**
   * JSON text. An order is told as it is now, not as it was: so a late message tells nothing that has been overtaken, and
   * `version` says what a receiver knows already. Its page is for its owner alone. null: the order is no longer kept.
   */
  async of({ id, type, createdAt, merchantOrderNo, data }: OutgoingMessage): Promise<string | null> {
    const about = merchantOrderNo === null ? data : await this.orderOf(merchantOrderNo);
    return about === null ? null : JSON.stringify({ id, type, timestamp: createdAt.toISOString(), data: about });
  }

  private async orderOf(merchantOrderNo: string): Promise<object | null> {
    const { state } = await this.orders.find(merchantOrderNo);
    if (state === null) return null;
    const order = await this.view.of(state, READER);
    return 'payUrl' in order ? { ...order, payUrl: null, payUrlExpiresAt: null } : order;
  }
}
