import { describe, expect, it } from 'vitest';
import { decideSnapshot } from '#src/orders/decisions/decide-snapshot.js';
import { concludeChange } from '#src/orders/decisions/order-change.js';
import type { OrderState, TradeRow } from '#src/orders/model/order.types.js';
import type { BuyTradeStatus } from '#src/ramp/port/ramp.types.js';
import { changeTools, snapshotContext } from '../../support/decision-contexts.js';
import { DAY, MINUTE, SECOND, at } from '../../support/moments.js';
import { buySeen, orderState, trade } from '../../support/order-builders.js';

/** The provider's statuses, each from a number of milliseconds after the trade's creation. */
type Life = readonly (readonly [number, BuyTradeStatus])[];

interface Looks {
  readonly questions: readonly number[];
  readonly last: OrderState;
}

const LEASE = '00000000-0000-4000-8000-0000000000a1';

const pauses = (questions: readonly number[]): number[] =>
  questions.slice(1).map((ms, index) => ms - questions[index]!);

/** Polls the trade whenever it is due, until its watch closes or `until`; `hints` are poll requests. */
function live(life: Life, { until = 400 * DAY, chance = 0.5, hints = [] as number[] } = {}): Looks {
  const made: TradeRow = trade({ createdAt: at(0), statusAt: at(0), updatedAt: at(0), stamp: at(0).getTime() });
  let state = orderState({ trades: [{ ...made, watchClass: 'young', nextQueryAt: at(5 * SECOND) }] });
  const waiting = [...hints];
  const questions: number[] = [];
  for (;;) {
    const [row] = state.trades as [TradeRow];
    const due = row.nextQueryAt === null ? Infinity : row.nextQueryAt.getTime() - at(0).getTime();
    const isHint = (waiting[0] ?? Infinity) < due;
    const moment = isHint ? waiting.shift()! : due;
    if (moment > until || moment === Infinity) return { questions, last: state };
    questions.push(moment);
    const [now, status] = [at(moment), life.findLast(([from]) => from <= moment)![1]];
    const asked = { ...row, hintedAt: isHint ? now : row.hintedAt };
    const question = { leaseId: LEASE, askedAt: now };
    const then = { ...state, now, trades: [asked] };
    const decision = decideSnapshot(then, asked, buySeen({ status, rampStatus: status }), question, {
      ...snapshotContext({ chance }),
    });
    const { order } = concludeChange(then, decision, { kind: 'poll' }, changeTools());
    state = { ...then, order, trades: [decision.updated[0]!.trade] };
  }
}

const NEVER_PAID: Life = [[0, 'AWAITING_PAYMENT']];

const completed = (paid: number, sent: number, done: number): Life => [
  [0, 'AWAITING_PAYMENT'],
  [paid, 'PAID'],
  [paid + sent, 'TRANSFERRING'],
  [paid + sent + done, 'COMPLETED'],
];

describe.each([0, 0.5, 1])('polls of a purchase, with chance at %d,', (chance) => {
  it('unpaid and unread: 60 in its life, 6 of them after its end', () => {
    const { questions, last } = live(NEVER_PAID, { chance });
    expect(last.order.status).toBe('EXPIRED');
    expect(questions.length).toBeLessThanOrEqual(60);
    const ended = last.trades[0]!.statusAt.getTime() - at(0).getTime();
    const after = questions.filter((ms) => ms > ended);
    expect(after.length).toBeLessThanOrEqual(6);
    expect(after.at(-1)! - ended).toBeGreaterThanOrEqual(29 * DAY);
  });

  it.each([
    ['at once', 20 * SECOND, 20 * SECOND, 30 * SECOND],
    ['as most do', 3 * MINUTE, MINUTE, 5 * MINUTE],
    ['slowly', 10 * MINUTE, 2 * MINUTE, 10 * MINUTE],
    ['after twenty minutes', 20 * MINUTE, 2 * MINUTE, 8 * MINUTE],
  ])('completed, paid and sent %s: 20', (_, paid, sent, done) => {
    const { questions, last } = live(completed(paid, sent, done), { chance });
    expect(last.order.status).toBe('COMPLETED');
    expect(questions.length).toBeLessThanOrEqual(20);
  });

  it('cancelled: 6 after its end', () => {
    const { questions } = live([...NEVER_PAID, [MINUTE, 'CANCELLED']], { chance });
    const found = questions.findIndex((ms) => ms >= MINUTE);
    expect(questions.length - found - 1).toBeLessThanOrEqual(6);
  });

  it.each<BuyTradeStatus>(['PAID', 'TRANSFERRING', 'PAYMENT_FAILED'])(
    'unchanged as %s: at most one a day after a week, without an end',
    (status) => {
      const standing: Life = [...NEVER_PAID, [MINUTE, status]];
      const { questions } = live(standing, { chance, until: 60 * DAY });
      const late = questions.filter((ms) => ms > 8 * DAY);
      if (status !== 'PAYMENT_FAILED') expect(late.length).toBeGreaterThan(40);
      expect(Math.min(...pauses(late))).toBeGreaterThanOrEqual(DAY);
    },
  );
});

describe('poll requests', () => {
  it('add polls and leave the scheduled interval unchanged', () => {
    const hints = Array.from({ length: 100 }, (_, index) => MINUTE + index * SECOND);
    const { questions } = live(NEVER_PAID, { until: 20 * MINUTE, hints });
    const alone = live(NEVER_PAID, { until: 20 * MINUTE }).questions;
    const [read, quiet] = [questions.filter((ms) => ms > 3 * MINUTE), alone.filter((ms) => ms > 3 * MINUTE)];
    expect(read.length).toBeGreaterThan(1);
    expect(Math.max(...pauses(read))).toBeLessThan(2 * Math.max(...pauses(quiet)));
  });
});
