import { describe, expect, it } from 'vitest';
import { decideNotFound } from '#src/orders/decisions/decide-not-found.js';
import type { Decision } from '#src/orders/decisions/order-change.js';
import type { CreateOutcome } from '#src/orders/model/order-status.js';
import type { OpenMismatch, TradeRow } from '#src/orders/model/order.types.js';
import { decideUnanswered, decideUnstorable } from '#src/orders/decisions/decide-unanswered.js';
import { POLICY, QUESTION, snapshotContext } from '../../support/decision-contexts.js';
import { DAY, HOUR, MINUTE, NOW, SECOND, at } from '../../support/moments.js';
import { orderState, trade, unknownTrade, ALL_STATUSES } from '../../support/order-builders.js';

/** The trade's timestamp is NOW less `ago`; the answer is dated `answeredAt`. */
function decide(row: TradeRow, answeredAt: Date = NOW, open: readonly OpenMismatch[] = [], doubted = false): Decision {
  const state = orderState({ trades: [row], openMismatches: open });
  return decideNotFound(state, row, QUESTION, answeredAt, { ...snapshotContext(), doubted });
}

const after = (row: TradeRow, answeredAt?: Date): TradeRow => decide(row, answeredAt).updated[0]!.trade;

const stampedAgo = (ms: number, given: Partial<TradeRow> = {}): TradeRow =>
  unknownTrade({ stamp: at(-ms).getTime(), ...given });

describe('not found: a trade with unknown outcome', () => {
  it.each([
    ['at once', SECOND],
    ['when its five minutes are just over', 5 * MINUTE + SECOND],
  ])('not found %s does not count, since the request may still be accepted', (_, ago) => {
    expect(after(stampedAgo(ago))).toMatchObject({ outcome: 'unknown', status: 'CREATING', notFoundAt: null });
  });

  it('a late answer is remembered but not believed', () => {
    const row = stampedAgo(HOUR);
    expect(after(row)).toMatchObject({ outcome: 'unknown', status: 'CREATING', notFoundAt: NOW });
    expect(decide(row)).toMatchObject({ drafts: [], opened: [] });
  });

  it('a second, spaced answer means never created; the trade stays watched', () => {
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

  it.each([['half a minute after the first', -30 * SECOND]])(
    'not found again %s: too close to the first',
    (_, first) => {
      const row = stampedAgo(HOUR, { notFoundAt: at(first) });
      expect(after(row)).toMatchObject({ outcome: 'unknown', notFoundAt: at(first) });
    },
  );

  it('the date of the answer counts, not that of its record', () => {
    const early = at(-59 * MINUTE);
    expect(after(stampedAgo(HOUR), early).notFoundAt).toBeNull();
    const first = at(-40 * MINUTE);
    expect(after(stampedAgo(HOUR, { notFoundAt: first }), early).outcome).toBe('unknown');
  });

  it('answers before the newest timestamp do not count', () => {
    const row = stampedAgo(MINUTE, { notFoundAt: at(-HOUR) });
    expect(after(row)).toMatchObject({ outcome: 'unknown', status: 'CREATING' });
  });

  it('an older date after a counting answer changes nothing', () => {
    const row = stampedAgo(HOUR, { notFoundAt: at(-10 * MINUTE) });
    expect(after(row, at(-58 * MINUTE))).toMatchObject({ outcome: 'unknown', notFoundAt: at(-10 * MINUTE) });
  });
});

describe('not found: other trades', () => {
  it.each<CreateOutcome>(['in_flight', 'not_sent', 'refused', 'never_created'])(
    'with outcome %s are never believed to be missing',
    (outcome) => {
      const row = stampedAgo(HOUR, { outcome, notFoundAt: at(-30 * MINUTE) });
      expect(after(row)).toMatchObject({ outcome, status: 'CREATING', superseded: false });
      expect(decide(row).drafts).toEqual([]);
    },
  );
});

describe('not found: a trade that exists', () => {
  it('has vanished: a mismatch and no other change', () => {
    const row = trade({ stamp: at(-HOUR).getTime(), notFoundAt: at(-30 * MINUTE) });
    const { opened, drafts, updated } = decide(row);
    expect(opened).toMatchObject([{ tradeNo: 'A-1001', kind: 'vanished', field: 'orderNo', asked: 'P-1' }]);
    expect(drafts).toEqual([]);
    expect(updated[0]!.trade).toMatchObject({ status: 'AWAITING_PAYMENT', outcome: 'created', superseded: false });
  });

  it('exists with any outcome if it has a provider number', () => {
    const row = stampedAgo(HOUR, { orderNo: 'P-1', notFoundAt: at(-30 * MINUTE) });
    expect(after(row).outcome).toBe('unknown');
    expect(decide(row).opened).toMatchObject([{ kind: 'vanished' }]);
  });
});

describe('not found: a provider that deletes unpaid orders after a day', () => {
  it.each<[string, Partial<TradeRow>, string, string[]]>([
    ['an old unpaid one', { createdAt: at(-2 * DAY) }, 'EXPIRED', []],
    ['an old cancelled one', { createdAt: at(-2 * DAY), status: 'CANCELLED' }, 'CANCELLED', []],
    ['a young one', { createdAt: at(-HOUR) }, 'AWAITING_PAYMENT', ['vanished']],
    ['an old paid one', { createdAt: at(-2 * DAY), status: 'PAID' }, 'PAID', ['vanished']],
  ])('%s', (_, given, status, kinds) => {
    const row = trade(given);
    const context = { ...snapshotContext(), doubted: false, policy: { ...POLICY, forgetsUnpaidAfterMs: DAY } };
    const { updated, opened } = decideNotFound(orderState({ trades: [row] }), row, QUESTION, NOW, context);
    expect([updated[0]!.trade.status, opened.map(({ kind }) => kind)]).toEqual([status, kinds]);
  });
});

const unanswered = (row: TradeRow, othersAnswered = false) =>
  decideUnanswered(orderState({ trades: [row] }), row, QUESTION, othersAnswered, snapshotContext());

describe('unanswered: no answer', () => {
  it.each(ALL_STATUSES)('of a %s trade changes only the schedule', (status) => {
    const row = trade({ status, missedAnswers: 2, quietAnswers: 7, lastAnswerAt: at(-MINUTE) });
    const decision = unanswered(row);
    expect(decision).toMatchObject({ drafts: [], opened: [], resolved: [], added: [], order: {}, attemptLease: null });
    const { nextQueryAt, watchClass, ...rest } = decision.updated[0]!.trade;
    expect(rest).toMatchObject({ status, orderNo: row.orderNo, payUrl: row.payUrl, lastAnswerAt: row.lastAnswerAt });
    expect({ ...rest, nextQueryAt: row.nextQueryAt, watchClass }).toEqual({
      ...row,
      watchClass,
      missedAnswers: 3,
      lastAskedAt: QUESTION.askedAt,
    });
    expect(nextQueryAt!.getTime()).toBeGreaterThan(NOW.getTime());
    expect(decision.updated[0]).toMatchObject({ schedules: true, leaseId: QUESTION.leaseId });
  });

  it('counts against the trade only if the provider answers for others', () => {
    const fruitless = (othersAnswered: boolean): number =>
      unanswered(trade({ fruitlessAnswers: 2 }), othersAnswered).updated[0]!.trade.fruitlessAnswers;
    expect(fruitless(false)).toBe(2);
    expect(fruitless(true)).toBe(3);
  });
});

describe('unanswered: a record that cannot be stored', () => {
  const row = trade({ status: 'PAID', quietAnswers: 1 });
  it('opens a mismatch, without other effects', () => {
    const { opened, updated, drafts } = decideUnstorable(
      orderState({ trades: [row] }),
      row,
      QUESTION,
      snapshotContext(),
    );
    expect(opened).toMatchObject([{ tradeNo: 'A-1001', kind: 'unreadable' }]);
    expect(drafts).toEqual([]);
    expect(updated[0]!.trade).toMatchObject({
      status: 'PAID',
      orderNo: 'P-1',
      lastAnswerAt: NOW,
    });
  });
});
