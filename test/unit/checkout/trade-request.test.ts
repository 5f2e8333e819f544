import { describe, expect, it } from 'vitest';
import { refusalOf, tradeRequest } from '#src/checkout/trade-request.js';
import type { RampRefused } from '#src/ramp/port/ramp.errors.js';
import type { RefusalReason } from '#src/ramp/port/refusal-table.js';
import { ADDRESS, asked, trade, unknownTrade } from '../../support/order-builders.js';

describe('trade request', () => {
  const row = unknownTrade({ n: 2, stamp: 1_769_860_800_000, asked: asked({ memo: 'm-1', merchantName: 'Shop' }) });

  it("has the trade's own number and the committed timestamp", () => {
    expect(tradeRequest(row, 'https://us.example/callbacks/ramp/token')).toEqual({
      tradeNo: 'A-1001-r2',
      stamp: 1_769_860_800_000,
      fiat: 'USD',
      amount: '100.00',
      crypto: 'USDT',
      network: 'ETH',
      address: ADDRESS,
      memo: 'm-1',
      payWayCode: '10001',
      country: 'US',
      redirectUrl: null,
      failRedirectUrl: null,
      callbackUrl: 'https://us.example/callbacks/ramp/token',
      merchantName: 'Shop',
    });
  });

  it("returns the browser with the order's number, not the trade's", () => {
    const redirects = {
      redirectUrl: 'https://shop.example/o/{merchantOrderNo}',
      failRedirectUrl: 'myapp:fail?no={merchantOrderNo}',
    };
    expect(tradeRequest({ ...row, asked: asked(redirects) }, null)).toMatchObject({
      redirectUrl: 'https://shop.example/o/A-1001',
      failRedirectUrl: 'myapp:fail?no=A-1001',
      callbackUrl: null,
    });
  });

  it.each([
    ['nothing was asked', trade({ asked: null })],
    ['it was never stamped', trade({ stamp: null })],
  ])('throws if %s', (_, given) => expect(() => tradeRequest(given, null)).toThrow());
});

describe('trade request: a stored refusal', () => {
  const refused = (reason: RefusalReason, given: Partial<RampRefused> = {}): RampRefused => ({
    kind: 'refused',
    reason,
    returnCode: '9999',
    returnMsg: 'words',
    min: null,
    max: null,
    resendable: false,
    evidence: { endpoint: 'create', sent: {}, seen: null, httpStatus: 200, traceId: 'up-1', answeredAt: null },
    ...given,
  });

  it.each<[RefusalReason, string]>([
    ['commission', 'ramp_configuration'],
    ['crypto_not_configured', 'crypto_not_available'],
    ['amount_out_of_range', 'amount_out_of_range'],
    ['timestamp_expired', 'ramp_configuration'],
    ['app_unknown', 'ramp_configuration'],
    ['address_invalid', 'address_invalid'],
    ['address_at_risk', 'address_at_risk'],
    ['path_unknown', 'ramp_configuration'],
    ['access_token', 'ramp_configuration'],
    ['rate_limited', 'ramp_unavailable'],
    ['undocumented', 'ramp_refused'],
  ])('%s: callers get %s', (reason, problem) => {
    expect(refusalOf(refused(reason))).toEqual({
      problem,
      returnCode: '9999',
      returnMsg: 'words',
      traceId: 'up-1',
      min: null,
      max: null,
    });
  });

  it('has the limits', () => {
    expect(refusalOf(refused('amount_out_of_range', { min: '15', max: '2000' }))).toMatchObject({
      min: '15',
      max: '2000',
    });
  });
});
