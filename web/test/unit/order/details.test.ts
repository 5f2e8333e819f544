import { describe, expect, it } from 'vitest';
import type { Order } from '#client/src/index.js';
import { detailsOf } from '#web/src/order/story/details.js';
import { purchase, sale } from './orders.js';

const PAY_WAYS = { '10001': 'Visa' };
const lineOf = (order: Order, name: string) =>
  detailsOf(order, PAY_WAYS).find(({ label }) => label === `order.detail.${name}`);

describe('details of an order', () => {
  it.each([
    [purchase(), ['Visa']],
    [purchase({ payWayCode: '7' }), ['7']],
    [purchase({ payWayCode: 'constructor' }), ['constructor']],
    [purchase({ payType: 'Credit card' }), ['Credit card']],
  ])('%# name the payment method', (order, lines) => {
    expect(lineOf(order, 'pay_way')).toMatchObject({ lines });
  });

  it('omit unknown ones', () => {
    const bare = { payoutAddress: null, orderPageUrl: null, paymentType: null, orderNo: null };
    expect(detailsOf(sale(bare), PAY_WAYS)).toEqual([]);
    expect(lineOf(purchase({ memo: '' }), 'memo')).toBeUndefined();
    expect(lineOf(purchase({ memo: '7' }), 'memo')).toMatchObject({ text: '7' });
  });

  it('have a transaction only after payment', () => {
    const txHash = '0xabcdef01';
    expect(lineOf(purchase({ txHash }), 'transaction')).toBeUndefined();
    expect(lineOf(purchase({ txHash, status: 'TRANSFERRING' }), 'transaction')).toMatchObject({
      txHash,
      network: 'ETH',
    });
    expect(lineOf(purchase({ status: 'TRANSFERRING' }), 'transaction')).toBeUndefined();
  });

  it.each(['AWAITING_CRYPTO', 'EXPIRED', 'REGISTERED'] as const)(
    'omit the deposit address of a sale that is %s',
    (status) => {
      for (const inReview of [false, true]) {
        expect(lineOf(sale({ status, inReview }), 'provider_address')).toBeUndefined();
      }
      expect(lineOf(sale({ status: 'CRYPTO_RECEIVED' }), 'provider_address')).toMatchObject({ as: 'code' });
    },
  );

  it('link the provider’s page of a sale, unless it is linked above', () => {
    expect(lineOf(sale(), 'sale_page')).toBeUndefined();
    expect(lineOf(sale({ status: 'PAYOUT_STARTED' }), 'sale_page')).toMatchObject({ as: 'page' });
    const orderPageUrl = 'javascript:alert(1)';
    expect(lineOf(sale({ status: 'PAYOUT_STARTED', orderPageUrl }), 'sale_page')).toBeUndefined();
  });

  it('show the known fields of the payee', () => {
    const payee = { name: 'J*** D***', account: '****6789', card: '', email: null };
    expect(lineOf(sale({ payee }), 'payee')).toMatchObject({ lines: ['J*** D***', '****6789'] });
    expect(lineOf(sale({ payee: { name: null, account: null, card: null, email: null } }), 'payee')).toBeUndefined();
    expect(lineOf(sale(), 'payout_way')).toMatchObject({ as: 'bank_transfer' });
    expect(lineOf(sale({ paymentType: '7' }), 'payout_way')).toMatchObject({ lines: ['7'] });
  });
});
