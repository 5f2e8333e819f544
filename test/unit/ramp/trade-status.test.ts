import { describe, expect, it } from 'vitest';
import { readStatus } from '#src/ramp/wire/trade-records.js';

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
    ...['AWAITING_PAYMENT', 'PAYMENT_FAILED', 'PAID', 'TRANSFERRING', 'CANCELLED', 'COMPLETED'],
    ...['REFUNDED', 'EXPIRED'],
  ])('BUY %s is one of our own names, and needs no setting', (word) => {
    expect(readStatus('BUY', word, new Map())).toBe(word);
    expect(readStatus('BUY', word, new Map([[`BUY:${word}`, 'PAID']]))).toBe('PAID');
  });

  it.each([
    ...['AWAITING_CRYPTO', 'CRYPTO_RECEIVED', 'PAYOUT_STARTED', 'COMPLETED', 'PAYOUT_FAILED', 'REFUNDED', 'EXPIRED'],
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
