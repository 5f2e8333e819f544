import { describe, expect, it } from 'vitest';
import { csvField, figuresOf, renderTable } from '#src/accounting/report/report-text.js';
import { isBalanced } from '#src/accounting/report/report.service.js';
import { BUCKETS } from '#src/accounting/report/report.types.js';
import type { Report } from '#src/accounting/report/report.types.js';

const NONE = { trades: 0, amount: '0', unstated: 0 };

const report = (given: Partial<Report> = {}): Report => ({
  generatedAt: '2026-02-01T00:00:00.000Z',
  from: '2026-01-01T00:00:00.000Z',
  to: null,
  by: 'created',
  balanced: true,
  orders: 15,
  buckets: { in_review: 1, never_created: 2, overdue: 3, open: 4, refunded: 0, ended: 5 },
  byStatus: [{ status: 'COMPLETED', orders: 15 }],
  bySide: [{ side: 'BUY', orders: 15 }],
  fiat: [
    {
      side: 'BUY',
      fiat: 'USD',
      orders: 15,
      asked: '1500.00',
      paid: { trades: 2, amount: '200.00', unstated: 1 },
      completed: { trades: 5, amount: '500.00', unstated: 0 },
      refunded: { trades: 1, amount: '30.00', unstated: 0 },
      inReview: NONE,
    },
  ],
  rampFees: [{ side: 'BUY', unit: null, trades: 5, amount: '-1.5', unstated: 0 }],
  networkFees: [],
  rebates: [],
  rebatesUsd: [],
  crypto: [{ side: 'BUY', crypto: 'USDT', network: 'ETH', trades: 5, amount: '480.000000000000000001', unstated: 0 }],
  byMethod: [{ payWayCode: '10001', fiat: 'USD', trades: 5, amount: '500.00', unstated: 0 }],
  byDay: [{ day: '2026-01-31', side: 'BUY', fiat: 'USD', trades: 5, amount: '500.00', unstated: 0 }],
  mismatches: { opened: 3, resolvedByProvider: 1, resolvedByStaff: 1, openNow: [{ kind: 'field', count: 1 }] },
  doublePayments: { orders: 1, numbers: ['A-7'] },
  oldestOpen: { merchantOrderNo: 'A-1', status: 'PAID', createdAt: '2026-01-31T00:00:00.000Z', ageMs: 86_400_999 },
  removed: { orders: 0, monthsLeftOut: [] },
  ...given,
});

describe('report: figures', () => {
  it('list every bucket once under its own name', () => {
    const lines = figuresOf(report()).filter(({ section }) => section === 'orders by bucket');
    expect(lines.map(({ item, value }) => [item, value])).toEqual([
      ['in review', '1'],
      ['never created', '2'],
      ['overdue', '3'],
      ['open', '4'],
      ['refunded', '0'],
      ['ended', '5'],
    ]);
    expect(lines).toHaveLength(BUCKETS.length);
  });

  it('keep amounts digit for digit with their currency, and count trades without a figure', () => {
    const figures = figuresOf(report());
    expect(figures).toContainEqual({
      section: 'crypto of completed trades',
      item: 'BUY USDT on ETH',
      figure: 'bought',
      unit: 'USDT',
      value: '480.000000000000000001',
    });
    expect(figures).toContainEqual({
      section: 'fiat',
      item: 'BUY USD',
      figure: 'paid, not completed: trades without a figure',
      unit: '',
      value: '1',
    });
    expect(figures.filter(({ figure }) => figure === 'completed: trades without a figure')).toEqual([]);
    expect(figures).toContainEqual({
      section: 'ramp fees of completed trades',
      item: 'BUY (not told)',
      figure: 'amount',
      unit: '(not told)',
      value: '-1.5',
    });
  });
});

describe('report: balance', () => {
  it('is true if buckets, statuses and sides each add up to the orders', () => {
    expect(isBalanced(report())).toBe(true);
  });

  it.each<[string, Partial<Report>]>([
    ['a bucket misses an order', { buckets: { ...report().buckets, open: 3 } }],
    ['a bucket has one too many', { buckets: { ...report().buckets, ended: 6 } }],
    ['a status misses one', { byStatus: [{ status: 'COMPLETED', orders: 14 }] }],
    ['a side misses one', { bySide: [] }],
  ])('is false if %s', (_what, given) => {
    expect(isBalanced(report(given))).toBe(false);
  });
});

describe('report: table', () => {
  it('prints an item once and aligns its amounts', () => {
    const lines = renderTable(report(), false).split('\n');
    const money = lines.slice(lines.indexOf('fiat') + 1, lines.indexOf('fiat') + 5);
    expect(money.map((line) => line.replace(/ {2,}/g, '|'))).toEqual([
      '|BUY USD|orders|15',
      '|asked|1500.00|USD',
      '|paid, not completed|200.00|USD',
      '|paid, not completed: trades|2',
    ]);
    expect(new Set(money.map((line) => line.replace(/ {2}USD$/, '').length)).size).toBe(1);
  });

  it('escapes control characters', () => {
    const given = report({
      rampFees: [{ side: 'BUY', unit: 'U\u001b[2J\nSD\u202e', trades: 1, amount: '1', unstated: 0 }],
    });
    expect(renderTable(given, false)).toContain('BUY U?[2J?SD?');
  });
});

describe('report: CSV', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\r\nb', '"a\r\nb"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-1+1', "'-1+1"],
    ['-2.50', '-2.50'],
    ['-', "'-"],
    ['\t=1', "'\t=1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ])('writes %j as %j', (text, written) => {
    expect(csvField(text, { spreadsheet: false })).toBe(written);
    expect(csvField(text, { spreadsheet: true })).toBe(written);
  });

  it.each([
    ['123456789012345', '123456789012345'],
    ['1234567890123456', '"=""1234567890123456"""'],
    ['007', '"=""007"""'],
    ['0.75', '0.75'],
    ['-1234567890.123456789', '-1234567890.123456789'],
  ])('writes %j as %j for a spreadsheet, which would change it', (text, written) => {
    expect(csvField(text, { spreadsheet: true })).toBe(written);
    expect(csvField(text, { spreadsheet: false })).toBe(text);
  });

  it('names each figure once', () => {
    const names = figuresOf(report()).map(({ section, item, figure, unit }) => [section, item, figure, unit].join());
    expect(new Set(names).size).toBe(names.length);
  });
});
