import { describe, expect, it } from 'vitest';
import { orderNews } from '#web/src/checkout/rules/order-news.js';

describe('news of an order for the page that embeds the checkout', () => {
  it.each([
    ['CREATING', false, []],
    ['AWAITING_PAYMENT', false, []],
    ['PAYMENT_FAILED', false, []],
    ['EXPIRED', true, []],
    ['PAID', false, ['paid']],
    ['PAID', true, ['paid']],
    ['TRANSFERRING', false, ['paid']],
    ['REFUNDED', false, ['paid']],
    ['COMPLETED', false, ['paid', 'completed']],
    ['COMPLETED', true, ['paid']],
  ] as const)('%s, in review %s: %j', (status, inReview, news) => {
    expect(orderNews({ status, inReview })).toEqual(news);
  });
});
