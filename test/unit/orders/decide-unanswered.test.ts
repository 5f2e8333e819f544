import { describe, expect, it } from 'vitest';
import { decideUnanswered, decideUnstorable } from '#src/orders/decisions/decide-unanswered.js';
import type { TradeRow } from '#src/orders/model/order.types.js';
import { QUESTION, snapshotContext } from '../../support/decision-contexts.js';
import { NOW, at, MINUTE } from '../../support/moments.js';
import { ALL_STATUSES, openMismatch, orderState, trade } from '../../support/order-builders.js';

const unanswered = (row: TradeRow, othersAnswered = false) =>
  decideUnanswered(orderState({ trades: [row] }), row, QUESTION, othersAnswered, snapshotContext());

describe('unanswered: no answer', () => {
  it.each(ALL_STATUSES)('of a %s trade changes only the schedule', (status) => {
    const row = trade({ status, missedAnswers: 2, quietAnswers: 7, lastAnswerAt: at(-MINUTE) });
    const decision = unanswered(row);
    expect(decision).toMatchObject({ drafts: [], opened: [], resolved: [], added: [], order: {}, driveLease: null });
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

  it('uses up the poll request', () => {
    const classOf = (row: TradeRow) => unanswered(row).updated[0]!.trade.watchClass;
    expect(classOf(trade({ watchClass: 'waiting' }))).toBe('young');
    expect(classOf(trade({ watchClass: 'waiting', status: 'PAID' }))).toBe('paid');
  });

  it('counts against the trade only if the provider answers for others', () => {
    const fruitless = (othersAnswered: boolean): number =>
      unanswered(trade({ fruitlessAnswers: 2 }), othersAnswered).updated[0]!.trade.fruitlessAnswers;
    expect(fruitless(false)).toBe(2);
    expect(fruitless(true)).toBe(3);
  });

  it('grows the interval', () => {
    const pause = (missedAnswers: number): number =>
      unanswered(trade({ missedAnswers })).updated[0]!.trade.nextQueryAt!.getTime();
    expect(pause(1)).toBeGreaterThan(pause(0));
    expect(pause(3)).toBeGreaterThan(pause(1));
    expect(pause(500) - NOW.getTime()).toBeLessThanOrEqual(2 * MINUTE);
  });
});

describe('unanswered: a record that cannot be stored', () => {
  const row = trade({ status: 'PAID', quietAnswers: 1 });
  const unstorable = (open: readonly ReturnType<typeof openMismatch>[] = []) =>
    decideUnstorable(orderState({ trades: [row], openMismatches: open }), row, QUESTION, snapshotContext());

  it('is kept raw and opens a mismatch, without other effects', () => {
    const { opened, updated, drafts } = unstorable();
    expect(opened).toMatchObject([{ tradeNo: 'A-1001', kind: 'unreadable' }]);
    expect(drafts).toEqual([]);
    expect(updated[0]!.trade).toMatchObject({
      status: 'PAID',
      orderNo: 'P-1',
      lastSeen: { data: 'as it came' },
      lastAnswerAt: NOW,
    });
  });

  it('opens one mismatch, and the next poll is later than after a quiet answer', () => {
    const { field } = unstorable().opened[0]!;
    expect(unstorable([openMismatch({ kind: 'unreadable', field })]).opened).toEqual([]);
    expect(unstorable().updated[0]!.trade.quietAnswers).toBeGreaterThan(row.quietAnswers + 1);
  });
});
