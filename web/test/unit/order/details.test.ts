import { describe, expect, it } from 'vitest';
import type { Order } from '#client/src/index.js';
import { detailsOf } from '#web/src/order/story/details.js';
import { amountsOf } from '#web/src/order/story/amounts.js';
import { stepsOf } from '#web/src/order/story/steps.js';
import { purchase, sale, trade } from './orders.js';

const PAY_WAYS = { '10001': 'Visa' };
const lineOf = (order: Order, name: string) =>
  detailsOf(order, PAY_WAYS).find(({ label }) => label === `order.detail.${name}`);

describe('details of an order', () => {
  it.each([
    [purchase(), ['Visa']],
    [purchase({ payWayCode: '7' }), ['7']],
    [purchase({ payWayCode: 'constructor' }), ['constructor']],
    [purchase({ payType: 'VISA' }), ['Visa']],
    [purchase({ payWayCode: '7', payType: 'Credit card' }), ['Credit card']],
  ])('%# name the payment method', (order, lines) => {
    expect(lineOf(order, 'pay_way')).toMatchObject({ lines });
  });

  it('have a transaction only after payment', () => {
    const txHash = '0xabcdef01';
    expect(lineOf(purchase({ txHash }), 'transaction')).toBeUndefined();
    expect(lineOf(purchase({ txHash, status: 'TRANSFERRING' }), 'transaction')).toMatchObject({
      text: txHash,
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

const paidTwice = (status: string) => purchase({ status, trades: [trade({ status: 'PAID' }), trade({ status })] });
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

  it.each([
    [purchase(), ['amount', 'estimate']],
    [purchase({ status: 'PAID' }), ['paid', 'estimate']],
    [purchase({ status: 'COMPLETED' }), ['paid', 'received']],
    [purchase({ status: 'COMPLETED', inReview: true }), ['amount', 'quantity']],
    [purchase({ status: 'PAID', inReview: true }), ['amount', 'quantity']],
    [purchase({ status: 'FROZEN' }), ['amount', 'quantity']],
    [paidTwice('COMPLETED'), ['amount', 'received']],
  ])('%# claim no more than the status does', (order, first) => {
    expect(names(order).slice(0, 2)).toEqual(first);
  });

  it.each(['CANCELLED', 'EXPIRED', 'REJECTED', 'REFUNDED'])(
    'of a %s order claim no delivery, price or fee',
    (status) => {
      expect(names(purchase({ status }))).toEqual([status === 'REFUNDED' ? 'paid' : 'amount', 'planned']);
      const line = amountsOf(purchase({ status })).find(({ label }) => label === 'order.amount.planned');
      expect(line?.strong).toBe(false);
    },
  );

  it.each([
    ['1', '1.00'],
    ['150', '150.00'],
    ['65000', '65000'],
    ['0.9259', '0.9259'],
    ['1.5', '1.5'],
  ])('have a price of %s as %s', (cryptoPrice, value) => {
    expect(amountsOf(purchase({ cryptoPrice })).find(({ per }) => per !== undefined)?.value).toBe(value);
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

const hash = { txHash: '0xabcdef0123' };
const TABLE: readonly (readonly [Order, string])[] = [
  [purchase({ status: 'CREATING' }), 'done now next next'],
  [purchase(), 'done now next next'],
  [purchase({ status: 'PAYMENT_FAILED' }), 'done stopped open open'],
  [purchase({ status: 'CANCELLED' }), 'done stopped open open'],
  [purchase({ status: 'EXPIRED' }), 'done stopped open open'],
  [purchase({ status: 'REJECTED' }), 'done stopped open open'],
  [purchase({ inReview: true }), 'done checking open open'],
  [purchase({ status: 'PAID' }), 'done done now next'],
  [purchase({ status: 'PAID', ...hash }), 'done done now next'],
  [purchase({ status: 'TRANSFERRING' }), 'done done done now'],
  [purchase({ status: 'COMPLETED' }), 'done done done done'],
  [purchase({ status: 'COMPLETED', inReview: true }), 'done done checking open'],
  [purchase({ status: 'PAID', inReview: true }), 'done done checking open'],
  [purchase({ status: 'TRANSFERRING', inReview: true, ...hash }), 'done done checking open'],
  [sale({ status: 'PAYOUT_STARTED', inReview: true }), 'done done checking open'],
  [purchase({ status: 'REFUNDED' }), 'done done done'],
  [purchase({ status: 'REFUNDED', inReview: true }), 'done done checking open'],
  [purchase({ status: 'FROZEN' }), 'done now next next'],
  [sale({ status: 'REGISTERED' }), 'done now next next'],
  [sale(), 'done now next next'],
  [sale({ status: 'EXPIRED' }), 'done stopped open open'],
  [sale({ status: 'CRYPTO_RECEIVED' }), 'done done now next'],
  [sale({ status: 'PAYOUT_STARTED' }), 'done done done now'],
  [sale({ status: 'PAYOUT_FAILED' }), 'done done stopped open'],
  [sale({ status: 'REFUNDED' }), 'done done done'],
  [sale({ status: 'COMPLETED' }), 'done done done done'],
  [sale({ status: 'COMPLETED', inReview: true }), 'done done checking open'],
];

describe('steps of an order', () => {
  it.each(TABLE)("%# match the order's status", (order, states) => {
    expect(
      stepsOf(order)
        .map(({ state }) => state)
        .join(' '),
    ).toBe(states);
  });

  it('have times of completed steps only', () => {
    const times = {
      paidAt: '2026-01-31T12:01:00Z',
      transferredAt: '2026-01-31T12:02:00Z',
      completedAt: '2026-01-31T12:03:00Z',
    };
    const at = (order: Order): (string | null)[] => stepsOf(order).map((step) => step.at);
    expect(at(purchase({ ...times, createdAt: 'T0' }))).toEqual(['T0', null, null, null]);
    expect(at(purchase({ ...times, createdAt: 'T0', status: 'COMPLETED' }))).toEqual(['T0', ...Object.values(times)]);
    expect(at(purchase({ ...times, status: 'COMPLETED', inReview: true }))[3]).toBeNull();
  });

  it.each([purchase, sale])('end with the refund, whatever times are filled in', (order) => {
    const TIME = '2026-01-31T12:02:00Z';
    expect(stepsOf(order({ status: 'REFUNDED', transferredAt: TIME, completedAt: TIME })).at(-1)).toEqual({
      state: 'done',
      label: 'order.step.returned.done',
      at: null,
    });
  });
});
