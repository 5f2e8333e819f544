import type { VirtualClock } from '../clock.js';
import { enterStatus } from './enter-status.js';
import type { BuyOrder, Cause, Order } from './order.js';

interface Surroundings {
  readonly clock: VirtualClock;
  /** Milliseconds of virtual time between two moves, read anew for each. */
  readonly paceMs: () => number;
  /** Called after every change, before anyone is told of it. */
  readonly commit: () => void;
  readonly announce: (order: BuyOrder) => void;
}

interface Move {
  readonly cause: Cause;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly announce: boolean;
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
  /** By orderNo: how to call off the move that waits. */
  private readonly waiting = new Map<string, () => void>();

  constructor(private readonly surroundings: Surroundings) {}

  /** What a person does on the pay page. False, and nothing happens, when the order no longer waits for payment. */
  act(order: Order, act: PersonsAct): boolean {
    if (!awaitsPayment(order)) return false;
    const now = this.surroundings.clock.now();
    this.enter(order, PERSONS_ACTS[act], { cause: 'person', at: now, announce: true });
    this.scheduleNext(order, now);
    return true;
  }

  /** Any status, also one that nobody knows. The order then stays there until it is moved again. */
  force(order: Order, status: string, announce: boolean): void {
    this.enter(order, status, { cause: 'forced', at: this.surroundings.clock.now(), announce });
  }

  /** Takes up the moves that a restart has interrupted. */
  resume(orders: readonly BuyOrder[]): void {
    const now = this.surroundings.clock.now();
    for (const order of orders) if (order.history.at(-1)?.cause !== 'forced') this.scheduleNext(order, now);
  }

  stop(): void {
    for (const callOff of this.waiting.values()) callOff();
    this.waiting.clear();
  }

  private enter(order: Order, status: string, { cause, at, announce }: Move): void {
    this.waiting.get(order.orderNo)?.();
    this.waiting.delete(order.orderNo);
    enterStatus(order, status, cause, at);
    this.surroundings.commit();
    if (announce && order.side === 'BUY' && ANNOUNCED.has(status)) this.surroundings.announce(order);
  }

  /** A move is dated, and followed by the next, as of its own moment: a leap of the clock may pass several at once. */
  private scheduleNext(order: BuyOrder, since: number): void {
    const next = FOLLOWS.get(order.status);
    if (next === undefined) return;
    const { clock, paceMs } = this.surroundings;
    const callOff = clock.at(since + paceMs(), (due) => {
      this.enter(order, next, { cause: 'pace', at: due, announce: true });
      this.scheduleNext(order, due);
    });
    this.waiting.set(order.orderNo, callOff);
  }
}
