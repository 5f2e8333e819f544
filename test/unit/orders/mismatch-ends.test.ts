import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideClash } from '#src/orders/decisions/decide-create.js';
import { decideNotFound } from '#src/orders/decisions/decide-not-found.js';
import { decideSnapshot } from '#src/orders/decisions/decide-snapshot.js';
import { decideUnanswered, decideUnstorable } from '#src/orders/decisions/decide-unanswered.js';
import { decideErased, withoutPerson } from '#src/orders/decisions/erasure.js';
import { NO_DECISION, concludeChange, stateAfter, decideResolved } from '#src/orders/decisions/order-change.js';
import type { Decision, OrderChange } from '#src/orders/decisions/order-change.js';
import { MISMATCH_KINDS } from '#src/orders/model/mismatch-kind.types.js';
import type { MismatchKind } from '#src/orders/model/mismatch-kind.types.js';
import type { BuySnapshot, BuyTradeStatus } from '#src/ramp/port/ramp.types.js';
import type { OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { POLICY, QUESTION, changeTools, createContext, snapshotContext } from '../../support/decision-contexts.js';
import { DAY, HOUR, MINUTE, NOW, at } from '../../support/moments.js';
import { buySeen, orderState, trade, unknownTrade } from '../../support/order-builders.js';
import type { GivenFacts } from '../../support/order-builders.js';

type Event = (state: OrderState, row: TradeRow) => Decision | null;

const CONTEXT = snapshotContext();
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

const record = (row: TradeRow, given: Partial<BuySnapshot> & GivenFacts = {}): BuySnapshot =>
  buySeen({
    orderNo: row.orderNo ?? `P-${row.n}`,
    status: (['CREATING', 'EXPIRED', 'REJECTED'].includes(row.status)
      ? 'AWAITING_PAYMENT'
      : row.status) as BuyTradeStatus,
    ...given,
  });

const says =
  (given: Partial<BuySnapshot> & GivenFacts = {}): Event =>
  (state, row) => {
    const whole = record(row, given);
    return decideSnapshot(state, row, state.order.erasedAt === null ? whole : withoutPerson(whole), QUESTION, CONTEXT);
  };

const notFound =
  (doubted: boolean, forgetsUnpaidAfterMs: number | null = null): Event =>
  (state, row) =>
    decideNotFound(state, row, QUESTION, NOW, {
      ...CONTEXT,
      policy: { ...POLICY, forgetsUnpaidAfterMs },
      doubted,
    });

const staff: Event = (state) => {
  const [open] = state.openMismatches;
  return open === undefined ? null : decideResolved(open, 'staff:jane', 'looked into');
};

const EVENTS = {
  agrees: says(),
  'leaves all fields empty': says({
    ...{ appId: null, crypto: null, network: null, address: null, fiat: null, country: null, amount: null },
  }),
  'is refunded': says({ status: 'REFUNDED' }),
  'another order\u2019s record': says({ orderNo: 'P-99', address: OTHER }),
  'a record with a number of another trade': (state, row) =>
    decideSnapshot(state, row, withoutPerson(record(row)), QUESTION, { ...CONTEXT, orderNoClash: true }),
  'a record that cannot be stored': (state, row) => decideUnstorable(state, row, QUESTION, CONTEXT),
  'no answer': (state, row) => decideUnanswered(state, row, QUESTION, true, CONTEXT),
  'not found': notFound(false),
  'not found, in doubt': notFound(true),
  'not found, and forgotten': notFound(false, MINUTE),
  'not found, and forgotten, in doubt': notFound(true, MINUTE),
  erasure: (state) => decideErased(state, { address: 0, customer: 0, payee: 0 }, true),
  staff,
} as const satisfies Record<string, Event>;
type EventName = keyof typeof EVENTS;

const KNOWN = trade();
const PAID = trade({ status: 'PAID' });
/** After a first *not found*, so that the next one means never created. */
const UNKNOWN = unknownTrade({ notFoundAt: at(-HOUR), stamp: at(-HOUR).getTime() });
const SECOND_PAID = trade({ n: 2, status: 'PAID' });

interface Case {
  readonly kind: MismatchKind;
  readonly row: TradeRow;
  readonly others?: readonly TradeRow[];
  readonly opens: Event;
  /** Staff always does. */
  readonly ends: readonly Exclude<EventName, 'staff'>[];
  /** Why only staff can resolve it. */
  readonly onlyStaff?: string;
}

const OTHER_ANSWER = ['not found', 'not found, in doubt'] as const;
const FORGOTTEN = ['not found, and forgotten'] as const;
const OTHER_FORGOTTEN = [...FORGOTTEN, 'not found, and forgotten, in doubt'] as const;
const OWN = ['agrees', 'is refunded'] as const;
const EMPTY = 'leaves all fields empty';
const FOREIGN = 'another order\u2019s record';
const CLASH = 'a record with a number of another trade';
/** A refund of an unpaid trade is a transition of its own. */
const CASES: Readonly<Record<string, Case>> = {
  'field address': {
    ...{ kind: 'field', row: KNOWN, opens: says({ address: OTHER }) },
    ends: [...OWN, ...FORGOTTEN],
  },
  'field amount': {
    ...{ kind: 'field', row: PAID, opens: says({ amount: '7' }) },
    ends: OWN,
  },
  status: {
    ...{ kind: 'status', row: KNOWN, opens: says({ status: null, rampStatus: 'RISK' }) },
    ends: [...OWN, EMPTY, ...FORGOTTEN],
  },
  transition: {
    ...{ kind: 'transition', row: PAID, opens: says({ status: 'AWAITING_PAYMENT' }) },
    ends: [...OWN, EMPTY],
  },
  'unreadable field': {
    ...{ kind: 'unreadable', row: KNOWN, opens: says({ unreadable: ['payTime'] }) },
    ends: [...OWN, EMPTY, ...FORGOTTEN],
  },
  'unreadable record': {
    ...{ kind: 'unreadable', row: UNKNOWN, opens: EVENTS['a record that cannot be stored'] },
    ends: [...OWN, EMPTY, 'not found', ...FORGOTTEN],
  },
  'foreign, of a trade that exists': {
    ...{ kind: 'foreign', row: KNOWN, opens: EVENTS[FOREIGN] },
    ends: [...OWN, EMPTY, CLASH, ...OTHER_ANSWER, ...OTHER_FORGOTTEN],
  },
  'foreign, of a trade that may not exist': {
    ...{ kind: 'foreign', row: UNKNOWN, opens: EVENTS[FOREIGN] },
    ends: [...OWN, EMPTY, CLASH, ...OTHER_ANSWER, ...OTHER_FORGOTTEN],
  },
  'order_no_clash, by a query': {
    ...{ kind: 'order_no_clash', row: KNOWN, opens: EVENTS[CLASH] },
    ends: [...OWN, EMPTY, FOREIGN, ...OTHER_ANSWER, ...OTHER_FORGOTTEN],
  },
  'order_no_clash, by the create': {
    kind: 'order_no_clash',
    row: UNKNOWN,
    opens: (state, row) => decideClash(state, row, 'P-99', createContext()),
    ends: [...OWN, EMPTY, FOREIGN, ...OTHER_ANSWER, ...OTHER_FORGOTTEN],
  },
  vanished: {
    ...{ kind: 'vanished', row: KNOWN, opens: EVENTS['not found'] },
    ends: [...OWN, EMPTY, FOREIGN, CLASH, ...OTHER_FORGOTTEN],
  },
  double_payment: {
    ...{ kind: 'double_payment', row: KNOWN, others: [SECOND_PAID], opens: says({ status: 'PAID' }) },
    ends: ['is refunded'],
  },
  /** Once the order matches its seal again; an altered order believes no answer. */
  state: {
    kind: 'state',
    row: KNOWN,
    opens: (_, { tradeNo }) => ({
      ...NO_DECISION,
      opened: [{ tradeNo, kind: 'state', field: 'state', asked: 'what was sealed', seen: 'no seal' }],
    }),
    ends: [...OWN, EMPTY, FOREIGN, CLASH, ...OTHER_ANSWER, ...OTHER_FORGOTTEN],
  },
};

const tools = changeTools();
const conclude = (state: OrderState, decision: Decision | null): OrderChange =>
  concludeChange(state, decision ?? NO_DECISION, { kind: 'poll' }, tools);

const rowOf = (state: OrderState, tradeNo: string): TradeRow => state.trades.find((one) => one.tradeNo === tradeNo)!;
const after = (state: OrderState, tradeNo: string, event: Event): OrderState =>
  stateAfter(state, conclude(state, event(state, rowOf(state, tradeNo))));

function inReview({ row, others = [], opens }: Case): OrderState {
  const state = after(orderState({ trades: [row, ...others] }), row.tradeNo, opens);
  const old = state.trades.map((one) => ({ ...one, createdAt: at(-DAY / 2) }));
  return { ...state, trades: old };
}

describe.each(Object.entries(CASES))('a mismatch: %s', (_, given) => {
  const state = inReview(given);

  it('puts the order in review', () => {
    expect(state.openMismatches).toMatchObject([{ kind: given.kind }]);
    expect(state.order.inReview).toBe(true);
  });

  it.each(Object.keys(EVENTS) as EventName[])('%s', (event) => {
    const [open] = state.openMismatches;
    const change = conclude(state, EVENTS[event](state, rowOf(state, given.row.tradeNo)));
    const isEnded = change.resolved.some(({ id }) => id === open!.id);
    expect(isEnded).toBe(event === 'staff' || given.ends.includes(event));
  });

  it('ends by an answer of the provider, unless only staff can resolve it', () => {
    expect(given.ends.length > 0).toBe(given.onlyStaff === undefined);
  });
});

it('mismatches: every kind has a case', () => {
  expect(new Set(Object.values(CASES).map(({ kind }) => kind))).toEqual(new Set(MISMATCH_KINDS));
});

it('mismatches: no path leaves an order in review whose trades all match the provider', () => {
  const anything: fc.Arbitrary<Event> = fc.oneof(
    fc.constantFrom<Event>(...Object.values(EVENTS)),
    fc
      .record({
        status: fc.constantFrom<BuyTradeStatus | null>(
          ...(['AWAITING_PAYMENT', 'PAID', 'CANCELLED', 'COMPLETED'] as const),
          null,
        ),
        address: fc.constantFrom(OTHER, ''),
        amount: fc.constantFrom('7', '100.00'),
        unreadable: fc.constantFrom([], ['payTime']),
      })
      .map(says),
  );
  const paths = fc.array(fc.tuple(fc.nat({ max: 2 }), anything), { maxLength: 12 });
  const rows = [trade(), unknownTrade({ n: 2, superseded: true }), trade({ n: 3 })];
  fc.assert(
    fc.property(paths, (path) => {
      let state = orderState({ trades: rows });
      for (const [index, event] of path) state = after(state, rows[index]!.tradeNo, event);
      for (const { tradeNo, orderNo } of state.trades) {
        state = after(state, tradeNo, orderNo === null ? notFound(false) : says());
      }
      const [, ...further] = state.trades.filter(({ status }) => ['PAID', 'COMPLETED'].includes(status));
      for (const { tradeNo } of further) state = after(state, tradeNo, says({ status: 'REFUNDED' }));
      expect(state.openMismatches).toEqual([]);
      expect(state.order.inReview).toBe(false);
    }),
    { numRuns: 500 },
  );
});
