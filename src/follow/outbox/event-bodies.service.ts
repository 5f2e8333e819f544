import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { Caller } from '../../platform/callers/caller.js';
import { SecurityLog } from '../../platform/telemetry/security-log.js';
import { OrderView } from '../../reading/api/order-view.presenter.js';
import { mayHaveAnnounced } from '../../orders/decisions/announcements.js';
import type { OrderState } from '../../orders/model/order.types.js';
import { StoredOrders } from '../../orders/storage/stored-orders.service.js';
import type { OutgoingMessage } from '../../orders/storage/outbox-columns.js';
import { isOwnMessage } from './own-message.js';

/** The view of a merchant's server on orders created by another one. */
const READER: Caller = {
  kind: 'key',
  id: 'webhooks',
  name: 'webhooks',
  capacities: ['checkout'],
  scope: 'all',
  customer: null,
  clientSecret: null,
};

export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: unknown;
}

/** Why a message has no body: its order was deleted, or its HMAC is not ours. */
export type NoBodyReason = 'order_not_kept' | 'message_altered';

@Injectable()
export class EventBodies {
  constructor(
    private readonly orders: StoredOrders,
    private readonly view: OrderView,
    @Inject(KeysService) private readonly keys: { ring(): Promise<KeyRing> },
    @Inject(SecurityLog) private readonly security: Pick<SecurityLog, 'tell'>,
  ) {}

  /** `data` is the order's present state, so that a late message is not outdated. The `payUrl` is the owner's only. */
  async of(messages: readonly OutgoingMessage[]): Promise<(EventBody | NoBodyReason)[]> {
    const ring = await this.keys.ring();
    const numbers = new Set(messages.flatMap(({ merchantOrderNo }) => merchantOrderNo ?? []));
    const states = numbers.size === 0 ? [] : await this.orders.findAll([...numbers]);
    const byNumber = new Map(states.map((state) => [state.order.merchantOrderNo, state]));
    return Promise.all(messages.map((message) => this.bodyOf(message, byNumber, ring)));
  }

  private async bodyOf(
    message: OutgoingMessage,
    orders: ReadonlyMap<string, OrderState>,
    ring: KeyRing,
  ): Promise<EventBody | NoBodyReason> {
    const { id, type, createdAt, merchantOrderNo, data } = message;
    const state = merchantOrderNo === null ? null : orders.get(merchantOrderNo);
    if (state === undefined) return 'order_not_kept';
    if (!(state === null ? isOwnMessage(ring, message) : mayHaveAnnounced(type, state))) {
      this.security.tell('message_altered', { actor: null, address: null, messageId: id, type, merchantOrderNo });
      return 'message_altered';
    }
    return { id, type, timestamp: createdAt.toISOString(), data: state === null ? data : await this.shown(state) };
  }

  private async shown(state: OrderState): Promise<object> {
    const order = await this.view.of(state, READER);
    return 'payUrl' in order ? { ...order, payUrl: null, payUrlExpiresAt: null } : order;
  }
}
