import { describe, expect, it } from 'vitest';
import { feesOf } from '#web/src/checkout/rules/fees.js';
import type { Fees } from '#web/src/checkout/rules/fees.js';

const UNKNOWN: Fees = { kind: 'unknown' };
const total = (amount: string, percent: string | null): Fees => ({ kind: 'total', amount, percent });
const least = (amount: string): Fees => ({ kind: 'least', amount });

describe('all fees of a purchase', () => {
  it.each<[rampFee: string | null, networkFee: string | null, fees: Fees]>([
    ['5.00', '1.50', total('6.50', '1.3')],
    ['5', '1.5', total('6.50', '1.3')],
    ['20', '0', total('20.00', '4')],
    ['0', '0', total('0.00', null)],
    ['0.1', '0.1', total('0.20', null)],
    ['5.001', '1.5', total('6.51', '1.3')],
    ['600', '0', total('600.00', '120')],
    ['5', null, least('5.00')],
    [null, '1.509', least('1.50')],
    ['0', null, UNKNOWN],
    [null, '0.001', UNKNOWN],
    [null, null, UNKNOWN],
    ['-5', '1.50', least('1.50')],
    ['5 USD', '1.50', least('1.50')],
    ['', '', UNKNOWN],
  ])('%s and %s of 500 USD: %o', (rampFee, networkFee, fees) => {
    const paid = { fiat: 'USD', amount: '500.00' };
    expect(feesOf({ fiat: 'USD', rampFee, networkFee }, paid, 2)).toEqual(fees);
  });

  it('have the decimals of the currency', () => {
    const quote = { fiat: 'JPY', rampFee: '481.2', networkFee: '1' };
    expect(feesOf(quote, { fiat: 'JPY', amount: '12000' }, 0)).toEqual(total('483', '4'));
  });

  it('are unknown without a price, and for a price in another currency', () => {
    const paid = { fiat: 'EUR', amount: '100.00' };
    expect(feesOf(undefined, paid, 2)).toEqual(UNKNOWN);
    expect(feesOf({ fiat: 'USD', rampFee: '5', networkFee: '1' }, paid, 2)).toEqual(UNKNOWN);
  });
});
