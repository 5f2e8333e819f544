import { describe, expect, it } from 'vitest';
import { ConnectionError, ProblemError } from '#client/src/errors.js';
import { parseProblem } from '#client/src/problem.js';
import type { Quote } from '#client/src/types.js';
import { goesOnByItself, isAttempt, outcomeOf, RESUME_MS } from '#web/src/checkout/rules/attempt.js';
import { problemPlace } from '#web/src/checkout/rules/problem-place.js';
import { checkoutRequest } from '#web/src/checkout/rules/purchase.js';
import type { Purchase } from '#web/src/checkout/rules/purchase.js';
import { departureOf } from '#web/src/checkout/rules/departure.js';
import { pressHolds } from '#web/src/prices/rules/press.js';
import { awaitsPayment } from '#web/src/checkout/rules/unpaid.js';

function problemOf(code: string, members: object = {}) {
  const problem = parseProblem({ type: '', title: '', status: 422, detail: '', traceId: '', code, ...members });
  if (problem === null) throw new Error('not a problem');
  return problem;
}

describe('outcome of a failed attempt', () => {
  it.each<[code: string, first: string, later: string]>([
    ['address_invalid', 'refused', 'refused'],
    ['quote_moved', 'refused', 'refused'],
    ['invalid_request', 'refused', 'refused'],
    ['ramp_refused', 'refused', 'refused'],
    ['unauthenticated', 'refused', 'refused'],
    ['rate_limited', 'refused', 'unknown'],
    ['challenge_required', 'challenge', 'challenge'],
    ['unavailable', 'unknown', 'unknown'],
    ['ramp_unavailable', 'refused', 'unknown'],
    ['internal', 'unknown', 'unknown'],
    ['some_new_code', 'unknown', 'unknown'],
  ])('%s: %s, and %s when an answer was lost before', (code, first, later) => {
    const error = new ProblemError(problemOf(code), null);
    expect(outcomeOf(error, false).kind).toBe(first);
    expect(outcomeOf(error, true).kind).toBe(later);
  });

  it('is unknown without an answer', () => {
    expect(outcomeOf(new ConnectionError('cut'), false)).toEqual({ kind: 'unknown' });
    expect(outcomeOf(new Error('anything'), false)).toEqual({ kind: 'unknown' });
  });

  it('has the problem to show', () => {
    const problem = problemOf('address_at_risk');
    expect(outcomeOf(new ProblemError(problem, null), false)).toEqual({ kind: 'refused', problem });
  });
});

describe('stored attempt after a reload', () => {
  const attempt = { key: 'k', at: 1000, request: {} };

  it.each([
    [1000, true],
    [999 + RESUME_MS, true],
    [1000 + RESUME_MS, false],
    [999, false],
  ])('at %i resumes by itself: %s', (now, goesOn) => {
    expect(isAttempt(attempt)).toBe(true);
    if (isAttempt(attempt)) expect(goesOnByItself(attempt, now)).toBe(goesOn);
  });

  it.each([null, 'x', 7, [], {}, { ...attempt, key: 1 }, { ...attempt, at: '1' }, { ...attempt, request: null }])(
    'is none: %j',
    (value) => {
      expect(isAttempt(value)).toBe(false);
    },
  );
});

describe('place of a problem', () => {
  it.each<[code: string, members: object, place: object]>([
    [
      'amount_out_of_range',
      { min: '20', max: null },
      { field: 'amount', what: 'range', limits: { min: '20', max: null } },
    ],
    ['amount_precision', {}, { field: 'amount', what: 'precision' }],
    ['crypto_not_available', {}, { field: 'coin', what: 'not_available' }],
    ['address_invalid', {}, { field: 'address', what: 'invalid' }],
    ['address_at_risk', {}, { field: 'address', what: 'at_risk' }],
    ['memo_required', {}, { field: 'memo', what: 'required' }],
    ['quote_moved', { quote: null }, { field: 'price', what: 'moved', quote: null }],
    ['unauthenticated', {}, { field: 'page', what: 'closed' }],
    ['forbidden', {}, { field: 'page', what: 'closed' }],
    ['rate_limited', {}, { field: 'page', what: 'other' }],
    ['redirect_not_allowed', {}, { field: 'page', what: 'other' }],
    ['ramp_configuration', {}, { field: 'page', what: 'other' }],
    ['some_new_code', {}, { field: 'page', what: 'other' }],
    ...Object.entries({
      amount: 'amount refused',
      fiat: 'amount refused',
      crypto: 'coin not_available',
      network: 'coin not_available',
      country: 'country refused',
      payWayCode: 'method refused',
      address: 'address invalid',
      memo: 'memo refused',
      'quote.tolerancePercent': 'page other',
    }).map(([name, place]): [string, object, object] => {
      const [field, what] = place.split(' ');
      return ['invalid_request', { errors: [{ field: name, message: 'x' }] }, { field, what }];
    }),
    [
      'invalid_request',
      {
        errors: [
          { field: 'redirectUrl', message: 'x' },
          { field: 'memo', message: 'x' },
        ],
      },
      { field: 'memo', what: 'refused' },
    ],
    ['invalid_request', {}, { field: 'page', what: 'other' }],
    ['invalid_request', { errors: [{ field: 'link', message: '' }] }, { field: 'page', what: 'link_over' }],
    ['merchant_order_no_conflict', {}, { field: 'page', what: 'link_used' }],
  ])('%s %j', (code, members, place) => {
    expect(problemPlace(problemOf(code, members))).toEqual(place);
  });
});

describe('request for an order', () => {
  const quote = { payWayCode: '10001', cryptoQuantity: '99.5' } as Quote;
  const purchase: Purchase = {
    fiat: 'EUR',
    amount: '100.00',
    pair: { crypto: 'USDT', network: 'TRX' },
    country: 'DE',
    address: 'T1',
    memo: '',
    quote,
  };
  const plain = {
    fiat: 'EUR',
    amount: '100.00',
    crypto: 'USDT',
    network: 'TRX',
    address: 'T1',
    payWayCode: '10001',
    country: 'DE',
    quote: { cryptoQuantity: '99.5', tolerancePercent: '1' },
  };
  const HERE = 'https://pay.example';

  it('has the values that the visitor saw, and no others', () => {
    expect(checkoutRequest(purchase, HERE, [], null)).toEqual(plain);
    expect(checkoutRequest({ ...purchase, memo: '7' }, HERE, [], null)).toEqual({ ...plain, memo: '7' });
  });

  it('has a redirect to this page only if allowed', () => {
    const redirectUrl = 'https://pay.example/orders/{merchantOrderNo}';
    expect(checkoutRequest(purchase, HERE, ['https://shop.example', HERE], null)).toEqual({ ...plain, redirectUrl });
    expect(checkoutRequest(purchase, HERE, ['https://pay.example:8443', 'http://pay.example'], null)).toEqual(plain);
  });

  it("has the shop's terms unchanged, with the signed link", () => {
    const terms = { merchantOrderNo: 'A-1001', address: 'T1', memo: '', redirectUrl: 'https://shop.example/thanks' };
    const link = { token: 'signed.1.mac', terms };
    expect(checkoutRequest(purchase, HERE, [HERE], link)).toEqual({ ...plain, ...terms, link: 'signed.1.mac' });
  });

  it('has no quote if none was shown', () => {
    const rest = Object.fromEntries(Object.entries(plain).filter(([name]) => name !== 'quote'));
    for (const cryptoQuantity of [null, '0', '1e-7', 'many']) {
      expect(checkoutRequest({ ...purchase, quote: { ...quote, cryptoQuantity } }, HERE, [], null)).toEqual(rest);
    }
    expect(checkoutRequest({ ...purchase, quote: { ...quote, payWayCode: null } }, HERE, [], null)).toBeNull();
  });
});

describe('press on old prices', () => {
  const pressed = { wish: 'w', payWayCode: 'card', cryptoQuantity: '100' };
  const quote = (payWayCode: string | null, cryptoQuantity: string | null) => ({ payWayCode, cryptoQuantity });

  it.each<[why: string, wish: string, quote: ReturnType<typeof quote> | undefined, holds: boolean]>([
    ['the same', 'w', quote('card', '100.0'), true],
    ['better', 'w', quote('card', '100.01'), true],
    ['a little worse', 'w', quote('card', '99.99'), false],
    ['much worse', 'w', quote('card', '9'), false],
    ['another method with a better price', 'w', quote('bank', '200'), false],
    ['other terms with a better price', 'v', quote('card', '200'), false],
    ['no quantity any more', 'w', quote('card', null), false],
    ['no price any more', 'w', undefined, false],
  ])('%s', (_why, wish, now, holds) => {
    expect(pressHolds(pressed, wish, now)).toBe(holds);
  });

  it('without a quantity, holds while there is none', () => {
    const unsaid = { ...pressed, cryptoQuantity: null };
    expect(pressHolds(unsaid, 'w', quote('card', null))).toBe(true);
    expect(pressHolds(unsaid, 'w', quote('card', '1'))).toBe(false);
  });

  it('without a method, never holds', () => {
    const nameless = { ...pressed, payWayCode: null };
    expect(pressHolds(nameless, 'w', quote(null, '100'))).toBe(false);
    expect(pressHolds(nameless, 'w', quote('card', '100'))).toBe(false);
  });
});

describe('last order of this browser', () => {
  const order = {
    status: 'AWAITING_PAYMENT',
    payUrl: 'https://pay.example/1',
    inReview: false,
    retryable: false,
  } as const;

  it.each<[change: Partial<Parameters<typeof awaitsPayment>[0]>, waits: boolean]>([
    [{}, true],
    [{ payUrl: null }, false],
    [{ payUrl: 'javascript:alert(1)' }, false],
    [{ inReview: true }, false],
    [{ retryable: true }, false],
    [{ status: 'PAYMENT_FAILED' }, false],
    [{ status: 'PAID' }, false],
    [{ status: 'COMPLETED' }, false],
  ])('%j awaits payment: %s', (change, waits) => {
    expect(awaitsPayment({ ...order, ...change })).toBe(waits);
  });
});

it.each([
  ['https://pay.example/1', 'https://pay.example/1'],
  [null, null],
  ['javascript:alert(1)', null],
  ['/pay/1', null],
])('a pay page %j is left for %j', (payUrl, address) => {
  expect(departureOf(payUrl, '/orders/A-1')).toEqual({ payUrl: address, orderPage: '/orders/A-1' });
});
