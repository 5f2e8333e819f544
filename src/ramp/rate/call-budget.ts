import type { OnModuleDestroy } from '@nestjs/common';
import type { CallAllowance } from './call-allowance.js';
import type { MonotonicTime } from '../../platform/shared/monotonic-time.js';
import { Pace } from './pace.js';
import { PayerQueue } from './payer-queue.js';
import type { CallPriority } from '../port/ramp.gateway.js';

/** Ends the call that it was given for; calling it again does nothing. */
export type Release = () => void;

interface Waiting {
  readonly start: (release: Release) => void;
  readonly giveUp: () => void;
}

/** A little more than the second in which a token that polls have just taken comes back. */
const CUSTOMER_WAIT_MS = 1200;

/** While both wait, each fifth call is a poll. */
const CUSTOMERS_PER_POLL = 4;
const POLL_SHARE = 5;

/**
 * Rations the calls of this process: the provider's rate, and how many calls run at once. Customers go before polls,
 * and polls still get a fifth of the rate; customers' calls go by turns of those on whose account they are. A call that
 * would wait too long is refused, so that its caller can say so.
 */
export class CallBudget implements OnModuleDestroy {
  private readonly waiting = { customer: new PayerQueue<Waiting>(), poll: new PayerQueue<Waiting>() };
  private running = 0;
  private pollsRunning = 0;
  private customersSincePoll = 0;
  private cancelWakeUp: (() => void) | null = null;
  private stopping = false;
  private readonly pace: Pace;

  constructor(
    private readonly allowance: CallAllowance,
    private readonly maxConcurrency: number,
    private readonly time: MonotonicTime,
  ) {
    this.pace = new Pace(time);
    allowance.attach({
      waiting: () => (this.nextPriority() === null ? 0 : this.waiting.customer.size + this.waiting.poll.size),
      serve: () => {
        this.serve();
      },
    });
  }

  /** Share of the rate that is used since the provider said that it had too many calls, from 0 (a pause) to 1. */
  get paceShare(): number {
    return this.pace.share;
  }

  /** The provider had too many calls, of whatever kind; `retryAfterMs` null: it does not say when to come again. */
  slowDown(retryAfterMs: number | null): void {
    this.pace.slowDown(retryAfterMs);
  }

  /** A process that ends has no time for polls that wait: whoever claims their trades next asks. Customers go on. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const poll of this.waiting.poll.all()) poll.giveUp();
  }

  /**
   * Waits for a place, for customers at most 1.2 s and for polls as long as their fifth of the rate may take. null: no
   * place in that time, or too many wait already. Where too many of one payer do, his newest makes room for another's.
   * `payer` null: on nobody's account in particular.
   */
  acquire(priority: CallPriority, payer: string | null): Promise<Release | null> {
    const queue = this.waiting[priority];
    if (priority === 'poll' && this.stopping) return Promise.resolve(null);
    if (queue.size >= 2 * this.allowance.most) {
      const yielding = queue.yieldsTo(payer);
      if (yielding === null) return Promise.resolve(null);
      yielding.giveUp();
    }
    return new Promise((resolve) => {
      const patience = priority === 'customer' ? CUSTOMER_WAIT_MS : this.pollWaitMs();
      const stopWaiting = this.time.after(patience, () => {
        waiting.giveUp();
      });
      const leave = (outcome: Release | null) => {
        stopWaiting();
        queue.remove(payer, waiting);
        resolve(outcome);
      };
      const waiting: Waiting = {
        start: leave,
        giveUp: () => {
          leave(null);
        },
      };
      queue.add(payer, waiting);
      this.serve();
    });
  }

  /**
   * How many polls are worth starting now. Beside what is free, that is the polls' fifth whenever customers have been
   * using the budget: those polls wait for their turn, else customers who take each token at once would starve them. And
   * while this process has no share of the rate, one poll: only what waits is given a share. Fewer while the provider
   * wants fewer calls, and none while it wants a pause.
   */
  pollsAllowedNow(): number {
    const waiting = this.waiting.customer.size + this.waiting.poll.size;
    const free = Math.min(this.allowance.left(), this.maxConcurrency - this.running, this.pollPlaces()) - waiting;
    const { perSecond } = this.allowance;
    const hasToWait = this.customersSincePoll > 0 || this.waiting.customer.size > 0 || perSecond === 0;
    const share = Math.max(1, Math.floor(perSecond / POLL_SHARE)) - this.waiting.poll.size;
    return Math.max(0, Math.min(Math.max(free, hasToWait ? share : 0), this.pollsAtThisPace()));
  }

  private pollsAtThisPace(): number {
    const { share } = this.pace;
    if (share === 0 || share === 1) return share === 0 ? 0 : Number.POSITIVE_INFINITY;
    return Math.max(1, Math.floor(this.allowance.most * share)) - this.waiting.poll.size;
  }

  private serve(): void {
    for (;;) {
      const priority = this.nextPriority();
      if (priority === null) return;
      const paceMs = this.pace.waitMs(this.allowance.most);
      if (paceMs > 0) {
        this.wakeUpIn(paceMs);
        return;
      }
      if (!this.allowance.take()) {
        this.wakeUpIn(this.allowance.nextInMs());
        return;
      }
      this.start(priority);
    }
  }

  /** Whose turn it is; null: nobody waits who may start. */
  private nextPriority(): CallPriority | null {
    if (this.running >= this.maxConcurrency) return null;
    const pollMayStart = this.waiting.poll.size > 0 && this.pollPlaces() > 0;
    if (this.waiting.customer.size === 0) return pollMayStart ? 'poll' : null;
    return pollMayStart && this.customersSincePoll >= CUSTOMERS_PER_POLL ? 'poll' : 'customer';
  }

  private start(priority: CallPriority): void {
    const first = this.waiting[priority].take();
    const isPoll = priority === 'poll';
    this.pace.started();
    this.running += 1;
    this.pollsRunning += isPoll ? 1 : 0;
    this.customersSincePoll = isPoll ? 0 : this.customersSincePoll + 1;
    let released = false;
    first?.start(() => {
      if (released) return;
      released = true;
      this.running -= 1;
      this.pollsRunning -= isPoll ? 1 : 0;
      this.serve();
    });
  }

  /** Polls leave a fifth of the places free: when the provider hangs, they would fill all of them. */
  private pollPlaces(): number {
    const most = Math.max(1, this.maxConcurrency - Math.ceil(this.maxConcurrency / POLL_SHARE));
    return most - this.pollsRunning;
  }

  private pollWaitMs(): number {
    return 1000 + (1000 * POLL_SHARE) / Math.max(1, this.allowance.perSecond);
  }

  private wakeUpIn(milliseconds: number): void {
    this.cancelWakeUp?.();
    this.cancelWakeUp = null;
    // The allowance tells when it knows.
    if (milliseconds === Number.POSITIVE_INFINITY) return;
    this.cancelWakeUp = this.time.after(milliseconds, () => {
      this.cancelWakeUp = null;
      this.serve();
    });
  }
}
