import { describe, expect, it } from 'vitest';
import { decideNotFound } from '#src/orders/decisions/decide-not-found.js';
import type { Decision } from '#src/orders/decisions/order-change.js';
import type { CreateOutcome } from '#src/orders/model/order-status.js';
import type { OpenMismatch, TradeRow } from '#src/orders/model/order.types.js';
import {
  HOUR,
  MINUTE,
  NOW,
  QUESTION,
  SECOND,
  at,
  openMismatch,
  orderState,
  snapshotContext,
  trade,
  unknownTrade,
} from '../../support/order-builders.js';

/** The trade's stamp is NOW less `ago`; the answer is dated `answeredAt`. */
function decide(row: TradeRow, answeredAt: Date = NOW, open: readonly OpenMismatch[] = [], doubted = false): Decision {
  const state = orderState({ trades: [row], openMismatches: open });
  return decideNotFound(state, row, QUESTION, answeredAt, { ...snapshotContext(), doubted });
}

const after = (row: TradeRow, answeredAt?: Date): TradeRow => decide(row, answeredAt).updated[0]!.trade;

const stampedAgo = (ms: number, given: Partial<TradeRow> = {}): TradeRow =>
  unknownTrade({ stamp: at(-ms).getTime(), ...given });

describe('a trade whose outcome is unknown', () => {
  it.each([
    ['at once', SECOND],
    ['when its five minutes are just over', 5 * MINUTE + SECOND],
  ])('not found %s: says nothing, for the request may still be acted upon', (_, ago) => {
    expect(after(stampedAgo(ago))).toMatchObject({ outcome: 'unknown', status: 'CREATING', notFoundAt: null });
  });

  it('not found late enough: remembered, not believed', () => {
    const row = stampedAgo(HOUR);
    expect(after(row)).toMatchObject({ outcome: 'unknown', status: 'CREATING', notFoundAt: NOW });
    expect(decide(row)).toMatchObject({ drafts: [], opened: [] });
  });

  it('not found a second time, well after the first: never created, and watched on', () => {
    const row = stampedAgo(HOUR, { notFoundAt: at(-10 * MINUTE) });
    expect(after(row)).toMatchObject({
      outcome: 'never_created',
      status: 'EXPIRED',
      statusAt: NOW,
      superseded: true,
      watchClass: 'closed',
    });
    expect(after(row).nextQueryAt!.getTime()).toBeGreaterThan(NOW.getTime());
    expect(decide(row).drafts).toMatchObject([{ kind: 'never_created', tradeNo: 'A-1001', evidence: {} }]);
  });

  it.each([
    ['right after the first', 0],
    ['a second after the first', -SECOND],
    ['half a minute after the first', -30 * SECOND],
  ])('not found again %s: the two are not spaced', (_, first) => {
    const row = stampedAgo(HOUR, { notFoundAt: at(first) });
    expect(after(row)).toMatchObject({ outcome: 'unknown', notFoundAt: at(first) });
  });

  it('the date of the answer counts, not when it is recorded', () => {
    const early = at(-59 * MINUTE);
    expect(after(stampedAgo(HOUR), early).notFoundAt).toBeNull();
    const first = at(-40 * MINUTE);
    expect(after(stampedAgo(HOUR, { notFoundAt: first }), early).outcome).toBe('unknown');
  });

  it('what was said before the newest stamp counts for nothing more', () => {
    const row = stampedAgo(MINUTE, { notFoundAt: at(-HOUR) });
    expect(after(row)).toMatchObject({ outcome: 'unknown', status: 'CREATING' });
  });

  it('an old date after a counting answer takes nothing back', () => {
    const row = stampedAgo(HOUR, { notFoundAt: at(-10 * MINUTE) });
    expect(after(row, at(-58 * MINUTE))).toMatchObject({ outcome: 'unknown', notFoundAt: at(-10 * MINUTE) });
  });
});

describe('of other trades', () => {
  it.each<CreateOutcome>(['in_flight', 'not_sent', 'refused', 'never_created'])(
    'with outcome %s it is never believed, whatever was said before',
    (outcome) => {
      const row = stampedAgo(HOUR, { outcome, notFoundAt: at(-30 * MINUTE) });
      expect(after(row)).toMatchObject({ outcome, status: 'CREATING', superseded: false });
      expect(decide(row).drafts).toEqual([]);
    },
  );

  it('a refused trade was asked about once: enough', () => {
    const row = stampedAgo(HOUR, { outcome: 'refused', status: 'REJECTED' });
    expect(after(row).nextQueryAt).toBeNull();
  });
});

describe('a trade that is known to exist', () => {
  it('has vanished: a mismatch, and nothing else', () => {
    const row = trade({ stamp: at(-HOUR).getTime(), notFoundAt: at(-30 * MINUTE) });
    const { opened, drafts, updated } = decide(row);
    expect(opened).toMatchObject([{ tradeNo: 'A-1001', kind: 'vanished', field: 'orderNo', asked: 'P-1' }]);
    expect(drafts).toEqual([]);
    expect(updated[0]!.trade).toMatchObject({ status: 'AWAITING_PAYMENT', outcome: 'created', superseded: false });
  });

  it('is said so once, and asked about more and more rarely', () => {
    const { opened, updated } = decide(trade({ quietAnswers: 4 }), NOW, [
      openMismatch({ kind: 'vanished', field: 'orderNo' }),
    ]);
    expect(opened).toEqual([]);
    expect(updated[0]!.trade.quietAnswers).toBe(5);
  });

  it('whatever its outcome was called: a number of the provider\u2019s is proof', () => {
    const row = stampedAgo(HOUR, { orderNo: 'P-1', notFoundAt: at(-30 * MINUTE) });
    expect(after(row).outcome).toBe('unknown');
    expect(decide(row).opened).toMatchObject([{ kind: 'vanished' }]);
  });
});

describe('while the provider says the same of a trade that is known to exist', () => {
  const inDoubt = (row: TradeRow): Decision => decide(row, NOW, [], true);

  it('nothing is believed, and what was said before counts for nothing either', () => {
    const row = stampedAgo(HOUR, { notFoundAt: at(-10 * MINUTE) });
    expect(inDoubt(row)).toMatchObject({ drafts: [], opened: [] });
    const { trade: doubted } = inDoubt(row).updated[0]!;
    expect(doubted).toMatchObject({ outcome: 'unknown', status: 'CREATING', superseded: false, notFoundAt: null });
    // Still under its watch, and answered in the sense of the schedule.
    expect(doubted.nextQueryAt!.getTime()).toBeGreaterThan(NOW.getTime());
    expect(doubted).toMatchObject({ lastAnswerAt: NOW, missedAnswers: 0 });
    // Afterwards it begins anew.
    expect(after(doubted)).toMatchObject({ outcome: 'unknown', notFoundAt: NOW });
  });

  it('that trade itself is a mismatch as ever', () => {
    expect(inDoubt(trade()).opened).toMatchObject([{ kind: 'vanished' }]);
  });
});

it('each answer ends the lease and is dated', () => {
  for (const row of [trade(), stampedAgo(SECOND), stampedAgo(HOUR, { notFoundAt: at(-10 * MINUTE) })]) {
    expect(decide(row).updated).toMatchObject([
      {
        schedules: true,
        leaseId: QUESTION.leaseId,
        trade: { lastAskedAt: QUESTION.askedAt, lastAnswerAt: NOW, missedAnswers: 0 },
      },
    ]);
  }
});
