import type { Step } from '../scenarios/scenario.js';
import { scenarioOf } from '../scenarios/table.js';
import type { Order } from './order.js';

/** Automatic moves of a purchase, each after one pace. */
const FOLLOWS: ReadonlyMap<string, string> = new Map([
  ['PAY_SUCCESS', 'TRANSFER'],
  ['TRANSFER', 'FINISHED'],
]);

export interface NextMove extends Step {
  readonly cause: 'pace' | 'scenario';
}

/** The order's next automatic move; null: none. A scenario decides until its steps are taken over. */
export function nextMove(order: Order): NextMove | null {
  if (typeof order.step === 'number') {
    const step = scenarioOf(order.scenario)?.steps?.[order.step];
    return step === undefined ? null : { ...step, cause: 'scenario' };
  }
  const to = order.side === 'BUY' ? FOLLOWS.get(order.status) : undefined;
  const isForced = order.history.at(-1)?.cause === 'forced';
  return to === undefined || isForced ? null : { to, cause: 'pace' };
}
