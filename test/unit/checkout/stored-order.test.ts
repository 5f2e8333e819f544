import { describe, expect, it } from 'vitest';
import {
  isBeingCreated,
  isGivenUp,
  isLeftBehind,
  needsNextTrade,
  isNumberFree,
  pauseLeftMs,
  storedProblem,
} from '#src/checkout/stored-order.js';
import type { TradeRefusal, TradeRow } from '#src/orders/model/order.types.js';
import { quote } from '../catalog/scripted-ramp.js';
import { HOUR, NOW, SECOND, at } from '../../support/moments.js';
import { orderRow, orderState, refusal, trade, unknownTrade } from '../../support/order-builders.js';

const refused = (n = 1): TradeRow => unknownTrade({ n, status: 'REJECTED', outcome: 'refused', refusal: refusal() });
const neverSent = (n = 1): TradeRow => unknownTrade({ n, status: 'EXPIRED', outcome: 'not_sent' });
const declined = (n = 1, given: Partial<TradeRefusal> = {}): TradeRow =>
  unknownTrade({
    n,
    status: 'REJECTED',
    outcome: 'not_sent',
    refusal: refusal({
      problem: 'quote_moved',
      returnCode: null,
      returnMsg: null,
      traceId: null,
      quote: quote(),
      ...given,
    }),
  });
const inFlight = (n = 1): TradeRow => unknownTrade({ n, outcome: 'in_flight' });
const waiting = (n = 1): TradeRow => unknownTrade({ n, outcome: 'not_sent' });
const lost = (n = 1): TradeRow => unknownTrade({ n, superseded: true });
const neverCreated = (n = 1): TradeRow =>
  unknownTrade({ n, status: 'EXPIRED', outcome: 'never_created', superseded: true });

describe.each<[string, TradeRow[], { noOutcome: boolean; unmade: boolean }]>([
  ['a request on its way', [inFlight()], { noOutcome: true, unmade: false }],
  ['one that will be sent again', [waiting()], { noOutcome: true, unmade: false }],
  ['unknown, and somebody goes on', [unknownTrade()], { noOutcome: true, unmade: false }],
  ['unknown, then the next one on its way', [lost(), inFlight(2)], { noOutcome: true, unmade: false }],
  ['unknown, and given up', [lost()], { noOutcome: false, unmade: false }],
  [
    'paid after all, and the next one on its way',
    [{ ...lost(), status: 'PAID' }, inFlight(2)],
    { noOutcome: false, unmade: false },
  ],
  ['created', [trade()], { noOutcome: false, unmade: false }],
  ['unknown, then created', [lost(), trade({ n: 2 })], { noOutcome: false, unmade: false }],
  ['refused', [refused()], { noOutcome: false, unmade: true }],
  ['declined by ourselves', [declined()], { noOutcome: false, unmade: true }],
  ['never sent', [neverSent()], { noOutcome: false, unmade: true }],
  ['refused, then never sent', [refused(), neverSent(2)], { noOutcome: false, unmade: true }],
  ['refused, then on its way', [refused(), inFlight(2)], { noOutcome: true, unmade: false }],
  ['unknown, then refused', [lost(), refused(2)], { noOutcome: false, unmade: false }],
  ['never created', [neverCreated()], { noOutcome: false, unmade: false }],
  [
    'refused, and found at the provider after all',
    [trade({ outcome: 'created' })],
    { noOutcome: false, unmade: false },
  ],
])('%s', (_, trades, { noOutcome, unmade }) => {
  it(`has no outcome: ${noOutcome}`, () => expect(isBeingCreated(orderState({ trades }))).toBe(noOutcome));
  it(`number can be reused: ${unmade}`, () => expect(isNumberFree(orderState({ trades }))).toBe(unmade));
});

it('the number of an order that another writer had altered cannot be reused', () => {
  const altered = { id: '1', tradeNo: 'A-1', kind: 'state', field: '' } as never;
  expect(isNumberFree(orderState({ trades: [refused()], resolvedMismatches: [altered] }))).toBe(false);
});

it.each<[string, TradeRow[], boolean]>([
  ['unknown, and nobody goes on', [lost()], true],
  ['unknown, and then never sent', [lost(), neverSent(2)], true],
  ['never created', [neverCreated()], true],
  ['found after all', [{ ...lost(), status: 'AWAITING_PAYMENT', outcome: 'created' }], true],
  ['paid after all', [{ ...lost(), status: 'PAID' }], false],
  ['an older one is paid after all', [{ ...lost(), status: 'PAID' }, lost(2)], false],
  ['unknown, and somebody goes on', [unknownTrade()], false],
  ['unknown, and then refused', [lost(), refused(2)], false],
  ['created', [trade()], false],
])('%s: given up %#', (_, trades, expected) => {
  expect(isGivenUp(orderState({ trades }))).toBe(expected);
});

describe('outcome: found by a poll before the next trade', () => {
  const found = unknownTrade({ status: 'AWAITING_PAYMENT', outcome: 'created', orderNo: 'P-1' });

  it.each([
    ['somebody drives', NOW, true],
    ['nobody drives any more', null, false],
  ])('%s: the outcome is open %s', (_, attemptUntil, expected) => {
    expect(isBeingCreated(orderState({ trades: [found], order: { attemptUntil } }))).toBe(expected);
  });

  it.each([
    ['given up', { ...found, superseded: true }],
    ['paid', { ...found, status: 'PAID' as const }],
    ['never sent: it was there before we asked for it', { ...found, sends: 0 }],
    ['with a payUrl', trade()],
  ])('%s: the outcome is known', (_, row) => {
    expect(isBeingCreated(orderState({ trades: [row], order: { attemptUntil: NOW } }))).toBe(false);
  });
});

describe('outcome: an order whose runner', () => {
  const later = new Date(NOW.getTime() + 1);
  it.each([
    ['is at it', 'lease-1', later, false],
    ['has a lease that is over', 'lease-1', NOW, true],
    ['has left it to the worker', null, later, true],
    ['has nothing more to do', null, null, false],
  ])('%s: left behind is %s', (_, attemptLease, attemptUntil, isLeft) => {
    expect(isLeftBehind(orderState({ order: orderRow({ attemptLease, attemptUntil }), now: NOW }))).toBe(isLeft);
  });
});

describe('outcome: the problem for a caller who waited', () => {
  it('has the reason, provider details for staff, and the number', () => {
    const problem = storedProblem(orderState({ trades: [refused()] }));
    expect(problem).toMatchObject({
      code: 'crypto_not_available',
      status: 422,
      extras: {
        ramp: { returnCode: '3101', traceId: 'up-1' },
        members: { merchantOrderNo: 'A-1001' },
      },
    });
    expect(problem.message).not.toContain('contact with our team');
  });

  it('has the limits if it is about them', () => {
    const range = refusal({ problem: 'amount_out_of_range', returnCode: '3102', min: '15', max: '2000' });
    const problem = storedProblem(orderState({ trades: [unknownTrade({ ...refused(), refusal: range })] }));
    expect(problem).toMatchObject({ code: 'amount_out_of_range', extras: { members: { min: '15', max: '2000' } } });
    expect(problem.message).toMatch(/15.*2000/);
  });

  it('has the current price if it moved', () => {
    const problem = storedProblem(orderState({ trades: [declined()] }));
    expect(problem).toMatchObject({ code: 'quote_moved', status: 422 });
    expect(problem.extras).toEqual({ members: { merchantOrderNo: 'A-1001', quote: quote() } });
    expect(storedProblem(orderState({ trades: [declined(1, { quote: null })] })).extras.members!['quote']).toBeNull();
  });

  it('has the same text as an immediate refusal', () => {
    const problem = storedProblem(orderState({ trades: [refused()] }));
    expect(problem.message).toBe('This cryptocurrency is not available for this currency and network.');
  });

  it('has no limits otherwise', () => {
    expect(storedProblem(orderState({ trades: [refused()] })).extras.members).not.toHaveProperty('min');
  });

  it("has the newest trade's reason", () => {
    expect(storedProblem(orderState({ trades: [refused(), neverSent(2)] }))).toMatchObject({
      code: 'ramp_unavailable',
      status: 503,
      extras: { members: { merchantOrderNo: 'A-1001' } },
    });
  });

  it('has Retry-After if nothing was sent', () => {
    expect(storedProblem(orderState({ trades: [neverSent()] })).extras.retryAfter).toBeGreaterThan(0);
  });
});

/** A trade that ended its request in a give-up some seconds ago. */
const givenUp = (n: number, secondsAgo: number): TradeRow => ({ ...lost(n), givenUpAt: at(-secondsAgo * SECOND) });
const row = (count: number): TradeRow[] => Array.from({ length: count }, (_, index) => givenUp(index + 1, 0));

describe('outcome: the pause after a give-up', () => {
  it.each<[string, TradeRow[], number]>([
    ['the first time', row(1), 2],
    ['a second later', [givenUp(1, 1)], 1],
    ['when it is over', [givenUp(1, 2)], 0],
    ['the third time', row(3), 8],
    ['the sixth time', row(6), 60],
    ['with trades that the same request replaced', [lost(), lost(2), givenUp(3, 0)], 2],
    ['again, with such trades', [lost(), givenUp(2, 9), lost(3), givenUp(4, 0)], 4],
    ['the first time since a page was handed out', [...row(3), trade({ n: 4, status: 'CANCELLED' }), givenUp(5, 0)], 2],
    ['given up unsent after a lost reply', [givenUp(1, 9), { ...neverSent(2), givenUpAt: NOW }], 4],
    ['where nothing can exist', [{ ...neverSent(), givenUpAt: NOW }], 0],
    ['by a clock that was an hour ahead', [givenUp(1, -HOUR / SECOND)], 0],
    ['refused after lost replies', [givenUp(1, 0), refused(2)], 0],
    ['never created', [neverCreated()], 0],
  ])('%s: %#', (_, trades, seconds) => {
    expect(pauseLeftMs(orderState({ trades }))).toBe(seconds * SECOND);
  });

  it('is Retry-After in whole seconds', () => {
    const { extras } = storedProblem(orderState({ trades: [{ ...lost(), givenUpAt: at(-500) }] }));
    expect(extras.retryAfter).toBe(2);
  });
});

it.each<[string, TradeRow[], boolean]>([
  ['given up', [lost()], true],
  ['refused after a lost reply', [lost(), refused(2)], true],
  ['declined by ourselves after a lost reply', [lost(), declined(2)], true],
  ['refused after a page was handed out', [trade({ status: 'CANCELLED', superseded: true }), refused(2)], false],
  ['refused, and a lost trade is paid', [{ ...lost(), status: 'PAID' }, refused(2)], false],
  ['unknown, and somebody goes on', [unknownTrade()], false],
  ['created', [trade()], false],
])('%s: a repeated checkout makes the next trade: %#', (_, trades, expected) => {
  expect(needsNextTrade(orderState({ trades }))).toBe(expected);
});
