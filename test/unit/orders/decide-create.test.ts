import { describe, expect, it } from 'vitest';
import {
  decideAttemptEvent,
  decideCreated,
  decideGiveUp,
  decideNextTrade,
  decideNotSent,
  decideSendAgain,
  decideUnknown,
} from '#src/orders/decisions/decide-create.js';
import { newTrade, reservedData } from '#src/orders/decisions/new-order.js';
import type { Decision } from '#src/orders/decisions/order-change.js';
import { isSettledStatus } from '#src/orders/model/order-status.js';
import type { CreateOutcome } from '#src/orders/model/order-status.js';
import type { AttemptEvent, Sending, TradeRow } from '#src/orders/model/order.types.js';
import { DRIVE_LEASE, createContext } from '../../support/decision-contexts.js';
import { MINUTE, NOW, SECOND, at } from '../../support/moments.js';
import { NO_EMAIL, asked, orderState, refusal, trade, unknownTrade } from '../../support/order-builders.js';

const inFlight = (given: Partial<TradeRow> = {}): TradeRow =>
  unknownTrade({
    outcome: 'in_flight',
    watchClass: null,
    nextQueryAt: null,
    leaseId: null,
    leaseUntil: null,
    ...given,
  });

const MADE = { orderNo: 'P-1', payUrl: 'https://pay.example/1' };
const NOBODY_DRIVES = { attemptLease: null, attemptUntil: null, attemptPatienceUntil: null };

const context = createContext({ evidence: { seen: 'masked' } });
const stateOf = (...trades: TradeRow[]) =>
  orderState({ trades, order: { status: 'CREATING', attemptLease: DRIVE_LEASE } });

function changed({ updated }: Decision): TradeRow {
  expect(updated).toHaveLength(1);
  expect(updated[0]!.leaseId).toBeNull();
  return updated[0]!.trade;
}

describe('create decision: created', () => {
  const decision = decideCreated(stateOf(inFlight()), inFlight(), MADE, true, context);

  it('returns the payUrl and awaits payment', () => {
    expect(changed(decision)).toMatchObject({
      outcome: 'created',
      orderNo: 'P-1',
      payUrl: 'https://pay.example/1',
      payUrlAt: NOW,
      status: 'AWAITING_PAYMENT',
      statusAt: NOW,
      watchClass: 'young',
    });
    expect(changed(decision).nextQueryAt!.getTime()).toBeGreaterThan(NOW.getTime());
  });

  it('records the evidence, without the payUrl', () => {
    expect(decision.drafts).toMatchObject([{ kind: 'created', tradeNo: 'A-1001', evidence: { seen: 'masked' } }]);
    expect(JSON.stringify(decision.drafts)).not.toContain('pay.example');
  });

  it('after an earlier poll, adds the payUrl and keeps the status', () => {
    const polled = trade({ payUrl: null, payUrlAt: null, status: 'PAID' });
    const after = changed(decideCreated(stateOf(polled), polled, MADE, true, context));
    expect(after).toMatchObject({ status: 'PAID', statusAt: polled.statusAt, payUrl: MADE.payUrl, payUrlAt: NOW });
  });
});

describe('create decision: not sent', () => {
  it('before another attempt, the trade is unchanged and not polled', () => {
    const decision = decideNotSent(stateOf(inFlight()), inFlight(), 'ECONNREFUSED', false, context);
    expect(changed(decision)).toEqual({ ...inFlight(), outcome: 'not_sent' });
    expect(decision).toMatchObject({ order: {}, attemptLease: DRIVE_LEASE });
  });

  it('at give-up of a number in doubt, the trade is queried once a lost request has expired', () => {
    const inDoubt = { ...context, asksFirst: true };
    const decision = decideNotSent(stateOf(inFlight()), inFlight(), 'ECONNREFUSED', true, inDoubt);
    expect(changed(decision)).toMatchObject({ watchClass: 'closed', nextQueryAt: at(6 * MINUTE) });
  });
});

describe('create decision: unknown', () => {
  it('keeps a trade created if it was found meanwhile', () => {
    const polled = trade({ payUrl: null, payUrlAt: null });
    expect(changed(decideUnknown(stateOf(polled), polled, 'gone', context))).toMatchObject({
      outcome: 'created',
      orderNo: 'P-1',
      status: 'AWAITING_PAYMENT',
    });
  });
});

describe('create decision: given up', () => {
  it('the payUrl is withheld for good, and the trade stays watched', () => {
    const row = unknownTrade({ nextQueryAt: at(SECOND) });
    const decision = decideGiveUp(orderState({ trades: [row] }), row, context);
    expect(changed(decision)).toEqual({ ...row, superseded: true, givenUpAt: NOW });
    expect(decision).toMatchObject({ order: NOBODY_DRIVES, attemptLease: DRIVE_LEASE, drafts: [{ kind: 'given_up' }] });
  });
});

describe('create decision: the next request', () => {
  const sending: Sending = { stamp: NOW.getTime() + 1, asked: asked(), leaseMs: 21_000, newRequest: null };
  const email = { customerEmail: Buffer.from('sealed'), customerEmailKeyId: '2', customerEmailDigest: Buffer.of(2) };
  const wish = { customerId: 'c-9', ...email, patienceMs: 10 * MINUTE, shown: null };
  const anew: Sending = { ...sending, newRequest: wish };

  it.each<CreateOutcome>(['not_sent', 'in_flight'])(
    'resends the same trade (%s) with a fresh timestamp and its terms',
    (outcome) => {
      const row = inFlight({ outcome, sends: 2 });
      const decision = decideSendAgain(stateOf(row), row, sending, context);
      expect(changed(decision)).toMatchObject({
        tradeNo: 'A-1001',
        stamp: sending.stamp,
        sends: 3,
        outcome: 'in_flight',
        status: 'CREATING',
        asked: row.asked,
      });
      expect(decision).toMatchObject({ added: [], attemptLease: DRIVE_LEASE, order: { attemptUntil: at(21_000) } });
      expect(decision.drafts).toMatchObject([{ kind: 'sending_again', data: { stamp: sending.stamp, sends: 3 } }]);
    },
  );

  it('revives an ended trade', () => {
    const row = inFlight({ outcome: 'not_sent', status: 'EXPIRED' });
    expect(changed(decideSendAgain(stateOf(row), row, anew, context))).toMatchObject({
      status: 'CREATING',
      statusAt: NOW,
    });
  });

  it('a new trade has its own number and a timestamp, and supersedes the older one', () => {
    const older = unknownTrade();
    const decision = decideNextTrade(stateOf(older), sending, context);
    expect(decision.added).toMatchObject([
      {
        tradeNo: 'A-1001-r2',
        merchantOrderNo: 'A-1001',
        n: 2,
        status: 'CREATING',
        outcome: 'in_flight',
        superseded: false,
        stamp: sending.stamp,
        sends: 1,
        asked: sending.asked,
        orderNo: null,
        payUrl: null,
        nextQueryAt: null,
      },
    ]);
    expect(decision.updated).toEqual([{ trade: { ...older, superseded: true }, schedules: false, leaseId: null }]);
    expect(decision.drafts.map(({ kind, tradeNo }) => [kind, tradeNo])).toEqual([
      ['superseded', 'A-1001'],
      ['reserved', 'A-1001-r2'],
    ]);
  });

  it.each<CreateOutcome>(['not_sent', 'in_flight'])(
    'a new trade watches an older one (%s), whose outcome was lost',
    (outcome) => {
      const { updated } = decideNextTrade(stateOf(inFlight({ outcome })), sending, context);
      expect(updated).toMatchObject([{ trade: { outcome: 'unknown', superseded: true }, schedules: true }]);
      expect(updated[0]!.trade.nextQueryAt!.getTime()).toBeGreaterThan(NOW.getTime());
    },
  );

  it.each(['send_again', 'next_trade'] as const)('nothing once a trade is paid: %s', (kind) => {
    const state = stateOf(trade({ status: 'PAID', superseded: true }), unknownTrade({ n: 2 }));
    expect(decideAttemptEvent(state, { kind, sending: anew }, context)).toBeNull();
  });

  it.each<AttemptEvent>([
    { kind: 'send_again', sending },
    { kind: 'send_again', sending: anew },
    { kind: 'not_sent', reason: 'ECONNREFUSED', givesUp: true },
    { kind: 'declined', refusal: refusal() },
    { kind: 'refused', refusal: refusal() },
  ])('nothing once a query has found the trade: $kind', (found) => {
    const state = stateOf(trade({ payUrl: null, payUrlAt: null, sends: 0 }));
    expect(decideAttemptEvent(state, found, context)).toBeNull();
  });

  it('a trade that is sent again is believed anew', () => {
    const { updated } = decideSendAgain(
      stateOf(),
      inFlight({ outcome: 'not_sent', understood: false }),
      sending,
      context,
    );
    expect(updated).toMatchObject([{ trade: { understood: true } }]);
  });

  it.each([
    ['the same trade', (s: Sending) => decideSendAgain(stateOf(inFlight()), inFlight(), s, context), 1],
    ['a new trade', (s: Sending) => decideNextTrade(stateOf(unknownTrade()), s, context), 2],
  ] as const)('a new request, %s, resets the terms, the time for attempts and the trade count', (_, decide, n) => {
    expect(decide(anew).order).toEqual({
      customerId: 'c-9',
      ...email,
      attemptUntil: at(21_000),
      attemptPatienceUntil: at(10 * MINUTE),
      firstTradeOfRequest: n,
    });
    expect(decide(sending).order).toEqual({ attemptUntil: at(21_000) });
  });
});

describe('create decision: with a shown price', () => {
  const shown = { cryptoQuantity: '99.5', tolerancePercent: '0.50' };
  const COLUMNS = { shownQuantity: '99.5', tolerancePercent: '0.50' };
  const sending: Sending = { stamp: NOW.getTime() + 1, asked: asked(), leaseMs: 21_000, newRequest: null };
  const anew: Sending = { ...sending, newRequest: { customerId: null, ...NO_EMAIL, patienceMs: MINUTE, shown } };
  const declined = refusal({ problem: 'quote_moved', returnCode: null, quote: null });

  it.each([
    [
      'the same trade',
      (s: Sending) => changed(decideSendAgain(stateOf(inFlight()), inFlight({ sends: 2 }), s, context)),
      2,
    ],
    ['a new trade', (s: Sending) => decideNextTrade(stateOf(unknownTrade()), s, context).added[0]!, 0],
  ] as const)('a new request, %s, waits for its own shown price', (_, after, sends) => {
    expect(after(anew)).toMatchObject({ outcome: 'not_sent', status: 'CREATING', sends, ...COLUMNS });
  });

  it('a new request without a price drops the older one', () => {
    const without: Sending = {
      ...sending,
      newRequest: { customerId: null, ...NO_EMAIL, patienceMs: MINUTE, shown: null },
    };
    const row = inFlight({ outcome: 'not_sent', status: 'REJECTED', refusal: declined, ...COLUMNS });
    const none = { shownQuantity: null, tolerancePercent: null, outcome: 'in_flight', refusal: null };
    expect(changed(decideSendAgain(stateOf(row), row, without, context))).toMatchObject(none);
    expect(decideNextTrade(stateOf(row), without, context).added[0]).toMatchObject(none);
  });
});

describe('create decision: a reservation', () => {
  const row = newTrade('A-1001', 1, asked({ redirectUrl: 'https://shop.example/?session=secret' }), 123, NOW);

  it('has a timestamp, is in flight and not scheduled', () => {
    expect(row).toMatchObject({ stamp: 123, sends: 1, outcome: 'in_flight', status: 'CREATING', nextQueryAt: null });
  });

  it('leaves redirects out of the history', () => {
    expect(JSON.stringify(reservedData(row))).not.toContain('secret');
    expect(reservedData(row)).toMatchObject({ stamp: 123, asked: { amount: '100.00', address: asked().address } });
  });
});

/** A failover may lose what the runner recorded before, so each event may meet each earlier outcome. */
describe('create decision: on an outcome that a failover brought back', () => {
  const sending: Sending = { stamp: NOW.getTime() + 1, asked: asked(), leaseMs: 21_000, newRequest: null };
  const events: AttemptEvent[] = [
    { kind: 'created', made: MADE },
    { kind: 'refused', refusal: refusal() },
    { kind: 'declined', refusal: refusal() },
    { kind: 'not_sent', reason: 'ECONNREFUSED', givesUp: false },
    { kind: 'not_sent', reason: 'ECONNREFUSED', givesUp: true },
    { kind: 'unknown', reason: 'timeout' },
    { kind: 'given_up' },
    { kind: 'send_again', sending },
    { kind: 'next_trade', sending },
  ];
  const cases = events.flatMap((event) => (['not_sent', 'in_flight'] as const).map((outcome) => ({ event, outcome })));

  it.each(cases)(
    '$event.kind on $outcome: each trade has ended, or a runner or a poll goes on',
    ({ event, outcome }) => {
      const state = stateOf(inFlight({ outcome }));
      const decision = decideAttemptEvent(
        { ...state, order: { ...state.order, attemptUntil: at(MINUTE) } },
        event,
        context,
      )!;
      const hasRunner = decision.order.attemptUntil !== null;
      const trades = [...decision.updated.map((update) => update.trade), ...decision.added];
      expect(trades.length).toBeGreaterThan(0);
      for (const { superseded, status, nextQueryAt } of trades) {
        const isMade = hasRunner && !superseded && status === 'CREATING';
        expect(isMade || isSettledStatus(status) || nextQueryAt !== null, JSON.stringify(trades)).toBe(true);
      }
    },
  );
});
