import { describe, expect, it } from 'vitest';
import { listAfter } from '#web/src/console/find/list-after.js';
import { filtersOf, parametersOf, textOf } from '#web/src/console/find/search.js';
import type { ListedOrder } from '#web/src/console/net/types.js';
import { addressOf, routeOf } from '#web/src/console/route.js';
import { textsIn } from './texts.js';

const order = (merchantOrderNo: string, more: Partial<ListedOrder> = {}): ListedOrder =>
  ({
    ...{ merchantOrderNo, status: 'AWAITING_PAYMENT', version: 1, inReview: false, createdAt: '2026-01-31T12:00:00Z' },
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

  it('has the other filters in words', () => {
    const query = { inReview: 'true', status: 'PAID,AWAITING_PAYMENT', text: 'A', unknown: 'x' };
    expect(filtersOf(query, textsIn('en').t)).toEqual(['in review', 'status paid, awaiting payment']);
    expect(filtersOf({ inReview: 'true', overdue: 'false' }, textsIn('ar').t)).toEqual(['قيد المراجعة', 'غير متأخرة']);
  });
});

describe('console: a list after changes', () => {
  const list = { items: [order('B', { createdAt: '2026-01-31T12:01:00Z' }), order('A')], newer: [] as string[] };

  it('changes rows in place, never to an older version', () => {
    const changed = [order('A', { version: 2, status: 'PAID' }), order('B', { version: 0, status: 'CREATING' })];
    const { items, newer } = listAfter(list, changed, {});
    expect(items.map(({ merchantOrderNo, status }) => [merchantOrderNo, status])).toEqual([
      ['B', 'AWAITING_PAYMENT'],
      ['A', 'PAID'],
    ]);
    expect(newer).toEqual([]);
  });

  it.each([
    ['a newer order', {}, order('C', { createdAt: '2026-01-31T12:02:00Z' }), 1],
    ['an older order, which stands on a later page', {}, order('C'), 0],
    ['an order that came into review', { inReview: 'true' }, order('C', { inReview: true }), 1],
    ['an order that is not in review', { inReview: 'true' }, order('C'), 0],
    ['an order in a search, which only the service can judge', { text: 'C' }, order('C', { inReview: true }), 0],
  ] as const)('counts %s', (_what, query, changed, newer) => {
    const after = listAfter(list, [changed], query);
    expect(after.newer).toHaveLength(newer);
    expect(after.items).toEqual(list.items);
    expect(listAfter(after, [changed], query).newer, 'once').toHaveLength(newer);
  });

  it('counts new orders of several polls together', () => {
    const news = ['C', 'D'].map((number) => order(number, { createdAt: '2026-01-31T12:02:00Z' }));
    expect(listAfter(listAfter(list, news.slice(0, 1), {}), news.slice(1), {}).newer).toEqual(['C', 'D']);
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
    ...['', '#', '#/', '#/nope', '#/order', '#/order/%E0%A4%A', '#/constructor'],
    // No order has such a number, and a call would reach another route.
    ...['#/order/export', '#/order/.', '#/order/..', '#/order/A-1%2Fnotes', '#/order/A-1%3Fx'],
  ])('%j is the start', (hash) => {
    expect(routeOf(hash)).toMatchObject({ view: 'find', number: '' });
  });
});
