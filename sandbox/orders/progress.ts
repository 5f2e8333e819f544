import type { VirtualClock } from '../clock.js';
import { enterStatus } from './enter-status.js';
import { nextMove } from './next-move.js';
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

  /** A new order: its scenario, if it has one, begins. */
  begin(order: Order): void {
    this.scheduleNext(order, this.surroundings.clock.now());
  }

  /** What a person does on the pay page. False, and nothing happens, when the order no longer waits for payment. */
  act(order: Order, act: PersonsAct): boolean {
    if (!awaitsPayment(order)) return false;
    const now = this.surroundings.clock.now();
    order.step = null;
    this.enter(order, PERSONS_ACTS[act], { cause: 'person', at: now, announce: true });
    this.scheduleNext(order, now);
    return true;
  }

  /** Any status, also one that nobody knows. The order then stays there until it is moved again. */
  force(order: Order, status: string, announce: boolean): void {
    order.step = null;
    this.enter(order, status, { cause: 'forced', at: this.surroundings.clock.now(), announce });
  }

  /** A query tells of the order as it is now: some moves have waited for that. */
  told(order: Order): void {
    if (order.told === order.status) return;
    order.told = order.status;
    if (nextMove(order)?.onceTold === true) this.scheduleNext(order, this.surroundings.clock.now());
  }

  /** Takes up the moves that a restart has interrupted. */
  resume(orders: readonly Order[]): void {
    for (const order of orders) this.begin(order);
  }

  stop(): void {
    for (const callOff of this.waiting.values()) callOff();
    this.waiting.clear();
  }

  private enter(order: Order, status: string, { cause, at, announce }: Move): void {
    this.waiting.get(order.orderNo)?.();
    this.waiting.delete(order.orderNo);
    if (status === 'vanished') order.vanished = true;
    else enterStatus(order, status, cause, at);
    this.surroundings.commit();
    if (announce && order.side === 'BUY' && ANNOUNCED.has(status)) this.surroundings.announce(order);
  }

  /** A move is dated, and followed by the next, as of its own moment: a leap of the clock may pass several at once. */
  private scheduleNext(order: Order, since: number): void {
    const move = nextMove(order);
    if (move === null || (move.onceTold === true && order.told !== order.status)) return;
    const { clock, paceMs } = this.surroundings;
    const callOff = clock.at(since + (move.paces ?? 1) * paceMs(), (due) => {
      if (typeof order.step === 'number') order.step += 1;
      this.enter(order, move.to, { cause: move.cause, at: due, announce: true });
      this.scheduleNext(order, due);
    });
    this.waiting.set(order.orderNo, callOff);
  }
}
