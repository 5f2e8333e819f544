import { describe, expect, it } from 'vitest';
import { listAfter, listOf } from '#web/src/console/find/list-after.js';
import { parametersOf, textOf } from '#web/src/console/find/search.js';
import type { ListedOrder } from '#web/src/console/net/types.js';
import { addressOf, routeOf } from '#web/src/console/route.js';

const order = (merchantOrderNo: string, more: Partial<ListedOrder> = {}): ListedOrder =>
  ({
    merchantOrderNo,
    status: 'AWAITING_PAYMENT',
    version: 1,
    inReview: false,
    createdAt: '2026-01-31T12:00:00Z',
    ...more,
  }) as ListedOrder;

describe("console: the search box's parameters", () => {
  it.each([
    ['', {}],
    ['  A-1001 ', { text: 'A-1001' }],
    ['jane@example.com', { text: 'jane@example.com' }],
    ['cart=8841', { 'metadata[cart]': '8841' }],
    // A hash in base64 ends so.
    ['b3Jk/XI=', { text: 'b3Jk/XI=' }],
    ['two words=1', { text: 'two words=1' }],
  ])('of %j are %j', (text, parameters) => {
    expect(parametersOf(text)).toEqual(parameters);
    expect(textOf(parameters)).toBe(text.trim());
  });
});

const NEW = { createdAt: '2026-01-31T12:03:00Z' };

it.each([
  ['https://pay.shop.example/orders/i-4chy45w8ep3yzirguturu8vgms#cs_1_x', 'i-4chy45w8ep3yzirguturu8vgms'],
  ['https://pay.shop.example/orders/A-1/?lang=de', 'A-1'],
  ['https://etherscan.io/tx/0xabc', '0xabc'],
  ['https://shop.example', 'https://shop.example'],
])('console: of the address %s, %s is searched for', (address, text) => {
  expect(parametersOf(address)).toEqual({ text });
});

describe('console: a list after changes', () => {
  const items = [order('B', { createdAt: '2026-01-31T12:02:00Z' }), order('A', { createdAt: '2026-01-31T12:01:00Z' })];
  const list = listOf({ items, nextCursor: 'next' });

  it('changes rows in place, never to an older version', () => {
    const changed = [order('A', { version: 2, status: 'PAID' }), order('B', { version: 0, status: 'CREATING' })];
    const after = listAfter(list, changed, {});
    expect(after.items.map(({ merchantOrderNo, status }) => [merchantOrderNo, status])).toEqual([
      ['B', 'AWAITING_PAYMENT'],
      ['A', 'PAID'],
    ]);
    expect(after.newer).toEqual([]);
  });

  it.each([
    ['a newer order', {}, order('C', NEW), 1],
    ['an older order, which stands on a later page', {}, order('C'), 0],
    ['an order that came into review', { inReview: 'true' }, order('C', { ...NEW, inReview: true }), 1],
    ['an order in review of a later page', { inReview: 'true' }, order('C', { inReview: true }), 0],
    ['an order that is not in review', { inReview: 'true' }, order('C', NEW), 0],
    [
      'an order in a search, which only the service can judge',
      { text: 'C' },
      order('C', { ...NEW, inReview: true }),
      0,
    ],
  ] as const)('counts %s', (_what, query, changed, newer) => {
    const after = listAfter(list, [changed], query);
    expect(after.newer).toHaveLength(newer);
    expect(after.items).toEqual(list.items);
    expect(listAfter(after, [changed], query).newer, 'once').toHaveLength(newer);
  });
});

describe('console: the view in the address', () => {
  it.each([
    ['find', {}],
    ['find', { query: { text: 'a&b=c #/é' } }],
    ['order', { number: 'A-10.01_7' }],
    ['report', { query: { from: '2026-01-01', to: '2026-01-31' } }],
  ] as const)('%s with %j is read as it was written', (view, rest) => {
    expect(routeOf(addressOf(view, rest))).toEqual({ number: '', query: {}, view, ...rest });
  });

  it.each([
    '',
    '#',
    '#/',
    '#/nope',
    '#/order',
    '#/order/%E0%A4%A',
    '#/constructor',
    // No order has such a number, and a call would reach another route.
    '#/order/export',
    '#/order/.',
    '#/order/..',
    '#/order/A-1%2Fnotes',
    '#/order/A-1%3Fx',
  ])('%j is the start', (hash) => {
    expect(routeOf(hash)).toMatchObject({ view: 'find', number: '' });
  });
});
