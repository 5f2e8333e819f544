import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { newSaleTrade, newTrade } from '#src/orders/decisions/new-order.js';
import { existsAtProvider } from '#src/orders/decisions/existence.js';
import { shownPage } from '#src/orders/decisions/offers.js';
import { afterEntry } from '#src/orders/decisions/replay.js';
import type { ReplayedTrade } from '#src/orders/decisions/replay.js';
import { orderEnd } from '#src/orders/decisions/order-end.js';
import { currentTrade } from '#src/orders/model/fold.js';
import { MISMATCH_ENDS, MISMATCH_KINDS } from '#src/orders/model/mismatch-kind.types.js';
import { CREATE_OUTCOMES, TRADE_STATUSES, isPaid, isSettledStatus } from '#src/orders/model/order-status.js';
import type { OpenMismatch, OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { isPersonalField } from '#src/platform/redaction/for-history.js';
import { PROVIDER_STATUSES } from '#src/platform/terms/order.js';
import { alertRules } from '../../support/alert-rules.js';
import { DRIVE_LEASE } from '../../support/decision-contexts.js';
import { explore, reaching } from '../../support/enumeration/explore.js';
import type { Edge, Node } from '../../support/enumeration/explore.js';
import { ANSWERS, FAILURES, OFFERS } from '../../support/enumeration/order-steps.js';
import type { Alphabet, Step } from '../../support/enumeration/order-steps.js';
import { DAY, MINUTE, at } from '../../support/moments.js';
import { asked, orderState } from '../../support/order-builders.js';

const { now } = orderState();
const purchase = orderState({
  trades: [newTrade('A-1001', 1, asked(), now.getTime(), now)],
  order: {
    status: 'CREATING',
    announcedStatus: null,
    attemptLease: DRIVE_LEASE,
    attemptUntil: now,
    attemptPatienceUntil: at(10 * MINUTE),
  },
});
const numbers = { merchantOrderNo: 'A-1001', rampMerchantOrderNo: 'A-1001', orderNo: null };
const sale = orderState({
  order: { side: 'SELL', status: 'REGISTERED', announcedStatus: null },
  trades: [newSaleTrade({ ...numbers, caller: 'everybody', customerId: null }, now)],
});

const WORDS: ReadonlySet<string> = new Set([...PROVIDER_STATUSES.BUY, ...PROVIDER_STATUSES.SELL]);
const NOT_WORDS = Object.keys(ANSWERS).filter((name) => !WORDS.has(name));

/** Small alphabets keep each graph small; together they hold every kind of step. */
const GRAPHS: Readonly<Record<string, readonly [OrderState, Partial<Alphabet> & Pick<Alphabet, 'answers'>]>> = {
  'a purchase of one trade': [
    purchase,
    {
      answers: ['AWAITING_PAYMENT', 'CANCELLED', 'PAID', 'TRANSFERRING', 'COMPLETED', 'REFUNDED', ...NOT_WORDS],
      failures: Object.keys(FAILURES),
      also: ['late reply'],
    },
  ],
  'a purchase that staff and erasure touch': [
    purchase,
    {
      answers: ['COMPLETED', 'unknown word', 'wrong address', 'not found'],
      failures: ['timeout'],
      also: ['staff', 'erased', 'altered'],
    },
  ],
  'a purchase of two trades': [
    purchase,
    {
      answers: ['PAYMENT_FAILED', 'COMPLETED', 'REFUNDED', 'unknown word'],
      failures: ['timeout', 'refused'],
      waits: false,
      trades: 2,
      also: ['late reply'],
    },
  ],
  'a purchase of three trades': [purchase, { answers: ['COMPLETED'], failures: ['timeout'], waits: false, trades: 3 }],
  'a sale': [sale, { answers: [...PROVIDER_STATUSES.SELL, ...NOT_WORDS], also: ['erased'] }],
};
const DEFAULTS: Omit<Alphabet, 'answers'> = { failures: [], waits: true, trades: 1, open: 1, also: [] };

type EdgeRule = (edge: Edge, step: Step, before: TradeRow, after: TradeRow) => boolean;

const tradeOf = ({ trades }: OrderState, tradeNo: string): TradeRow | undefined =>
  trades.find((trade) => trade.tradeNo === tradeNo);
const isAnswer = ({ by }: Pick<Edge, 'by'>): boolean => by === 'poll' || by === 'callback';
const isRaised = ({ openMismatches, resolvedMismatches }: OrderState, given: Partial<OpenMismatch>): boolean =>
  [...openMismatches, ...resolvedMismatches].some((one) => one.kind === given.kind && one.tradeNo === given.tradeNo);
const told = ({ change }: Step): string[] => change?.announcements.map(({ type }) => type.replace(/^\w+\./, '')) ?? [];

const EMPTY = 'as before, all empty';
const NOT_BELIEVED = new Set(['foreign record', "another trade's number", 'unstorable record']);
const UNCLEAR = new Set([...NOT_BELIEVED, 'unknown word']);
const isNotFound = (name: string): boolean => name.startsWith('not found') && !name.endsWith('in doubt');
const SILENT = new Set(['no answer', 'no answer for long']);
const UNPAID = new Set(['AWAITING_PAYMENT', 'PAYMENT_FAILED', 'AWAITING_CRYPTO']);
const REFUSALS = new Set(['refused', 'refused for its timestamp', 'refused for now', 'declined']);

/** The newest answer that says something about the trade, on the way to this node. */
const lastAnswer = (node: Node, trade: string): string | undefined =>
  node.path().findLast((edge) => isAnswer(edge) && edge.tradeNo === trade && !SILENT.has(edge.name))?.name;

/** What the entries say of a trade, as its row has it. Redacted terms are compared where an order is rebuilt. */
const toldOf = ({ tradeNo, facts, ...row }: TradeRow) => {
  const { side, status, outcome, superseded, stamp, sends, orderNo, payUrlAt, givenUpAt, n } = row;
  const { shownQuantity, tolerancePercent, slippagePercent, rampStatus, registeredOrderNo, rampMerchantOrderNo } = row;
  const refusal = row.refusal && { ...row.refusal, returnMsg: null };
  const stated = Object.entries(facts).filter(([name]) => !isPersonalField(name));
  return {
    tradeNo,
    n,
    side,
    status,
    outcome,
    superseded,
    stamp,
    sends,
    orderNo,
    payUrlAt,
    givenUpAt,
    refusal,
    shownQuantity,
    tolerancePercent,
    slippagePercent,
    rampStatus,
    registeredOrderNo,
    rampMerchantOrderNo,
    statusAt: row.statusAt,
    createdAt: row.createdAt,
    facts: Object.fromEntries(stated),
  };
};
const BESIDE_ROWS = { asked: null, askedKeyId: 'k1', page: null };

/** Each holds for every step, of the trade that the step is about. */
const STEP_RULES: Readonly<Record<string, EdgeRule>> = {
  'the entries of a step say what it did to the trades': ({ from }, { after, change }) => {
    const before = from.state.trades.map((trade): ReplayedTrade => ({ ...toldOf(trade), ...BESIDE_ROWS }));
    const replayed = (change?.events ?? []).reduce<readonly ReplayedTrade[]>(afterEntry, before);
    return isDeepStrictEqual(
      replayed.map((trade) => ({ ...trade, ...BESIDE_ROWS })),
      after.trades.map((trade) => ({ ...toldOf(trade), ...BESIDE_ROWS })),
    );
  },
  'a paid order never reads as unpaid': ({ from }, { after }) =>
    !isPaid(from.state.order.status) || from.state.order.status === 'PAYOUT_FAILED' || isPaid(after.order.status),
  'a completion in review is announced as a payment': ({ from }, step) => {
    const { announcedStatus, inReview } = step.after.order;
    const isFirst = !isPaid(from.state.order.announcedStatus ?? 'CREATING') && isPaid(announcedStatus ?? 'CREATING');
    const ofMoney = told(step).some((what) => ['paid', 'completed', 'refunded', 'payment_failed'].includes(what));
    return !(inReview && told(step).includes('completed')) && (!isFirst || ofMoney);
  },
  'a word of the provider is applied, expires the trade, or is a mismatch': (
    { name },
    { after: state },
    before,
    after,
  ) => {
    if (!WORDS.has(name)) return true;
    if (after.status === name) return true;
    const expires = UNPAID.has(name) && after.status === 'EXPIRED';
    return (
      expires || (after.status === before.status && isRaised(state, { kind: 'transition', tradeNo: after.tradeNo }))
    );
  },
  'a record that agrees, or no record of a trade that need not exist, ends all its mismatches': (
    { name },
    { after: state },
    before,
  ) => {
    const isAbsent = name === 'not found' && !existsAtProvider(before);
    const isTheirs = ({ tradeNo, kind }: OpenMismatch): boolean =>
      tradeNo === before.tradeNo && kind !== 'double_payment';
    return !(name === 'as before' || isAbsent) || !state.openMismatches.some(isTheirs);
  },
  'a double payment is raised once, and the version grows exactly with the history': ({ from }, { after, change }) => {
    const doubles = after.openMismatches.filter(({ kind }) => kind === 'double_payment').length;
    const kept = after.trades.filter(({ status }) => isPaid(status) && status !== 'REFUNDED').length;
    const isDouble = doubles === 0 || (doubles === 1 && kept > 1);
    const growth = after.order.version - from.state.order.version;
    return isDouble && growth === ((change?.events.length ?? 0) > 0 ? 1 : 0);
  },
  'a mismatch ends only by an answer that says it is over': ({ name, by, tradeNo, from }, { change }) => {
    const ended = from.state.openMismatches.filter(({ id }) => change?.resolved.some((one) => one.id === id));
    return ended.every(({ kind, tradeNo: of }) => {
      if (by === 'staff' || kind === 'double_payment') return by === 'staff' || name === 'REFUNDED';
      const isSaid = isAnswer({ by }) && of === tradeNo && !SILENT.has(name);
      if (MISMATCH_ENDS[kind] === 'answer') return isSaid && !(kind === 'vanished' && name === 'not found');
      return isSaid && !NOT_BELIEVED.has(name) && !name.endsWith('in doubt') && !(kind === 'field' && name === EMPTY);
    });
  },
  'an unknown word keeps the status and opens a review': ({ name }, { after: state }, before, after) =>
    name !== 'unknown word' ||
    (after.status === before.status && isRaised(state, { kind: 'status', tradeNo: after.tradeNo })),
  'a record that is not believed, no answer and doubt change nothing': ({ name, from }, _, before, after) => {
    if (!NOT_BELIEVED.has(name) && !SILENT.has(name) && !name.endsWith('in doubt')) return true;
    const isOverdue = before.status === 'REGISTERED' && NOT_BELIEVED.has(name) && after.outcome === 'never_created';
    const { status, outcome, orderNo, facts } = before;
    const isSame = after.status === status && after.outcome === outcome && after.orderNo === orderNo;
    return (
      (isSame && JSON.stringify(after.facts) === JSON.stringify(facts)) || (isOverdue && from.state.now > at(3 * DAY))
    );
  },
  'only own, readable answers with a known status are understood': (edge, _, before, after) => {
    const { name, from } = edge;
    if (!isAnswer(edge) || SILENT.has(name) || after.side === 'SELL') return true;
    if (name.startsWith('not found')) return true;
    // Without a number of its own, a record with another address is another purchase's.
    if (name === 'wrong address' && before.orderNo === null && from.state.order.erasedAt === null)
      return !after.understood;
    const isBack = WORDS.has(name) && after.status !== name && after.status !== 'EXPIRED';
    return after.understood === !(UNCLEAR.has(name) || isBack || (name === 'other amount' && after.status !== 'PAID'));
  },
  'never created: two late, spaced answers, none doubted since': ({ from, name }, _, before, after) => {
    const isNew = after.outcome === 'never_created' && before.outcome !== 'never_created';
    if (!isNew || after.side === 'SELL') return true;
    const past = from.path().filter((edge) => isAnswer(edge) && edge.tradeNo === after.tradeNo);
    const doubt = past.findLastIndex((edge) => edge.name.endsWith('in doubt'));
    const first = past.slice(doubt + 1).find((edge) => isNotFound(edge.name) && isLate(edge.from.state.now, before));
    const isSpaced = first !== undefined && from.state.now.getTime() - first.from.state.now.getTime() >= MINUTE;
    return isNotFound(name) && isLate(from.state.now, before) && isSpaced;
  },
  'only a refusal rejects a trade': ({ name }, _, before, after) =>
    after.status !== 'REJECTED' || before.status === 'REJECTED' || REFUSALS.has(name),
  'a request is sent again only if the provider certainly did not act': (_, __, before, after) =>
    after.sends === before.sends || before.outcome === 'not_sent',
  'only the reply to the current runner gives a page; a late one adds the number': (
    { name, by, from },
    _,
    before,
    after,
  ) =>
    (by !== 'late reply' ||
      (after.outcome === 'created' && after.orderNo !== null && after.payUrl === before.payUrl)) &&
    (after.payUrlAt === before.payUrlAt || (name === 'created with a page' && after.n === from.state.trades.length)),
  'a new trade: each older page has a newest answer that is clear and says unpaid': ({ from, by }, { after: state }) =>
    by !== 'shop' ||
    state.trades.length === from.state.trades.length ||
    from.state.trades.every((trade) => {
      const last = trade.payUrlAt === null ? undefined : lastAnswer(from, trade.tradeNo);
      return !isPaid(trade.status) && (last === undefined || !(UNCLEAR.has(last) || last.startsWith('not found')));
    }),
  'a final order gets no payment on a page by a scheduled poll': ({ from, by }, _, before, after) =>
    by !== 'poll' ||
    !orderEnd(from.state).final ||
    before.payUrlAt === null ||
    isPaid(before.status) ||
    !isPaid(after.status),
  'staff sets no status': ({ by, from }, { after: { order } }) =>
    by !== 'staff' || order.status === from.state.order.status,
};

const isLate = (answered: Date, { stamp }: TradeRow): boolean => answered.getTime() > (stamp ?? Infinity) + 6 * MINUTE;

const NODE_RULES: Readonly<Record<string, (state: OrderState) => boolean>> = {
  'an order with a paid trade reads as paid': ({ order, trades }) =>
    isPaid(order.status) || !trades.some(({ status }) => isPaid(status)),
  'a paid order has announced a payment, and a completion once it is not in review': ({ order }) => {
    const { status, announcedStatus, inReview } = order;
    return (
      (status !== 'COMPLETED' || inReview || announcedStatus === status) &&
      (!isPaid(status) || isPaid(announcedStatus ?? 'CREATING'))
    );
  },
  'two kept payments are a double payment': ({ trades, openMismatches, resolvedMismatches }) => {
    const kept = trades.filter(({ status }) => isPaid(status) && status !== 'REFUNDED');
    return kept.length < 2 || [...openMismatches, ...resolvedMismatches].some(({ kind }) => kind === 'double_payment');
  },
  'a page is of the newest trade, fresh, and of an unpaid order': (state) => {
    const { tradeNo, payUrlAt } = currentTrade(state.trades);
    const page = shownPage(state, OFFERS);
    const isFresh = payUrlAt !== null && state.now.getTime() - payUrlAt.getTime() < OFFERS.payUrlTtlMs;
    const isAwaited = ['AWAITING_PAYMENT', 'PAYMENT_FAILED'].includes(state.order.status);
    const isOpen = isAwaited && state.trades.every((one) => one.payUrlAt === null || one.understood);
    const isOurs = !state.openMismatches.some((one) => one.tradeNo === tradeNo && one.field === 'address');
    return page === null || (page.payUrl.endsWith(`/${tradeNo}`) && isFresh && isOpen && isOurs);
  },
  'an order in review is neither settled nor final, and a final one is settled': (state) => {
    const { settled, final } = orderEnd(state);
    return state.order.inReview ? !settled && !final : settled || !final;
  },
  /** Alarms fire when a timer does not act; see the alerts below. */
  'an open trade has a timer, unless its order is final': (state) => {
    const isDriven = state.order.attemptUntil !== null;
    const current = currentTrade(state.trades);
    const isGivenUp = ({ status }: TradeRow): boolean => status === 'PAYOUT_FAILED' && state.order.inReview;
    return (
      orderEnd(state).final ||
      state.trades.every(
        (trade) =>
          isSettledStatus(trade.status) ||
          isGivenUp(trade) ||
          trade.nextQueryAt !== null ||
          (isDriven && trade === current),
      )
    );
  },
};

function graphOf([start, alphabet]: (typeof GRAPHS)[string]) {
  const broken = new Map<string, string>();
  const check = (rule: string, holds: boolean, path: () => readonly Edge[]): void => {
    if (!holds && !broken.has(rule))
      broken.set(
        rule,
        path().reduce((text, { tradeNo, name }) => `${text} > ${tradeNo} ${name}`, ''),
      );
  };
  const graph = explore(start, { ...DEFAULTS, ...alphabet }, (edge, step) => {
    const before = tradeOf(edge.from.state, edge.tradeNo) ?? currentTrade(edge.from.state.trades);
    const after = tradeOf(step.after, before.tradeNo) ?? before;
    for (const [rule, holds] of Object.entries(STEP_RULES))
      check(rule, holds(edge, step, before, after), () => [...edge.from.path(), edge]);
  });
  for (const node of graph.nodes)
    for (const [rule, holds] of Object.entries(NODE_RULES)) check(rule, holds(node.state), node.path);
  const own = graph.edges.filter(({ by }) => by === 'poll' || by === 'runner' || by === 'time');
  const ends = reaching(
    graph.nodes.filter(({ state }) => orderEnd(state).final),
    own,
  );
  const calm = reaching(
    graph.nodes.filter(({ state }) => !state.order.inReview),
    [...own, ...graph.edges.filter(({ by }) => by === 'callback')],
  );
  for (const node of graph.nodes) {
    if (alphabet.waits !== false)
      check('every order can end by polls, runners and time', ends.has(node) || isAwaitingStaff(node), node.path);
    check('every review can end without staff', calm.has(node) || alphabet.trades === 3, node.path);
  }
  return { ...graph, broken: Object.fromEntries(broken) };
}

const isAwaitingStaff = ({ state }: Node): boolean =>
  state.order.inReview && state.trades.every(({ nextQueryAt }) => nextQueryAt === null);

const graphs = Object.entries(GRAPHS).map(([name, given]) => [name, graphOf(given)] as const);

it.each(graphs)('every step and state holds all rules: %s', (_, { broken }) => {
  expect(broken).toEqual({});
});

const states = graphs.flatMap(([, { nodes }]) => nodes.map(({ state }) => state));

it('every status, outcome and kind of mismatch is reached', () => {
  const reached = <T>(of: (state: OrderState) => readonly T[]): T[] => [...new Set(states.flatMap(of))].sort();
  expect(reached(({ trades }) => trades.map(({ status }) => status))).toEqual([...TRADE_STATUSES].sort());
  expect(reached(({ trades }) => trades.map(({ outcome }) => outcome))).toEqual([...CREATE_OUTCOMES].sort());
  expect(reached(({ openMismatches }) => openMismatches.map(({ kind }) => kind))).toEqual([...MISMATCH_KINDS].sort());
});

it('a timer that does not act, and an open mismatch, have an alert', () => {
  const names = alertRules().map(({ name }) => name);
  const needed = ['RampCheckoutOrdersInMakingLate', 'RampCheckoutTradesOverdue', 'RampCheckoutMismatchOpen'];
  expect(names).toEqual(expect.arrayContaining(needed));
});
