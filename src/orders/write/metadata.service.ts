import { Injectable } from '@nestjs/common';
import { wrongField } from '../../platform/shared/problem.js';
import { MOST_NAMES, partsOf } from '../model/metadata.js';
import type { MetadataChange } from '../model/metadata.js';
import type { OrderState } from '../model/order.types.js';
import { MetadataRepository } from '../storage/metadata.repository.js';

/** Notes of a merchant's server on an order. They are no change of the order: its version stays, and nobody is told. */
@Injectable()
export class MetadataService {
  constructor(private readonly repository: MetadataRepository) {}

  /**
   * The order with what is noted now. Throws `invalid_request` where that would be too many names, or its customer is
   * forgotten; nothing is noted then.
   */
  async change(state: OrderState, change: MetadataChange): Promise<OrderState> {
    const { set, gone } = partsOf(change);
    const { merchantOrderNo } = state.order;
    const metadata = await this.repository.merge(merchantOrderNo, set, gone, MOST_NAMES);
    if (metadata === null) {
      const isErased = await this.repository.isErased(merchantOrderNo);
      const tooMany = `must have at most ${MOST_NAMES} names, with those that the order has`;
      throw wrongField('metadata', isErased ? 'cannot be changed: the customer of this order is forgotten' : tooMany);
    }
    return { ...state, order: { ...state.order, metadata } };
  }
}
