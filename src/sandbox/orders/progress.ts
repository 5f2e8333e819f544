import { enterStatus } from './enter-status.js';
import type { BuyOrder, Cause, Order } from './order.js';

interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds between two moves, read anew for each. */
  readonly paceMs: () => number;
  /** Called after every change, before anyone is told of it. */
  readonly commit: () => void;
  readonly announce: (order: BuyOrder) => void;
}

/** What follows by itself, at the sandbox's pace. */
const FOLLOWS: ReadonlyMap<string, string> = new Map([
  ['PAY_SUCCESS', 'TRANSFER'],
  ['TRANSFER', 'FINISHED'],
]);

/** The only statuses that the provider pushes; all others show up in queries alone. */
const ANNOUNCED: ReadonlySet<string> = new Set(['PAY_FAIL', 'PAY_SUCCESS', 'FINISHED']);

// A failed payment may be tried again on the same page, with another card.
const AWAITS_PAYMENT: ReadonlySet<string> = new Set(['PENDING', 'PAY_FAIL']);

export type PersonsAct = 'pay' | 'fail' | 'cancel';
export const PERSONS_ACTS: Readonly<Record<PersonsAct, string>> = {
  pay: 'PAY_SUCCESS',
  fail: 'PAY_FAIL',
  cancel: 'CANCEL',
};

export function awaitsPayment(order: Order): order is BuyOrder {
  return order.side === 'BUY' && AWAITS_PAYMENT.has(order.status);
}

/** Moves orders from status to status, and tells the merchant of those that are announced. */
export class Progress {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly surroundings: Surroundings) {}

  /** What a person does on the pay page. False, and nothing happens, when the order no longer waits for payment. */
  act(order: Order, act: PersonsAct): boolean {
    if (!awaitsPayment(order)) return false;
    this.enter(order, PERSONS_ACTS[act], 'person', true);
    this.scheduleNext(order);
    return true;
  }

  /** Any status, also one that nobody knows. The order then stays there until it is moved again. */
  force(order: Order, status: string, announce: boolean): void {
    this.enter(order, status, 'forced', announce);
  }

  /** Takes up the moves that a restart has interrupted. */
  resume(orders: readonly BuyOrder[]): void {
    for (const order of orders) if (order.history.at(-1)?.cause !== 'forced') this.scheduleNext(order);
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private enter(order: Order, status: string, cause: Cause, announce: boolean): void {
    clearTimeout(this.timers.get(order.orderNo));
    this.timers.delete(order.orderNo);
    enterStatus(order, status, cause, this.surroundings.now());
    this.surroundings.commit();
    if (announce && order.side === 'BUY' && ANNOUNCED.has(status)) this.surroundings.announce(order);
  }

  private scheduleNext(order: BuyOrder): void {
    const next = FOLLOWS.get(order.status);
    if (next === undefined) return;
    const move = (): void => {
      this.enter(order, next, 'pace', true);
      this.scheduleNext(order);
    };
    // unref: an order on its way must not keep the process from stopping.
    this.timers.set(order.orderNo, setTimeout(move, this.surroundings.paceMs()).unref());
  }
}
