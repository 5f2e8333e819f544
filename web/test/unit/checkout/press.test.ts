import { describe, expect, it } from 'vitest';
import { departureOf } from '#web/src/checkout/rules/departure.js';
import { pressHolds } from '#web/src/checkout/rules/press.js';
import { awaitsPayment } from '#web/src/checkout/rules/unpaid.js';

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
  ['A-1', 'https://pay.example/1', { payUrl: 'https://pay.example/1', orderPage: '/orders/A-1' }],
  ['A 1/x', null, { payUrl: null, orderPage: '/orders/A%201%2Fx' }],
  ['A-1', 'javascript:alert(1)', { payUrl: null, orderPage: '/orders/A-1' }],
  ['A-1', '/pay/1', { payUrl: null, orderPage: '/orders/A-1' }],
])('from order %s with %s', (merchantOrderNo, payUrl, departure) => {
  expect(departureOf({ merchantOrderNo, payUrl })).toEqual(departure);
});
