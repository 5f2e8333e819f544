import type { Order } from '#client/src/index.js';
import { isPaid } from '../../order/story/paid.js';

/** What a shop that embeds the checkout may know of an order. A completion is not announced while in review. */
export function orderNews({ status, inReview }: Pick<Order, 'status' | 'inReview'>): readonly ('paid' | 'completed')[] {
  if (!isPaid({ status })) return [];
  return status === 'COMPLETED' && !inReview ? ['paid', 'completed'] : ['paid'];
}
