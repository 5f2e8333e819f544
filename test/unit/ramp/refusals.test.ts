import { describe, expect, it } from 'vitest';
import { refusalByCode } from '../../../src/ramp/http/refusals.js';
import { CODES, NO_CODES } from './support/codes.js';

describe('return codes', () => {
  it.each([
    ['3100', 'commission', false],
    ['3101', 'crypto_not_configured', false],
    ['3102', 'amount_out_of_range', false],
    ['3103', 'timestamp_expired', true],
    ['3104', 'app_unknown', false],
    ['3105', 'address_invalid', false],
    ['3106', 'address_at_risk', false],
    ['3107', 'path_unknown', false],
    ['4401', 'access_token', true],
    ['4402', 'signature', false],
    ['SIGN_ERROR', 'signature', false],
    ['3108', 'undocumented', false],
    ['9999', 'undocumented', false],
  ])('%s is %s, resendable: %s', (code, reason, resendable) => {
    expect(refusalByCode(code, 'whatever', CODES)).toEqual({ reason, resendable, min: null, max: null });
  });

  it('a configured code does not overrule a documented one', () => {
    expect(refusalByCode('3105', '', { accessTokenCodes: ['3105'], signatureCodes: ['3105'] })).toMatchObject({
      reason: 'address_invalid',
      resendable: false,
    });
  });
});

describe('the limits in the message of 3102', () => {
  const contract = (min: string, max: string) =>
    `Quote amount exceed the range, The Min purchase amount is ${min}, The max purchase amount is ${max}`;

  it.each([
    ['the contract’s wording', contract('15', '2000'), '15', '2000'],
    ['decimals', contract('15.50', '2000.00'), '15.50', '2000.00'],
    ['a full stop at the end', `${contract('15', '2000')}.`, '15', '2000'],
    ['grouped thousands', contract('1,500.5', '1,000,000'), '1500.5', '1000000'],
    ['scientific', contract('1E+1', '2E+3'), '10', '2000'],
    ['a currency behind', contract('15 USD', '2000 USD'), '15', '2000'],
    ['a currency before', contract('$15', 'USD 2000'), '15', '2000'],
    ['no blanks', 'The Min purchase amount is 15,The max purchase amount is 2000', '15', '2000'],
    ['another case and a colon', 'min purchase amount: 15; MAX PURCHASE AMOUNT: 2000', '15', '2000'],
    ['the other order', 'The max purchase amount is 2000, the min purchase amount is 15', '15', '2000'],
    ['only one', 'The Min purchase amount is 15', '15', null],
    ['placeholders left in', contract('%s', '%s'), null, null],
    ['null', contract('null', '500'), null, '500'],
    ['nothing', 'amount not allowed', null, null],
    ['too many dots', contract('1.2.3', '5'), null, '5'],
  ])('%s', (_, message, min, max) => {
    expect(refusalByCode('3102', message, NO_CODES)).toMatchObject({ reason: 'amount_out_of_range', min, max });
  });

  it('reads no limits out of other messages', () => {
    expect(refusalByCode('3101', contract('15', '2000'), NO_CODES)).toMatchObject({ min: null, max: null });
  });

  it('takes no long time over a long message', () => {
    const startedAt = performance.now();
    refusalByCode('3102', 'min purchase amount '.repeat(50_000), NO_CODES);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
