import { describe, expect, it } from 'vitest';
import type { Order } from '#client/src/index.js';
import { amountsOf } from '#web/src/order/story/amounts.js';
import { purchase, sale } from './orders.js';

const written = (order: Order): string[] =>
  amountsOf(order).map(({ label, value, unit }) => `${label.replace('order.amount.', '')} ${value} ${unit}`);
const names = (order: Order): string[] => amountsOf(order).map(({ label }) => label.replace('order.amount.', ''));

describe('amounts of an order', () => {
  it('are all known ones, unchanged', () => {
    expect(written(purchase({ rampFeeUnit: 'EUR', rebateFiatAmount: '0.50' }))).toEqual([
      'amount 100.00 USD',
      'estimate 96.38 USDT',
      'price 1.01 USD',
      'service_fee 2.50 EUR',
      'network_fee 1.01 USD',
      'rebate 0.50 USD',
    ]);
    expect(amountsOf(purchase()).find(({ label }) => label === 'order.amount.price')?.per).toBe('USDT');
  });

  it('omit unknown ones and a zero rebate', () => {
    const bare = { cryptoQuantity: null, cryptoPrice: null, rampFee: null, networkFee: null, rebateFiatAmount: '0.00' };
    expect(names(purchase(bare))).toEqual(['amount']);
    expect(names(sale({ cryptoAmount: null, fiatAmount: null, fiat: null, crypto: null }))).toEqual([]);
  });

  it.each([
    [purchase(), ['amount', 'estimate']],
    [purchase({ status: 'PAID' }), ['paid', 'estimate']],
    [purchase({ status: 'COMPLETED' }), ['paid', 'received']],
    [purchase({ status: 'COMPLETED', inReview: true }), ['amount', 'quantity']],
    [purchase({ status: 'PAID', inReview: true }), ['amount', 'quantity']],
  ])('%# claim no more than the status does', (order, first) => {
    expect(names(order).slice(0, 2)).toEqual(first);
  });

  it('ask to send only what is expected', () => {
    expect(names(sale())[0]).toBe('to_send');
    for (const order of [sale({ inReview: true }), sale({ status: 'EXPIRED' }), sale({ status: 'COMPLETED' })]) {
      expect(names(order)).not.toContain('to_send');
    }
  });

  it('show the received crypto of a sale only after receipt', () => {
    expect(names(sale({ cryptoActualAmount: '250' }))).not.toContain('arrived');
    expect(names(sale({ cryptoActualAmount: '250', status: 'CRYPTO_RECEIVED' }))).toContain('arrived');
  });
});
