import { describe, expect, it } from 'vitest';
import { readStatus, notFoundShape, isConfiguredNotFound } from '#src/ramp/wire/trade-records.js';
import { notFoundValue, parseNotFound } from '#src/platform/config/ramp-settings.js';
import { openAnswer } from '#src/ramp/wire/wire.js';
import type { WireAnswer } from '#src/ramp/wire/wire.js';
import { CODES, NO_CODES } from './support/codes.js';
import { no, ok } from './support/envelopes.js';

describe('statuses', () => {
  it.each([
    ['PENDING', 'AWAITING_PAYMENT'],
    ['PAY_FAIL', 'PAYMENT_FAILED'],
    ['PAY_SUCCESS', 'PAID'],
    ['TRANSFER', 'TRANSFERRING'],
    ['CANCEL', 'CANCELLED'],
    ['FINISHED', 'COMPLETED'],
    ['finished', null],
    ['FINISHED ', null],
    ['constructor', null],
    ['4', null],
    [null, null],
  ])('BUY %s is %s', (word, status) => {
    expect(readStatus('BUY', word, new Map())).toBe(status);
  });

  it.each([
    ['1', 'AWAITING_CRYPTO'],
    ['2', 'CRYPTO_RECEIVED'],
    ['3', 'PAYOUT_STARTED'],
    ['4', 'COMPLETED'],
    ['5', 'PAYOUT_FAILED'],
    ['6', 'REFUNDED'],
    ['7', 'EXPIRED'],
    ['8', null],
    ['0', null],
    ['01', null],
    ['FINISHED', null],
    [null, null],
  ])('SELL %s is %s', (code, status) => {
    expect(readStatus('SELL', code, new Map())).toBe(status);
  });

  it.each([
    'AWAITING_PAYMENT',
    'PAYMENT_FAILED',
    'PAID',
    'TRANSFERRING',
    'CANCELLED',
    'COMPLETED',
    'REFUNDED',
    'EXPIRED',
  ])('BUY %s is one of our own names, and needs no setting', (word) => {
    expect(readStatus('BUY', word, new Map())).toBe(word);
    expect(readStatus('BUY', word, new Map([[`BUY:${word}`, 'PAID']]))).toBe('PAID');
  });

  it.each([
    'AWAITING_CRYPTO',
    'CRYPTO_RECEIVED',
    'PAYOUT_STARTED',
    'COMPLETED',
    'PAYOUT_FAILED',
    'REFUNDED',
    'EXPIRED',
  ])('SELL %s is one of our own names, and needs no setting', (word) => {
    expect(readStatus('SELL', word, new Map())).toBe(word);
    expect(readStatus('SELL', word, new Map([[`SELL:${word}`, 'EXPIRED']]))).toBe('EXPIRED');
  });

  it.each(['CREATING', 'REGISTERED', 'REJECTED', 'PAYOUT_FAILED', 'paid', 'Refunded', ' PAID', 'REFUND'])(
    'BUY %s is not a status of a purchase',
    (word) => {
      expect(readStatus('BUY', word, new Map())).toBeNull();
    },
  );

  it.each(['CREATING', 'REGISTERED', 'PAID', 'AWAITING_PAYMENT', 'CANCELLED', 'REJECTED', 'expired'])(
    'SELL %s is not a status of a sale',
    (word) => {
      expect(readStatus('SELL', word, new Map())).toBeNull();
    },
  );

  it('a setting adds to the contract, for its own side, and does not overrule it', () => {
    const map = new Map([
      ['BUY:PENDING', 'COMPLETED'],
      ['SELL:REFUNDED', 'REFUNDED'],
      ['BUY:X', 'REFUNDED'],
      ['BUY:EXPIRED', 'CANCELLED'],
      ['BUY:Y', 'CREATING'],
    ]);
    expect(['PENDING', 'REFUNDED', 'X', 'Y', 'EXPIRED'].map((word) => readStatus('BUY', word, map))).toEqual([
      'AWAITING_PAYMENT',
      'REFUNDED',
      'REFUNDED',
      null,
      'CANCELLED',
    ]);
    expect(readStatus('SELL', 'REFUNDED', map)).toBe('REFUNDED');
  });
});

const answer = (body: unknown, status = 200): WireAnswer =>
  openAnswer(status, null, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
const form = (body: unknown, status?: number): string | null => notFoundShape(answer(body, status), CODES);
const UNKNOWN = no('1006', 'Order does not exist');
const configured = [...CODES.accessTokenCodes, ...CODES.signatureCodes, ...CODES.notConfiguredCodes];

describe('the entry of RAMP_NOT_FOUND for an answer', () => {
  it.each<[string, string | null, unknown, number?]>([
    ['success with null data', 'null', ok(null)],
    ['success with an empty record', 'empty', ok({})],
    ['a record of nothing', 'empty', ok({ orderNo: '', merchantOrderNo: null, fiat: 'USD' })],
    ['a refusal with a code of its own', '1006', UNKNOWN],
    ['a code in words', 'ORDER_UNKNOWN', no('ORDER_UNKNOWN', 'x')],
    ['a code that is a number', '1006', { ...UNKNOWN, returnCode: 1006 }],
    ['the same with 404', '1006', UNKNOWN, 404],
    ['the same with 400', '1006', UNKNOWN, 400],

    ['a record', null, ok({ orderNo: '9001', status: 'PENDING' })],
    ['a record without a number', null, ok({ status: 'PAY_SUCCESS' })],
    ['a record with our number alone', null, ok({ merchantOrderNo: 'A-1001' })],
    ['a bare record', null, { orderNo: '9001', status: 3 }],
    ['a refusal that names an order', null, { ...UNKNOWN, data: { orderNo: '9001' } }],
    ['an empty list', null, ok([])],
    ['a bare null', null, 'null'],
    ['a bare empty record', null, '{}'],
    ['null data with a failing status', null, ok(null), 500],
    ['null data with 404', null, ok(null), 404],
    ['a failure', null, UNKNOWN, 500],
    ['a redirect', null, UNKNOWN, 302],
    ...[401, 403, 407, 408, 425, 429].map((status): [string, null, unknown, number] => [
      `${status}, which says nothing of orders`,
      null,
      UNKNOWN,
      status,
    ]),
    ['a page with 404', null, '<html>not found</html>', 404],
    ['nothing at all', null, '', 200],
    ['a code that reads null', null, no('null', 'x')],
    ['a code that reads empty', null, no('empty', 'x')],
    ...['3100', '3103', '3104', '3107', ...configured].map((code): [string, null, unknown] => [
      `${code}, which has a meaning`,
      null,
      no(code, 'x'),
    ]),
  ])('%s: %s', (_, expected, body, status) => {
    expect(form(body, status)).toBe(expected);
  });
});

describe('RAMP_NOT_FOUND', () => {
  const says = (entries: readonly string[], body: unknown, side: 'BUY' | 'SELL'): boolean =>
    isConfiguredNotFound(answer(body), side, { ...NO_CODES, notFound: parseNotFound(entries)! });

  it.each<[entries: string[], body: unknown, buy: boolean, sell: boolean]>([
    [[], ok(null), false, false],
    [[], UNKNOWN, false, false],
    [['null'], ok(null), true, true],
    [['null'], ok({}), false, false],
    [['SELL:empty', 'BUY:1006'], ok({}), false, true],
    [['SELL:empty', 'BUY:1006'], UNKNOWN, true, false],
    [['SELL: 1006', '1006'], UNKNOWN, true, true],
    [['1007', 'null', 'empty'], UNKNOWN, false, false],
  ])('%j', (entries, body, buy, sell) => {
    expect([says(entries, body, 'BUY'), says(entries, body, 'SELL')]).toEqual([buy, sell]);
  });

  it.each(['SELL:', ':1006', 'HOLD:1006', 'buy:1006', 'BUY:SELL:1006'])('%s is not an entry', (entry) => {
    expect(parseNotFound(['null', entry])).toBeNull();
  });

  it.each<[buy: string[], sell: string[], value: string | null]>([
    [[], [], null],
    [['null'], ['null'], 'null'],
    [['1006'], [], 'BUY:1006'],
    [['null', '1006'], ['3200', 'null'], 'null,BUY:1006,SELL:3200'],
  ])('for %j and %j is %s, and parses back', (BUY, SELL, value) => {
    expect(notFoundValue({ BUY, SELL })).toBe(value);
    const read = parseNotFound(value?.split(',') ?? []);
    expect(read).toEqual({ BUY: new Set(BUY), SELL: new Set(SELL) });
  });
});
