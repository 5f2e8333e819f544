import { isPaid } from '#src/orders/model/order-status.js';
import type { TradeStatus } from '#src/orders/model/order-status.js';
import type { OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { POLICY } from '../decision-contexts.js';
import { MINUTE } from '../moments.js';
import { OFFERS, stepsFrom } from './order-steps.js';
import type { Alphabet, Step } from './order-steps.js';

export interface Node {
  readonly state: OrderState;
  /** The steps that led here from the start. */
  readonly path: () => readonly Edge[];
}

/** `after`: as the step left it; `to`: the state that stands for all with the same key. */
export interface Edge extends Omit<Step, 'after' | 'change'> {
  readonly from: Node;
  readonly to: Node;
}

export type Visit = (edge: Edge, step: Step) => void;

/** How many of these times have passed since then. */
const passed = (now: Date, from: Date | number | null, ...times: readonly number[]): string =>
  from === null ? '-' : String(times.filter((ms) => now.getTime() - new Date(from).getTime() > ms).length);

/** What the decisions look at. Counters only set the pace, and the age of a paid trade says nothing. */
function tradeKey(trade: TradeRow, now: Date, isInMaking: boolean): string {
  const { status, outcome, superseded, understood, finalFieldsAsked, watchClass, nextQueryAt, orderNo, payUrlAt } =
    trade;
  const isSale = trade.side === 'SELL';
  const born = isPaid(status) ? null : Math.max(trade.createdAt.getTime(), trade.stamp ?? 0);
  return [
    status,
    outcome,
    superseded,
    understood,
    finalFieldsAsked,
    watchClass === null,
    nextQueryAt === null,
    orderNo === null,
    trade.sends === 0,
    trade.payUrl === null,
    isInMaking && trade.refusal?.problem === 'ramp_protocol',
    isSale && trade.rampStatus === status,
    passed(now, isPaid(status) ? null : payUrlAt, OFFERS.payUrlTtlMs),
    passed(now, orderNo === null ? trade.notFoundAt : null, MINUTE),
    passed(now, born, POLICY.expiryMs),
    passed(
      now,
      nextQueryAt === null ? null : trade.statusAt,
      ...(isSale ? [POLICY.saleExpiryMs] : []),
      POLICY.watchClosedMs,
    ),
  ].join();
}

const announced = (status: TradeStatus | null): string =>
  status === null || status === 'COMPLETED' ? String(status) : String(isPaid(status));

/** States with equal keys continue in the same ways. */
function keyOf({ order, trades, openMismatches, resolvedMismatches, now }: OrderState): string {
  const { attemptUntil, attemptPatienceUntil, announcedStatus, erasedAt, firstTradeOfRequest } = order;
  const marks = [...openMismatches, ...resolvedMismatches.map((one) => ({ ...one, kind: `-${one.kind}` }))];
  return [
    attemptUntil === null,
    attemptPatienceUntil !== null && attemptPatienceUntil > now,
    announced(announcedStatus),
    erasedAt === null,
    attemptUntil === null || firstTradeOfRequest,
    ...trades.map((trade) => tradeKey(trade, now, attemptUntil !== null)),
    ...marks.map(({ tradeNo, kind, field }) => `${tradeNo} ${kind} ${field}`).sort(),
  ].join('|');
}

/** Visits all states and steps that can be reached, the nearest first. */
export function explore(first: OrderState, alphabet: Alphabet, visit: Visit): { nodes: Node[]; edges: Edge[] } {
  const known = new Map<string, Node>([[keyOf(first), { state: first, path: () => [] }]]);
  const edges: Edge[] = [];
  for (const from of known.values()) {
    for (const { after, change, ...step } of stepsFrom(from.state, alphabet)) {
      const key = keyOf(after);
      const to: Node = known.get(key) ?? { state: after, path: () => [...from.path(), edge] };
      const edge: Edge = { ...step, from, to };
      known.set(key, to);
      edges.push(edge);
      visit(edge, { ...step, after, change });
    }
  }
  return { nodes: [...known.values()], edges };
}

/** The nodes from which one of `goals` can be reached by these edges. */
export function reaching(goals: readonly Node[], edges: readonly Edge[]): ReadonlySet<Node> {
  const into = new Map<Node, Node[]>();
  for (const { from, to } of edges) into.set(to, [...(into.get(to) ?? []), from]);
  const reached = new Set(goals);
  for (const node of reached) for (const from of into.get(node) ?? []) reached.add(from);
  return reached;
}
