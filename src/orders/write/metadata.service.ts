import { Injectable } from '@nestjs/common';
import { wrongField } from '../../platform/problems/problem.js';
import { MOST_NAMES, partsOf } from '../model/metadata.js';
import type { MetadataChange } from '../model/metadata.js';
import type { OrderState } from '../model/order.types.js';
import { NOTHING_DECIDED } from '../decisions/order-change.js';
import { OrderWriterService } from './order-writer.service.js';

/** The merchant's metadata of an order. Its changes keep the version and are not announced. */
@Injectable()
export class MetadataService {
  constructor(private readonly writer: OrderWriterService) {}

  /**
   * Returns the order with its new metadata; concurrent changes merge. Throws `invalid_request` on too many names or an
   * erased customer, and changes nothing then.
   */
  async change(state: OrderState, change: MetadataChange): Promise<OrderState> {
    const { set, gone } = partsOf(change);
    const changed = await this.writer.change(state.order.merchantOrderNo, { kind: 'staff' }, ({ order }) => {
      const noted = Object.entries({ ...order.metadata, ...set }).filter(([name]) => !gone.includes(name));
      if (order.erasedAt !== null) {
        throw wrongField('metadata', 'cannot be changed: the customer of this order is forgotten');
      }
      if (noted.length > MOST_NAMES) {
        throw wrongField('metadata', `must have at most ${MOST_NAMES} names, with those that the order has`);
      }
      return { ...NOTHING_DECIDED, order: { metadata: Object.fromEntries(noted) } };
    });
    return changed ?? state;
  }
}
