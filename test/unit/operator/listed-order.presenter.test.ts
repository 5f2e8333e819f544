import { expect, it } from 'vitest';
import { listedOf } from '#src/operator/orders/listed-order.presenter.js';
import type { OrderRow } from '#src/orders/model/order.types.js';
import { orderRow, trade } from '../../support/order-builders.js';

it.each<[string, Partial<OrderRow>, boolean]>([
  ['cancelled', { status: 'CANCELLED' }, true],
  ['cancelled, and somebody looks into it', { status: 'CANCELLED', inReview: true }, false],
  ['cancelled, a sale', { status: 'CANCELLED', side: 'SELL' }, false],
  ['paid', { status: 'PAID' }, false],
])('an order that is %s may be retried: %s', (_, given, expected) => {
  const listed = listedOf({
    order: orderRow(given),
    trades: [{ ...trade(), nextQueryAt: null }],
    openMismatches: 0,
  });
  expect(listed.retryable).toBe(expected);
});
