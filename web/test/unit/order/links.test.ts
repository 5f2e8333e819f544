import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explorerAddress } from '#src/platform/addresses/explorers.js';
import { newPurchaseForm } from '#web/src/order/new-purchase.js';
import { isOrderPath, numberInPath } from '#web/src/order-number.js';
import type { RecentOrder } from '#web/src/net/recent-orders.js';
import { keepSecret, privateAddress } from '#web/src/net/secrets.js';
import { webAddress } from '#web/src/net/web-address.js';
import { offeredSecret } from '#web/src/order/private-link.js';
import { purchase } from './orders.js';

const HASH = '0x8f3b1c2d4e5f60718293a4b5c6d7e8f9';

describe('order number in the URL', () => {
  it.each([
    ['/orders/A-1001', 'A-1001'],
    ['/orders/A-17..second-card/', 'A-17..second-card'],
    ['/orders/%41-1', 'A-1'],
    [`/orders/${'a'.repeat(44)}`, 'a'.repeat(44)],
  ])('of %s is %s', (path, number) => {
    expect(numberInPath(path)).toEqual({ number, shown: number });
  });

  it.each([
    ['/orders/%00', ''],
    ['/orders/', ''],
    ['/orders/%E0%A4%A', '%E0%A4%A'],
    ['/orders/a%2Fb', 'a/b'],
    ['/orders/%3Cb%3E', '<b>'],
    ['/orders/A%E2%80%AEB%0A1', 'A B 1'],
    [`/orders/${'a'.repeat(60)}`, `${'a'.repeat(44)}…`],
  ])('of %s is none, shown as %j', (path, shown) => {
    expect(numberInPath(path)).toEqual({ number: null, shown });
  });

  it('has a bounded length and no direction marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { shown } = numberInPath(`/orders/${text}`);
        return [...shown].length <= 45 && !/[\p{Cc}\p{Cf}]/u.test(shown);
      }),
    );
  });
});

describe('transaction link', () => {
  it.each([
    ['ETH', `https://etherscan.io/tx/${HASH}`],
    ['erc-20', `https://etherscan.io/tx/${HASH}`],
    ['TRX', `https://tronscan.org/#/transaction/${HASH}`],
    ['NOWHERE', null],
    ['constructor', null],
    [null, null],
  ])('of %s is %s', (network, address) => {
    expect(explorerAddress(network, HASH, {})).toBe(address);
  });

  it("is the operator's, or none", () => {
    const decided = { ETH: 'https://scan.example/{txHash}?x', BSC: null };
    expect(explorerAddress('ETH', HASH, decided)).toBe(`https://scan.example/${HASH}?x`);
    expect(explorerAddress('BSC', HASH, decided)).toBeNull();
  });

  it.each(['', 'a b', '"><script>', 'pending', '0x/../../evil?'.repeat(2)])('is not made of %j', (hash) => {
    expect(explorerAddress('ETH', hash, {})).toBeNull();
  });
});

describe('link to the checkout page', () => {
  const QUERY = '/checkout?fiat=USD&amount=100.00&crypto=USDT&network=ETH&country=US&payWayCode=10001';
  const order = purchase({ memo: '7' });
  const made: RecentOrder = { number: 'A-1001', at: 0, link: null, isNumberFixed: false };
  const draft = {
    fiat: 'USD',
    amountText: '100.00',
    isAmountSuggested: false,
    pair: { crypto: 'USDT', network: 'ETH' },
    payWayCode: '10001',
    country: 'US',
    address: order.address,
    memo: '7',
  };

  it('has the terms, with the address beside the URL if the order was made here', () => {
    expect(newPurchaseForm(order, made)).toEqual({ href: QUERY, isByLink: false, draft });
    expect(QUERY).not.toContain(order.address);
  });

  it('has no address of an order made elsewhere', () => {
    expect(newPurchaseForm(order, null)).toEqual({ href: QUERY, isByLink: false, draft: null });
  });

  it('is the signed link again, unless it fixes the number', () => {
    const byLink = { ...made, link: 'terms.1.mac' };
    expect(newPurchaseForm(order, byLink)).toEqual({ href: '/checkout?link=terms.1.mac', isByLink: true, draft });
    expect(newPurchaseForm(order, { ...byLink, isNumberFixed: true })).toMatchObject({ href: QUERY, draft: null });
  });
});

it.each([
  ['https://pay.example/1', 'https://pay.example/1'],
  ['http://127.0.0.1:4010/pay/1', 'http://127.0.0.1:4010/pay/1'],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['/orders/1', null],
  ['', null],
  [null, null],
])('an external address, %j, leads to %j', (address, expected) => {
  expect(webAddress(address)).toBe(expected);
});

const SECRET = `cs_1_${'aZ9-_'.repeat(9).slice(0, 43)}`;

it.each([
  [`#${SECRET}`, SECRET],
  ['', null],
  ['#', null],
  [SECRET, null],
  [`#${SECRET}x`, null],
  [`#secret=${SECRET}`, null],
  [`#${SECRET.slice(0, -1)}\n`, null],
])('the address %j contains the secret %j', (hash, secret) => expect(offeredSecret(hash)).toBe(secret));

it('the private link of an order holds its number and, in the fragment only, its secret', () => {
  keepSecret('A-17.b_2', SECRET);
  const { pathname, search, hash } = new URL(privateAddress('A-17.b_2'), 'https://pay.example');
  expect([search, offeredSecret(hash)]).toEqual(['', SECRET]);
  expect(numberInPath(pathname).number).toBe('A-17.b_2');
});

describe('an address', () => {
  it.each([
    ...['/orders/A-1', '/Orders/A-1/', '/orders/%00', '/orders/a%2Fb'].map((path) => [path, true] as const),
    ...['/orders', '/orders/', '/orders/A-1/x', '/nope/A-1', '/checkout', '/orders/%E0%A4%A'].map(
      (path) => [path, false] as const,
    ),
  ])("%s is an order's: %s", (path, expected) => {
    expect(isOrderPath(path)).toBe(expected);
  });
});
