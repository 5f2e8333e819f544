import type { VirtualClock } from '../clock.js';
import { enterStatus } from './enter-status.js';
import { nextMove } from './next-move.js';
import type { BuyOrder, Cause, Order } from './order.js';

interface Surroundings {
  readonly clock: VirtualClock;
  /** Milliseconds of virtual time between two moves, read for each move. */
  readonly paceMs: () => number;
  /** Called after every change, before it is announced. */
  readonly commit: () => void;
  readonly announce: (order: BuyOrder) => void;
}

interface Move {
  readonly cause: Cause;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly announce: boolean;
}

/** Only these statuses are pushed; all others show in queries only. */
const ANNOUNCED: ReadonlySet<string> = new Set(['PAY_FAIL', 'PAY_SUCCESS', 'FINISHED']);

// A failed payment may be retried on the same page with another card.
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

export class Progress {
  /** By orderNo: cancels the scheduled move. */
  private readonly waiting = new Map<string, () => void>();

  constructor(private readonly surroundings: Surroundings) {}

  /** Starts the scenario of a new order, if any. */
  begin(order: Order): void {
    this.scheduleNext(order, this.surroundings.clock.now());
  }

  /** An action on the pay page. False if the order no longer awaits payment. */
  act(order: Order, act: PersonsAct): boolean {
    if (!awaitsPayment(order)) return false;
    const now = this.surroundings.clock.now();
    order.step = null;
    this.enter(order, PERSONS_ACTS[act], { cause: 'person', at: now, announce: true });
    this.scheduleNext(order, now);
    return true;
  }

  /** Sets any status, even an unknown one. The order stays there until it is moved again. */
  force(order: Order, status: string, announce: boolean): void {
    order.step = null;
    this.enter(order, status, { cause: 'forced', at: this.surroundings.clock.now(), announce });
  }

  /** Records that a query returned the status: some moves wait for that. */
  told(order: Order): void {
    if (order.told === order.status) return;
    order.told = order.status;
    if (nextMove(order)?.onceTold === true) this.scheduleNext(order, this.surroundings.clock.now());
  }

  /** Schedules the moves that a restart interrupted. */
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

  /** A move is dated at its due time, and so is the next: a clock jump may run several at once. */
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
