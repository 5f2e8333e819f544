import type { Step } from '../scenarios/scenario.js';
import { scenarioOf } from '../scenarios/table.js';
import type { Order } from './order.js';

/** What follows by itself on a purchase, a pace later. */
const FOLLOWS: ReadonlyMap<string, string> = new Map([
  ['PAY_SUCCESS', 'TRANSFER'],
  ['TRANSFER', 'FINISHED'],
]);

export interface NextMove extends Step {
  readonly cause: 'pace' | 'scenario';
}

/** The move that the order makes by itself; null when it stays where it is. Its scenario decides as long as it has one. */
export function nextMove(order: Order): NextMove | null {
  if (typeof order.step === 'number') {
    const step = scenarioOf(order.scenario)?.steps?.[order.step];
    return step === undefined ? null : { ...step, cause: 'scenario' };
  }
  const to = order.side === 'BUY' ? FOLLOWS.get(order.status) : undefined;
  const isForced = order.history.at(-1)?.cause === 'forced';
  return to === undefined || isForced ? null : { to, cause: 'pace' };
}
