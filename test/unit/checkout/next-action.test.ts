import { describe, expect, it } from 'vitest';
import {
  TRADES_PER_REQUEST,
  TRADE_SPACING_MS,
  afterLeftUnsent,
  afterLookUp,
  afterNotSent,
  afterPriceUnknown,
  afterUnknown,
  nextAction,
} from '#src/checkout/next-action.js';
import type { AttemptFacts, NextAction } from '#src/checkout/next-action.js';
import type { RampFailure, RampNotSent, RampRefused } from '#src/ramp/port/ramp.errors.js';
import { evidence as evidenceOf } from '../catalog/scripted-ramp.js';

const evidence = evidenceOf('create');

const refused = (given: Partial<RampRefused> = {}): RampFailure => ({
  kind: 'refused',
  reason: 'crypto_not_configured',
  returnCode: '3101',
  returnMsg: '',
  min: null,
  max: null,
  resendable: false,
  evidence,
  ...given,
});

const STALE = refused({ reason: 'timestamp_expired', returnCode: '3103', resendable: true });
const BUSY = refused({ reason: 'rate_limited', returnCode: 'HTTP 429', resendable: true });
const notSent = (reason: RampNotSent['reason']): RampFailure => ({
  kind: 'not_sent',
  reason,
  detail: '',
  evidence,
});
const LOST: RampFailure = { kind: 'unknown', reason: 'timeout', detail: '', evidence };
const NONSENSE: RampFailure = { kind: 'protocol', detail: '', evidence };

/** The first trade of a waiting caller, sent once. */
const facts = (given: Partial<AttemptFacts> = {}): AttemptFacts => ({
  sendsInARow: 1,
  tradesOfRequest: 1,
  isFull: false,
  mayExist: false,
  patienceLeftMs: 60_000,
  callerWaits: true,
  providerAway: false,
  createsTimeOut: false,
  tradesSinceNoPage: 0,
  ...given,
});

const WORKER = { callerWaits: false };
const OVER = { patienceLeftMs: 0 };
const TIRED = { sendsInARow: 50 };
const AWAY = { providerAway: true };
const LAST = { tradesOfRequest: TRADES_PER_REQUEST };

describe('next step: after an answer', () => {
  it.each<[string, RampFailure, Partial<AttemptFacts>, NextAction['do']]>([
    ['refused', refused(), {}, 'refuse'],
    ['refused with 3103', STALE, {}, 'send_again'],
    ['refused with 3103 again and again', STALE, TIRED, 'refuse'],
    ['refused with 429', BUSY, {}, 'send_again'],

    ['no connection', notSent('connection'), {}, 'send_again'],
    ['over budget', notSent('budget'), {}, 'send_again'],
    ['no connection, patience over', notSent('connection'), { ...WORKER, ...OVER }, 'give_up'],
    ['no connection, again and again, and the caller is there to be told', notSent('connection'), TIRED, 'give_up'],
    ['the same, but an older trade may exist', notSent('connection'), { ...TIRED, mayExist: true }, 'leave'],
    ['the same, to the worker', notSent('connection'), { ...TIRED, ...WORKER }, 'leave'],

    ['no token, and the caller is there to be told', notSent('no_access_token'), {}, 'give_up'],
    ['no token for the worker: it waits for the caller', notSent('no_access_token'), WORKER, 'leave'],
    ['a token that nobody issues now, and the caller is there', notSent('access_token_away'), {}, 'give_up'],
    ['nobody said who the customer is', notSent('no_customer_email'), {}, 'give_up'],

    ['unknown', LOST, {}, 'next_trade'],
    ['unknown, the last trade of the request', LOST, LAST, 'give_up'],
    ['unknown, patience over', LOST, OVER, 'give_up'],
    ['unknown, and other creates time out', LOST, { createsTimeOut: true }, 'leave'],
    ['the same, the last trade of the request', LOST, { createsTimeOut: true, ...LAST }, 'give_up'],
    ['unknown, after a trade without a page', LOST, { tradesSinceNoPage: 2 }, 'give_up'],
    ['held back, and the caller is there to be told', notSent('breaker_open'), AWAY, 'give_up'],
    ['held back, to the worker', notSent('breaker_open'), { ...AWAY, ...WORKER }, 'leave'],
    ['held back, and by now the provider is there again', notSent('breaker_open'), WORKER, 'leave'],
    ['no connection, and now the breaker is open', notSent('connection'), AWAY, 'give_up'],
    ['too late', notSent('too_late'), {}, 'hand_over'],
    ['unknown, and now the breaker is open', LOST, AWAY, 'leave'],
    ['the same, the last trade of the request', LOST, { ...AWAY, ...LAST }, 'give_up'],
    ['an answer that makes no sense', NONSENSE, {}, 'next_trade'],
  ])('%s: %4$s', (_, result, given, expected) => {
    expect(nextAction(result, facts(given)).do).toBe(expected);
  });

  it('two trades of a request are at least half a second apart', () => {
    expect(TRADE_SPACING_MS).toBeGreaterThanOrEqual(500);
    expect(afterUnknown(facts())).toEqual({ do: 'next_trade', delayMs: TRADE_SPACING_MS });
    expect(afterUnknown(facts({ isFull: true }))).toEqual({ do: 'give_up' });
  });

  it('connection failures back off', () => {
    const pauses = [1, 2].map((sendsInARow) => {
      const step = afterNotSent('connection', facts({ sendsInARow }));
      return step.do === 'send_again' ? step.delayMs : Number.NaN;
    });
    expect(pauses[0]).toBeGreaterThan(0);
    expect(pauses[1]).toBeGreaterThan(pauses[0]!);
  });

  it('a busy provider gets a pause', () => {
    const step = nextAction(BUSY, facts());
    expect(step.do === 'send_again' && step.delayMs >= 500).toBe(true);
  });
});

it('next step: a refused timestamp is retried once', () => {
  expect(nextAction(STALE, facts({ sendsInARow: 1 })).do).toBe('send_again');
  expect(nextAction(STALE, facts({ sendsInARow: 2 })).do).toBe('refuse');
});

it.each<[string, Partial<AttemptFacts>, NextAction['do']]>([
  ['it is sent at once', {}, 'send_again'],
  ['also by the worker', WORKER, 'send_again'],
  ['not when patience is over', OVER, 'give_up'],
  ['not while the provider is away', { ...AWAY, ...WORKER }, 'leave'],
  ['nor then, when the caller is there to be told', AWAY, 'give_up'],
])('next step: left unsent by a previous runner: %s', (_, given, expected) => {
  expect(afterLeftUnsent(facts(given)).do).toBe(expected);
});

it('next step: a refused token is retried once with a fresh one', () => {
  const result = { ...STALE, reason: 'access_token' } as RampFailure;
  expect(nextAction(result, facts({ sendsInARow: 1 })).do).toBe('send_again');
  expect(nextAction(result, facts({ sendsInARow: 2 })).do).toBe('refuse');
  expect(nextAction(BUSY, facts({ sendsInARow: 2 })).do).toBe('send_again');
});

it('next step: without a token for now, the worker retries', () => {
  const step = nextAction(notSent('access_token_away'), facts({ callerWaits: false, patienceLeftMs: 123_456 }));
  expect(step.do === 'leave' && step.delayMs).toBeLessThanOrEqual(10_000);
});

it('next step: without a token and caller, nothing happens until a request brings one or time is up', () => {
  const step = nextAction(notSent('no_access_token'), facts({ callerWaits: false, patienceLeftMs: 123_456 }));
  expect(step).toEqual({ do: 'leave', delayMs: 123_456 });
});

describe('next step: without a price', () => {
  it.each<[string, Partial<AttemptFacts>, NextAction]>([
    ['a caller is told that nothing was made', {}, { do: 'give_up' }],
    ['where a trade may exist the worker goes on', { mayExist: true }, { do: 'leave', delayMs: 5000 }],
    ['the worker tries again later', WORKER, { do: 'leave', delayMs: 5000 }],
    ['until patience is over', { ...WORKER, ...OVER }, { do: 'give_up' }],
  ])('%s', (_, given, expected) => expect(afterPriceUnknown(facts({ sendsInARow: 0, ...given }))).toEqual(expected));
});

it.each<[Parameters<typeof afterLookUp>[0], boolean, Partial<AttemptFacts>, NextAction['do']]>([
  ['send', true, {}, 'commit'],
  ['send', false, {}, 'give_up'],
  ['send', false, WORKER, 'leave'],
  ['next_trade', true, {}, 'next_trade'],
  ['next_trade', true, AWAY, 'leave'],
  ['next_trade', false, {}, 'leave'],
  ['next_trade', false, OVER, 'give_up'],
])('next step: after a look-up before %s, clear: %s, with %j: %s', (before, isClear, given, expected) => {
  expect(afterLookUp(before, isClear, facts(given)).do).toBe(expected);
});
