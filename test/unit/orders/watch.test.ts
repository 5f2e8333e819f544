import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreateOutcome, TradeStatus } from '#src/orders/model/order-status.js';
import { isPollPending, nextLook, retryDelay } from '#src/orders/decisions/watch.js';
import type { NextLook, WatchedTrade } from '#src/orders/decisions/watch.js';
import type { WatchClass } from '#src/orders/model/watch-class.types.js';
import type { TradeRow } from '#src/orders/model/order.types.js';
import { POLICY, QUESTION } from '../../support/decision-contexts.js';
import { DAY, HOUR, MINUTE, NOW, SECOND, at } from '../../support/moments.js';
import { ALL_STATUSES, trade } from '../../support/order-builders.js';

const watched = (given: Partial<WatchedTrade> = {}): WatchedTrade => ({
  status: 'AWAITING_PAYMENT',
  outcome: 'created',
  createdAt: at(-MINUTE),
  statusAt: at(-MINUTE),
  stamp: (given.createdAt ?? at(-MINUTE)).getTime(),
  quietAnswers: 0,
  finalFieldsAsked: false,
  ...given,
});

const MIDDLE = 0.5;
const look = (given: Partial<WatchedTrade> = {}, chance = MIDDLE): NextLook =>
  nextLook(watched(given), NOW, POLICY, chance);

describe('polling: the class of a trade', () => {
  it.each<[TradeStatus, number, WatchClass]>([
    ['CREATING', -MINUTE, 'young'],
    ['AWAITING_PAYMENT', -MINUTE, 'young'],
    ['PAYMENT_FAILED', -MINUTE, 'young'],
    ['REGISTERED', -MINUTE, 'young'],
    ['AWAITING_CRYPTO', -MINUTE, 'young'],
    ['AWAITING_PAYMENT', -2 * HOUR, 'old'],
    ['PAYMENT_FAILED', -DAY, 'old'],
    ['AWAITING_CRYPTO', -DAY, 'old'],
    ['PAID', -MINUTE, 'paid'],
    ['PAID', -DAY, 'paid'],
    ['TRANSFERRING', -DAY, 'paid'],
    ['CRYPTO_RECEIVED', -DAY, 'paid'],
    ['PAYOUT_STARTED', -DAY, 'paid'],
    // A refund may follow.
    ['PAYOUT_FAILED', -DAY, 'paid'],
    ['COMPLETED', -MINUTE, 'closed'],
    ['CANCELLED', -MINUTE, 'closed'],
    ['EXPIRED', -DAY, 'closed'],
    ['REJECTED', -MINUTE, 'closed'],
    ['REFUNDED', -MINUTE, 'closed'],
  ])('%s, created %i ms ago: %s', (status, age, watchClass) => {
    expect(look({ status, createdAt: at(age) }).watchClass).toBe(watchClass);
  });
});

describe('polling: the interval', () => {
  it.each<[string, Partial<WatchedTrade>]>([
    ['young', {}],
    ['paid', { status: 'PAID' }],
    ['old', { createdAt: at(-DAY) }],
    ['closed', { status: 'CANCELLED' }],
  ])('of a %s trade grows with each quiet answer, up to a limit', (_, given) => {
    const pauses = Array.from({ length: 100 }, (_none, quietAnswers) => look({ ...given, quietAnswers }).delayMs ?? 0);
    expect(pauses[1]).toBeGreaterThan(pauses[0]!);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[99]).toBe(pauses[70]);
    expect(pauses[99]).toBeGreaterThanOrEqual(DAY);
  });

  it.each<TradeStatus>(['PAID', 'AWAITING_PAYMENT', 'PAYOUT_FAILED', 'CANCELLED', 'REGISTERED'])(
    'is a day if %s is unchanged for a week',
    (status) => {
      const still = { status, createdAt: at(-9 * DAY), statusAt: at(-8 * DAY), stamp: null };
      for (const chance of [0, 1]) expect(look(still, chance).delayMs).toBeGreaterThanOrEqual(DAY);
      const missed = retryDelay({ ...watched(still), missedAnswers: 1, fruitlessAnswers: 1 }, NOW, POLICY, 0);
      expect(missed).toBeGreaterThanOrEqual(DAY);
    },
  );
});

describe('polling: an ended trade', () => {
  const justWithin = at(-POLICY.watchClosedMs + SECOND);
  const over = at(-POLICY.watchClosedMs);

  it.each<[TradeStatus, CreateOutcome]>([
    ['CANCELLED', 'created'],
    ['EXPIRED', 'created'],
    ['EXPIRED', 'never_created'],
    ['REFUNDED', 'created'],
    // It may still be refunded or paid again, but polling ends.
    ['PAYOUT_FAILED', 'created'],
  ])('%s (%s) is polled until its watch period ends, counted from its end', (status, outcome) => {
    const old = { status, outcome, createdAt: at(-90 * DAY), quietAnswers: 50 };
    expect(look({ ...old, statusAt: justWithin }).delayMs).toBeGreaterThan(0);
    expect(look({ ...old, statusAt: over }).delayMs).toBeNull();
  });

  it.each([
    ['just now', 0],
    ['three minutes ago', -3 * MINUTE],
  ])('refused %s: is polled once the request has expired', (_, ago) => {
    const stamp = at(ago).getTime();
    const { delayMs } = look({ status: 'REJECTED', outcome: 'refused', stamp, statusAt: at(ago) });
    expect((delayMs ?? 0) - ago).toBeGreaterThan(5 * MINUTE);
    expect((delayMs ?? 0) - ago).toBeLessThan(10 * MINUTE);
  });

  it('refused with a slow provider clock: is polled at the same time', () => {
    const stamp = at(-20 * MINUTE).getTime();
    const { delayMs } = look({ status: 'REJECTED', outcome: 'refused', stamp, statusAt: NOW });
    expect(delayMs).toBe(6 * MINUTE);
  });

  it('ended in the future, by another clock: is polled within the watch period', () => {
    const ended = { status: 'EXPIRED', statusAt: at(60 * DAY), quietAnswers: 9 } as const;
    expect(look(ended).delayMs).toBe(POLICY.watchClosedMs);
  });

  it('completed without those fields: polling still ends', () => {
    expect(look({ status: 'COMPLETED', statusAt: over, quietAnswers: 200 }).delayMs).toBeNull();
  });
});

it('a number sent days later is young again', () => {
  const again = { createdAt: at(-2 * DAY), stamp: at(-SECOND).getTime(), status: 'AWAITING_PAYMENT' } as const;
  expect(look(again).watchClass).toBe('young');
});

describe('polling: after no answer', () => {
  const over = at(-POLICY.watchClosedMs);
  const unanswered = (status: TradeStatus, statusAt: Date, missedAnswers: number, fruitlessAnswers = 0) =>
    retryDelay({ ...watched({ status, statusAt }), missedAnswers, fruitlessAnswers }, NOW, POLICY, MIDDLE);
  const pauses = Array.from({ length: 40 }, (_, missed) => unanswered('AWAITING_PAYMENT', NOW, missed) ?? Infinity);

  it('the delay begins with the first one and grows up to about a minute', () => {
    expect(pauses[0]).toBe(POLICY.firstDelayMs);
    expect(pauses[1]).toBeGreaterThan(pauses[0]!);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[39]).toBeLessThanOrEqual(2 * MINUTE);
  });

  it('downtime of any length ends nothing: a late payment is still found', () => {
    expect(unanswered('EXPIRED', over, 500, 0)).not.toBeNull();
    expect(unanswered('CANCELLED', over, 500, 7)).not.toBeNull();
  });

  it('a refused trade is polled a few times', () => {
    const refused = { ...watched({ status: 'REJECTED', outcome: 'refused', statusAt: NOW }) };
    expect(retryDelay({ ...refused, missedAnswers: 50, fruitlessAnswers: 7 }, NOW, POLICY, MIDDLE)).not.toBeNull();
    expect(retryDelay({ ...refused, missedAnswers: 50, fruitlessAnswers: 8 }, NOW, POLICY, MIDDLE)).toBeNull();
  });

  it('the delay grows for ended trades, and for a trade that alone gets no answer', () => {
    const rarest = (status: TradeStatus, fruitless: number) => (unanswered(status, NOW, 500, fruitless) ?? 0) / HOUR;
    expect(rarest('CANCELLED', 0)).toBeGreaterThan(1);
    expect(rarest('PAID', 500)).toBeGreaterThan(1);
  });
});

describe('polling: any trade', () => {
  const ago = fc.integer({ min: 0, max: 400 * DAY }).map((ms) => at(-ms));
  const trades = fc.record<WatchedTrade>({
    status: fc.constantFrom(...ALL_STATUSES),
    outcome: fc.constantFrom('in_flight', 'not_sent', 'created', 'refused', 'unknown', 'never_created', 'registered'),
    createdAt: ago,
    statusAt: ago,
    stamp: fc.option(ago.map((moment) => moment.getTime())),
    quietAnswers: fc.oneof(fc.nat(100), fc.constant(2 ** 31 - 1)),
    finalFieldsAsked: fc.boolean(),
  });
  const policies = fc.record({
    firstDelayMs: fc.integer({ min: 50, max: HOUR }),
    watchClosedMs: fc.integer({ min: SECOND, max: 3650 * DAY }),
  });
  const chances = fc.double({ min: 0, max: 1, noNaN: true });

  it('the next delay is a positive integer within about a day or the watch period, or null', () => {
    fc.assert(
      fc.property(trades, policies, chances, (given, policy, chance) => {
        const { delayMs } = nextLook(given, NOW, policy, chance);
        if (delayMs === null) return;
        expect(Number.isInteger(delayMs)).toBe(true);
        expect(delayMs).toBeGreaterThan(0);
        expect(delayMs).toBeLessThanOrEqual(Math.max(1.05 * DAY, policy.watchClosedMs));
      }),
    );
  });
});

describe('polling: a reader’s request', () => {
  const waiting = {
    watchClass: 'waiting',
    nextQueryAt: NOW,
    leaseId: null,
    hintedAt: NOW,
    lastAskedAt: at(-SECOND),
  } as const;

  it.each<[string, boolean, Partial<TradeRow>]>([
    ['one is pending', true, waiting],
    ['one is pending, and it was never asked about', true, { ...waiting, lastAskedAt: null }],
    ['the pending one is being followed', false, { ...waiting, leaseId: QUESTION.leaseId }],
    ['the last one was followed', false, { ...waiting, hintedAt: at(-MINUTE) }],
    ['it waits for its own time', false, { ...waiting, watchClass: 'young', hintedAt: null }],
    ['it is closed for good', true, { ...waiting, watchClass: 'closed', nextQueryAt: null }],
    ['it is being made, and the request is remembered', false, { ...waiting, watchClass: null, nextQueryAt: null }],
  ])('%s: has no effect %s', (_, expected, given) => {
    expect(isPollPending(trade(given))).toBe(expected);
  });
});
