import { describe, expect, it } from 'vitest';
import { headOf, textOf } from '#src/accounting/export/order-line.js';
import type { ExportedOrder } from '#src/accounting/export/order-line.js';

const AT = new Date('2026-01-31T12:00:00.000Z');

function order(given: Partial<ExportedOrder> = {}): ExportedOrder {
  const trade = { tradeNo: 'A-1', n: 1, side: 'BUY', status: 'PAID', outcome: 'created' } as const;
  return {
    merchantOrderNo: 'A-1',
    side: 'BUY',
    status: 'PAID',
    failureCode: null,
    inReview: false,
    createdAt: AT,
    updatedAt: AT,
    customerId: null,
    metadata: {},
    trades: [
      {
        ...trade,
        superseded: false,
        refusal: null,
        orderNo: '1',
        rampStatus: 'PAY_SUCCESS',
        asked: { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', payWayCode: '10001', country: 'US' },
        facts: { amount: '100.00', rampFee: '-0.10', txHash: '0x1' },
      },
    ],
    ...given,
  };
}

const PLAIN = { spreadsheet: false };
const lineOf = (given: ExportedOrder) => JSON.parse(textOf(given, 'jsonl', PLAIN)) as Record<string, unknown>;
const csvOf = (given: Partial<ExportedOrder>): string => textOf(order(given), 'csv', PLAIN);

describe('export: an order line', () => {
  it('keeps all digits of the provider’s number in a spreadsheet', () => {
    const [trade] = order().trades;
    const long = order({ trades: [{ ...trade!, orderNo: '1059023474927243264' }] });
    expect(textOf(long, 'csv', PLAIN)).toContain(',1059023474927243264,');
    expect(textOf(long, 'csv', { spreadsheet: true })).toContain(',"=""1059023474927243264""",');
    expect(headOf('csv', { spreadsheet: true })).toMatch(/^\ufeffmerchantOrderNo,/);
    expect(headOf('csv', PLAIN)).toMatch(/^merchantOrderNo,/);
  });

  it('states paid amounts of paid trades only, and no destinations', () => {
    const [trade] = order().trades;
    expect(lineOf(order())['paidAmount']).toBe('100.00');
    expect(lineOf(order({ trades: [{ ...trade!, status: 'AWAITING_PAYMENT' }] }))['paidAmount']).toBeNull();
    expect(lineOf(order({ trades: [] }))['orderNo']).toBeNull();
    for (const hidden of ['address', 'payoutAddress', 'orderPageUrl', 'failReason', 'payUrl']) {
      expect(lineOf(order())).not.toHaveProperty(hidden);
    }
  });

  it.each([
    ['=1+1', `'=1+1`],
    ['+1', `'+1`],
    ['-cmd', `'-cmd`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['ä\u{1F600}', 'ä\u{1F600}'],
  ])('customer id %s is written as %s', (customerId, field) => {
    expect(csvOf({ customerId }).endsWith(`,${field},{}\r\n`)).toBe(true);
  });

  it('writes metadata as one quoted JSON field, and negative numbers as numbers', () => {
    const csv = csvOf({ metadata: { a: '=1+1', b: 'x,"y"' } });
    expect(csv).toContain('"{""a"":""=1+1"",""b"":""x,\\""y\\""""}"\r\n');
    expect(csv).toContain(',-0.10,');
  });
});
