import { describe, expect, it } from 'vitest';
import { refusalByCode } from '#src/ramp/wire/refusals.js';
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
    ['4403', 'crypto_not_configured', false],
    ['429', 'rate_limited', true],
    ['3108', 'undocumented', false],
    ['9999', 'undocumented', false],
  ])('%s is %s, resendable: %s', (code, reason, resendable) => {
    expect(refusalByCode({ returnCode: code, returnMsg: 'whatever' }, CODES)).toEqual({
      reason,
      resendable,
      min: null,
      max: null,
    });
  });

  it.each(['accessTokenCodes', 'signatureCodes', 'notConfiguredCodes', 'rateLimitCodes'] as const)(
    'a documented code keeps its meaning in spite of %s',
    (list) => {
      const codes = { ...NO_CODES, [list]: ['3105'] };
      expect(refusalByCode({ returnCode: '3105', returnMsg: null }, codes)).toMatchObject({
        reason: 'address_invalid',
        resendable: false,
      });
    },
  );

  it('bounds are read from 3102 only', () => {
    const returnMsg = 'The Min purchase amount is 15, The max purchase amount is 2000';
    expect(refusalByCode({ returnCode: '3102', returnMsg }, NO_CODES)).toMatchObject({ min: '15', max: '2000' });
    for (const returnCode of ['3101', '4403', '9999']) {
      expect(refusalByCode({ returnCode, returnMsg }, CODES)).toMatchObject({ min: null, max: null });
    }
  });
});
