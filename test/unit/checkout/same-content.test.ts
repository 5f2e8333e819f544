import { describe, expect, it } from 'vitest';
import { isSameContent } from '../../../src/checkout/same-content.js';
import type { Asked } from '../../../src/orders/order.types.js';
import { ADDRESS, asked, orderRow } from '../../support/order-builders.js';

const full: Partial<Asked> = {
  memo: 'm-1',
  redirectUrl: 'https://shop.example/ok',
  failRedirectUrl: 'https://shop.example/fail',
  merchantName: 'Shop',
};
const order = orderRow({ ...full, customerId: 'c-1' });

describe('a repeat', () => {
  it('asks for the same', () => expect(isSameContent(order, asked(full), 'c-1')).toBe(true));

  it.each(['100', '100.0', '100.000'])('%s is as much as 100.00', (amount) => {
    expect(isSameContent(order, asked({ ...full, amount }), 'c-1')).toBe(true);
  });

  it.each<[keyof Asked, string | null]>([
    ['fiat', 'EUR'],
    ['amount', '100.01'],
    ['crypto', 'USDC'],
    ['network', 'BSC'],
    ['address', ADDRESS.toLowerCase()],
    ['memo', 'm-2'],
    ['memo', null],
    ['payWayCode', '10003'],
    ['country', 'DE'],
    ['redirectUrl', 'https://shop.example/other'],
    ['redirectUrl', null],
    ['failRedirectUrl', null],
    ['merchantName', 'shop'],
    ['merchantName', null],
  ])('with another %s (%s) asks for something else', (field, value) => {
    expect(isSameContent(order, asked({ ...full, [field]: value }), 'c-1')).toBe(false);
  });

  it.each(['c-2', null])('for another customer (%s) asks for something else', (customer) => {
    expect(isSameContent(order, asked(full), customer)).toBe(false);
  });

  it('of an order that was not asked for by us is none', () => {
    expect(isSameContent(orderRow({ ...order, amount: null }), asked(full), 'c-1')).toBe(false);
  });
});
