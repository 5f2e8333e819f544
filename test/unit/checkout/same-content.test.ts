import { describe, expect, it } from 'vitest';
import { differingFields, isSameContent } from '#src/checkout/stored-order.js';
import type { OrderTerms, OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { ADDRESS, asked, orderState, trade } from '../../support/order-builders.js';

const full: Partial<OrderTerms> = {
  memo: 'm-1',
  redirectUrl: 'https://shop.example/ok',
  failRedirectUrl: 'https://shop.example/fail',
  merchantName: 'Shop',
};
const state = (trades: readonly TradeRow[] = [trade({ asked: asked(full) })]): OrderState =>
  orderState({ order: { customerId: 'c-1' }, trades });

describe('same content: a repeat', () => {
  it('with equal terms matches', () => expect(isSameContent(state(), asked(full), 'c-1')).toBe(true));

  it.each(['100', '100.0', '100.000'])('%s equals 100.00', (amount) => {
    expect(isSameContent(state(), asked({ ...full, amount }), 'c-1')).toBe(true);
  });

  it('matches an address in another letter case if case does not matter', () => {
    expect(isSameContent(state(), asked({ ...full, address: ADDRESS.toLowerCase() }), 'c-1')).toBe(true);
    const classic = { address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', network: 'XRP' };
    const order = state([trade({ asked: asked({ ...full, ...classic }) })]);
    const other = { ...classic, address: classic.address.toLowerCase() };
    expect(differingFields(order, asked({ ...full, ...other }), 'c-1')).toEqual(['address']);
  });

  it.each<[keyof OrderTerms, string]>([
    ['network', 'erc-20'],
    ['crypto', 'usdt'],
    ['payWayCode', ` ${full.payWayCode ?? '10001'}`],
  ])('matches the %s %s', (field, value) => {
    expect(differingFields(state(), asked({ ...full, [field]: value }), 'c-1')).toEqual([]);
  });

  it.each([
    ['007', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', '7', []],
    ['007', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', '70', ['memo']],
  ])('on XRP, the tag %s beside %s against %s differs in %j', (memo, address, other, fields) => {
    const xrp = { ...full, network: 'XRP', address };
    const order = state([trade({ asked: asked({ ...xrp, memo }) })]);
    expect(differingFields(order, asked({ ...xrp, memo: other }), 'c-1')).toEqual(fields);
  });

  it.each<[keyof OrderTerms, string | null]>([
    ['fiat', 'EUR'],
    ['amount', '100.01'],
    ['crypto', 'USDC'],
    ['network', 'BSC'],
    ['address', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
    ['memo', 'm-2'],
    ['memo', null],
    ['payWayCode', '10003'],
    ['country', 'DE'],
    ['redirectUrl', 'https://shop.example/other'],
    ['redirectUrl', null],
    ['failRedirectUrl', null],
    ['merchantName', 'shop'],
    ['merchantName', null],
  ])('with another %s (%s) does not match', (field, value) => {
    expect(differingFields(state(), asked({ ...full, [field]: value }), 'c-1')).toEqual([field]);
  });

  it.each(['c-2', null])('for another customer (%s) does not match', (customer) => {
    expect(differingFields(state(), asked(full), customer)).toEqual(['customer.id']);
  });

  it('of the checkout matches after a retry with another payment method', () => {
    const retried = state([
      trade({ asked: asked(full) }),
      trade({ tradeNo: 'A-1001-r2', n: 2, asked: asked({ ...full, payWayCode: '10003' }) }),
    ]);
    expect(isSameContent(retried, asked(full), 'c-1')).toBe(true);
    expect(isSameContent(retried, asked({ ...full, payWayCode: '10003' }), 'c-1')).toBe(true);
    expect(isSameContent(retried, asked({ ...full, payWayCode: '10004' }), 'c-1')).toBe(false);
  });

  it.each(['refused', 'not_sent'] as const)('with the method of a %s trade does not match', (outcome) => {
    const replaced = state([
      trade({ asked: asked(full), outcome }),
      trade({ tradeNo: 'A-1001-r2', n: 2, asked: asked({ ...full, payWayCode: '10003' }) }),
    ]);
    expect(isSameContent(replaced, asked(full), 'c-1')).toBe(false);
  });

  it('of a sale does not match', () => {
    expect(isSameContent(state([trade({ side: 'SELL', asked: null })]), asked(full), 'c-1')).toBe(false);
  });
});
