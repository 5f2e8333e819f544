import { describe, expect, it } from 'vitest';
import {
  decideClash,
  decideCreated,
  decideGiveUp,
  decideNextTrade,
  decideNotSent,
  decideRefused,
  decideSendAgain,
  decideUnknown,
  reservedData,
} from '../../../src/orders/decisions/decide-create.js';
import { newTrade } from '../../../src/orders/decisions/new-trade.js';
import type { Decision } from '../../../src/orders/decisions/order-change.js';
import type { CreateOutcome } from '../../../src/orders/decisions/order-status.js';
import type { Sending, TradeRow } from '../../../src/orders/order.types.js';
import {
  DRIVE_LEASE,
  MINUTE,
  NOW,
  SECOND,
  asked,
  at,
  createContext,
  orderState,
  refusal,
  trade,
  unknownTrade,
} from '../../support/order-builders.js';

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
const NOBODY_DRIVES = { driveLease: null, driveUntil: null, drivePatienceUntil: null };

const context = createContext({ evidence: { seen: 'masked' } });
const stateOf = (...trades: TradeRow[]) =>
  orderState({ trades, order: { status: 'CREATING', driveLease: DRIVE_LEASE } });

/** The only trade that the decision changes. */
function changed({ updated }: Decision): TradeRow {
  expect(updated).toHaveLength(1);
  expect(updated[0]!.leaseId).toBeNull();
  return updated[0]!.trade;
}

describe('created', () => {
  const decision = decideCreated(stateOf(inFlight()), inFlight(), MADE, true, context);

  it('hands out the payUrl, from now on, and waits for the payment', () => {
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

  it('ends the drive, under its lease', () => {
    expect(decision).toMatchObject({ order: NOBODY_DRIVES, driveLease: DRIVE_LEASE });
  });

  it('is written down with its evidence, and without the payUrl', () => {
    expect(decision.drafts).toMatchObject([{ kind: 'created', tradeNo: 'A-1001', evidence: { seen: 'masked' } }]);
    expect(JSON.stringify(decision.drafts)).not.toContain('pay.example');
  });

  it('when a poll was quicker: the payUrl is added, the status stays', () => {
    const polled = trade({ payUrl: null, payUrlAt: null, status: 'PAID' });
    const after = changed(decideCreated(stateOf(polled), polled, MADE, true, context));
    expect(after).toMatchObject({ status: 'PAID', statusAt: polled.statusAt, payUrl: MADE.payUrl, payUrlAt: NOW });
  });
});

describe('a late reply', () => {
  it.each<[string, TradeRow]>([
    ['that was superseded', unknownTrade({ superseded: true })],
    ['that was given up', unknownTrade({ superseded: true, status: 'EXPIRED', outcome: 'never_created' })],
    ['whose driver is another one', inFlight()],
  ])('to a trade %s adds the provider\u2019s number, never a payUrl', (_, row) => {
    const decision = decideCreated(stateOf(row), row, MADE, false, context);
    expect(changed(decision)).toMatchObject({
      outcome: 'created',
      orderNo: 'P-1',
      payUrl: null,
      payUrlAt: null,
      status: 'AWAITING_PAYMENT',
      superseded: row.superseded,
    });
    expect(JSON.stringify(decision)).not.toContain('pay.example');
  });

  it('leaves the drive to whoever has it', () => {
    const row = unknownTrade({ superseded: true });
    expect(decideCreated(stateOf(row), row, MADE, false, context)).toMatchObject({ order: {}, driveLease: null });
  });
});

describe('refused', () => {
  const decision = decideRefused(stateOf(inFlight()), inFlight(), refusal(), context);

  it('ends the trade with the reason, and the drive', () => {
    expect(changed(decision)).toMatchObject({
      outcome: 'refused',
      status: 'REJECTED',
      refusal: refusal(),
      statusAt: NOW,
    });
    expect(decision).toMatchObject({ order: NOBODY_DRIVES, driveLease: DRIVE_LEASE });
    expect(decision.drafts).toMatchObject([{ kind: 'refused', data: { returnCode: '3101' } }]);
  });

  it('is asked about once, when its stamp is no longer good', () => {
    const row = inFlight({ stamp: NOW.getTime() });
    const after = changed(decideRefused(stateOf(row), row, refusal(), context));
    expect(after.nextQueryAt!.getTime()).toBeGreaterThan(NOW.getTime() + 5 * MINUTE);
  });
});

describe('not sent', () => {
  it('with somebody who goes on: the trade stays as it was, and is not asked about', () => {
    const decision = decideNotSent(stateOf(inFlight()), inFlight(), 'ECONNREFUSED', false, context);
    expect(changed(decision)).toEqual({ ...inFlight(), outcome: 'not_sent' });
    expect(decision).toMatchObject({ order: {}, driveLease: DRIVE_LEASE });
  });

  it('with nobody: it ends, and is never asked about', () => {
    const decision = decideNotSent(stateOf(inFlight()), inFlight(), 'ECONNREFUSED', true, context);
    expect(changed(decision)).toMatchObject({
      outcome: 'not_sent',
      status: 'EXPIRED',
      statusAt: NOW,
      nextQueryAt: null,
    });
    expect(decision.order).toEqual(NOBODY_DRIVES);
  });
});

describe('unknown', () => {
  const decision = decideUnknown(stateOf(inFlight()), inFlight(), 'timeout', context);

  it('is not failure: the status stays, and it is watched', () => {
    expect(changed(decision)).toMatchObject({
      outcome: 'unknown',
      status: 'CREATING',
      superseded: false,
      watchClass: 'young',
    });
    expect(changed(decision).nextQueryAt).not.toBeNull();
    expect(decision.drafts).toMatchObject([{ kind: 'outcome_unknown', data: { reason: 'timeout' } }]);
  });

  it('what turned out to exist meanwhile stays so', () => {
    const polled = trade({ payUrl: null, payUrlAt: null });
    expect(changed(decideUnknown(stateOf(polled), polled, 'gone', context))).toMatchObject({
      outcome: 'created',
      orderNo: 'P-1',
      status: 'AWAITING_PAYMENT',
    });
  });

  it('the driver keeps driving', () => expect(decision).toMatchObject({ order: {}, driveLease: DRIVE_LEASE }));

  it('a number that belongs to another trade is unknown too, and somebody has to look', () => {
    const clash = decideClash(stateOf(inFlight()), inFlight(), 'P-9', context);
    expect(changed(clash)).toMatchObject({ outcome: 'unknown', orderNo: null, payUrl: null });
    expect(clash.opened).toMatchObject([{ tradeNo: 'A-1001', kind: 'order_no_clash', seen: 'P-9' }]);
  });
});

describe('given up', () => {
  it('its payUrl will never be handed out; it stays watched as it was', () => {
    const row = unknownTrade({ nextQueryAt: at(SECOND) });
    const decision = decideGiveUp(row, context);
    expect(changed(decision)).toEqual({ ...row, superseded: true });
    expect(decision).toMatchObject({ order: NOBODY_DRIVES, driveLease: DRIVE_LEASE, drafts: [{ kind: 'given_up' }] });
  });
});

describe('the next request', () => {
  const sending: Sending = { stamp: NOW.getTime() + 1, asked: asked({ amount: '50.00' }), leaseMs: 21_000, anew: null };
  const email = { customerEmail: Buffer.from('sealed'), customerEmailKeyId: '2' };
  const anew: Sending = { ...sending, anew: { customerId: 'c-9', ...email, patienceMs: 10 * MINUTE } };

  it.each<CreateOutcome>(['not_sent', 'in_flight'])(
    'the same trade again (%s): freshly stamped, under its number',
    (outcome) => {
      const row = inFlight({ outcome, sends: 2 });
      const decision = decideSendAgain(stateOf(row), row, sending, context);
      expect(changed(decision)).toMatchObject({
        tradeNo: 'A-1001',
        stamp: sending.stamp,
        sends: 3,
        outcome: 'in_flight',
        status: 'CREATING',
        asked: sending.asked,
      });
      expect(decision).toMatchObject({ added: [], driveLease: DRIVE_LEASE, order: { driveUntil: at(21_000) } });
      expect(decision.drafts).toMatchObject([{ kind: 'sending_again', data: { stamp: sending.stamp, sends: 3 } }]);
    },
  );

  it('one that had ended comes back to life', () => {
    const row = inFlight({ outcome: 'not_sent', status: 'EXPIRED' });
    expect(changed(decideSendAgain(stateOf(row), row, anew, context))).toMatchObject({
      status: 'CREATING',
      statusAt: NOW,
    });
  });

  it('a new trade: a number of its own, stamped before it is sent, and the older one superseded', () => {
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

  it('it follows the newest trade, whatever the order in which they come', () => {
    const trades = [3, 1, 2].map((n) => unknownTrade({ n, superseded: n < 3 }));
    expect(decideNextTrade(stateOf(...trades), sending, context).added[0]!.tradeNo).toBe('A-1001-r4');
  });

  it.each([
    ['the same trade', (s: Sending) => decideSendAgain(stateOf(inFlight()), inFlight(), s, context), 1],
    ['a new trade', (s: Sending) => decideNextTrade(stateOf(unknownTrade()), s, context), 2],
  ] as const)('asked anew, %s: what is asked, the patience and the count of trades begin anew', (_, decide, n) => {
    expect(decide(anew).order).toEqual({
      ...anew.asked,
      customerId: 'c-9',
      ...email,
      driveUntil: at(21_000),
      drivePatienceUntil: at(10 * MINUTE),
      firstTradeOfRequest: n,
    });
    expect(decide(sending).order).toEqual({ driveUntil: at(21_000) });
  });
});

describe('a reservation', () => {
  const row = newTrade('A-1001', 1, asked({ redirectUrl: 'https://shop.example/?session=secret' }), 123, NOW);

  it('is stamped, in flight, and not on the schedule', () => {
    expect(row).toMatchObject({ stamp: 123, sends: 1, outcome: 'in_flight', status: 'CREATING', nextQueryAt: null });
  });

  it('leaves redirects out of the history: a merchant may have put anything into them', () => {
    expect(JSON.stringify(reservedData(row))).not.toContain('secret');
    expect(reservedData(row)).toMatchObject({ stamp: 123, asked: { amount: '100.00', address: asked().address } });
  });
});
