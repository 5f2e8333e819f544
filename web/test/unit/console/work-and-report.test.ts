import { describe, expect, it } from 'vitest';
import type { ListedMismatch, Report } from '#web/src/console/net/types.js';
import { withoutDigest, words } from '#web/src/console/parts/words.js';
import { bucketsOf } from '#web/src/console/report/figures.js';
import { dayAfter, monthOf, periodOf } from '#web/src/console/report/period.js';
import { inOrder } from '#web/src/console/open-work/in-order.js';
import { textsIn } from './texts.js';

const EN = textsIn('en');

describe('console: open mismatches', () => {
  const items = [
    { id: 'new', openedAt: '2026-01-03T00:00:00Z', amount: '9.50' },
    { id: 'old', openedAt: '2026-01-01T00:00:00Z', amount: '100.00' },
    { id: 'dear', openedAt: '2026-01-02T00:00:00Z', amount: '1000.00' },
    { id: 'sale', openedAt: '2026-01-02T00:00:00Z', amount: null },
  ] as ListedMismatch[];

  it.each([
    ['oldest', ['old', 'dear', 'sale', 'new']],
    ['dearest', ['dear', 'old', 'new', 'sale']],
  ] as const)('%s first', (by, ids) => {
    expect(inOrder(items, by).map(({ id }) => id)).toEqual(ids);
  });
});

describe('console: a report', () => {
  const now = new Date('2026-03-05T23:59:00Z');

  it.each([
    [{}, '2026-03-01', '2026-03-31'],
    [{ from: '2026-01-01', to: '2026-01-31' }, '2026-01-01', '2026-01-31'],
    [{ from: 'x', to: '2026-1-1' }, '2026-03-01', '2026-03-31'],
    [{ from: '2026-02-31', to: '2026-99-99' }, '2026-03-01', '2026-03-31'],
  ])('of %j is from %s to %s', (query, from, to) => {
    expect(periodOf(query, now)).toEqual({ from, to });
  });

  it.each([
    [0, '2026-03-01', '2026-03-31'],
    [1, '2026-02-01', '2026-02-28'],
    [3, '2025-12-01', '2025-12-31'],
  ])('the month %i months ago is from %s to %s', (back, from, to) => {
    expect(monthOf(now, back)).toEqual({ from, to });
  });

  it.each([
    ['2026-02-28', '2026-03-01'],
    ['2028-02-28', '2028-02-29'],
    ['2026-12-31', '2027-01-01'],
  ])('until %s ends before %s', (day, after) => {
    expect(dayAfter(day)).toBe(after);
  });

  it('has all buckets, and links those that a list can show', () => {
    const buckets = { in_review: 2, never_created: 0, overdue: 0, open: 3, refunded: 1, ended: 4 };
    expect(bucketsOf({ buckets } as unknown as Report, EN.t)).toEqual([
      { name: 'in review', count: 2, query: { inReview: 'true' }, tone: 'warn' },
      { name: 'never created', count: 0, query: null, tone: 'plain' },
      { name: 'overdue', count: 0, query: { overdue: 'true' }, tone: 'plain' },
      { name: 'open', count: 3, query: null, tone: 'plain' },
      { name: 'refunded', count: 1, query: { status: 'REFUNDED', inReview: 'false' }, tone: 'plain' },
      { name: 'ended', count: 4, query: null, tone: 'plain' },
    ]);
  });
});

describe('console: words', () => {
  it.each([
    ['AWAITING_PAYMENT', 'awaiting payment'],
    ['cryptoPrice', 'crypto price'],
    ['payWayCode', 'payment method'],
    ['constructor', 'constructor'],
  ])('%s: %s', (code, text) => {
    expect(words(EN.t, code)).toBe(text);
  });

  it.each([
    ['0x5290…9EE7 #1:mB2xkTg0y2nGq1Zr', '0x5290…9EE7'],
    ['#1:mB2xkTg0y2nGq1Zr', '#1:mB2xkTg0y2nGq1Zr'],
    ['PAID', 'PAID'],
  ])('%s is shown as %s', (value, shown) => {
    expect(withoutDigest(value)).toBe(shown);
  });
});
