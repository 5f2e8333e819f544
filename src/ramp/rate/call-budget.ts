import type { OnModuleDestroy } from '@nestjs/common';
import type { MonotonicTime } from '../../platform/shared/monotonic-time.js';
import { POLL_SHARE } from './call-places.js';
import type { HeldPlaces, WaitingCalls } from './held-places.js';
import { Pace } from './pace.js';
import { PayerQueue } from './payer-queue.js';
import type { CallPriority } from '../port/ramp.gateway.js';

/** Ends the call that it was given for; calling it again does nothing. */
export type Release = () => void;

interface Waiting {
  /** Until when it waits. */
  readonly until: number;
  readonly start: (release: Release) => void;
  readonly giveUp: () => void;
}

const CUSTOMER_WAIT_MS = 1200;

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
  private readonly crowding: Pace;

  constructor(
    private readonly places: HeldPlaces,
    private readonly maxConcurrency: number,
    private readonly time: MonotonicTime,
  ) {
    this.pace = new Pace(time);
    this.crowding = new Pace(time);
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
    if (queue.size >= 2 * this.places.perSecond) {
      const yielding = queue.yieldsTo(payer);
      if (yielding === null) return Promise.resolve(null);
      yielding.giveUp();
    }
    return new Promise((resolve) => {
      const patience = priority === 'customer' ? CUSTOMER_WAIT_MS : this.pollWaitMs();
      const stopWaiting = this.time.after(patience, () => {
        if (priority === 'poll') this.crowding.slowDown(0);
        waiting.giveUp();
      });
      const leave = (outcome: Release | null) => {
        stopWaiting();
        queue.remove(payer, waiting);
        resolve(outcome);
      };
      const waiting: Waiting = {
        until: this.time.now() + patience,
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
   * using the budget: those polls wait for their turn, else customers who take each place at once would starve them.
   * Fewer while other processes take what is free, or the provider wants fewer calls; none while it wants a pause.
   */
  pollsAllowedNow(): number {
    const { customer, poll } = this.waiting;
    // What is held is taken already, and customers have the first of it.
    const placeless = Math.max(0, customer.size + poll.size - this.places.count);
    const placelessPolls = Math.min(poll.size, placeless);
    const left = this.places.left();
    const atOnce = this.maxConcurrency - this.running - customer.size;
    const free = Math.min(left - placeless, Math.min(atOnce, this.pollPlaces()) - poll.size);
    const fifth = Math.max(1, Math.floor(this.places.perSecond / POLL_SHARE));
    const hasToWait = this.customersSincePoll > 0 || customer.size > 0 || left < fifth;
    const worth = Math.min(hasToWait ? Math.max(free, fifth - placelessPolls) : free, this.pollsAtThisPace());
    return Math.max(0, Math.min(worth, this.pollsBesideOthers()));
  }

  /** Who claims more than it can ask about keeps other processes from asking; so less after a poll had to give up. */
  private pollsBesideOthers(): number {
    return Math.max(1, Math.floor(this.places.perSecond * this.crowding.share)) - this.waiting.poll.size;
  }

  private pollsAtThisPace(): number {
    const { share } = this.pace;
    if (share === 0 || share === 1) return share === 0 ? 0 : Number.POSITIVE_INFINITY;
    return Math.max(1, Math.floor(this.places.perSecond * share)) - this.waiting.poll.size;
  }

  private serve(): void {
    for (;;) {
      const priority = this.nextPriority();
      if (priority === null) return;
      const paceMs = this.pace.waitMs(this.places.perSecond);
      if (paceMs > 0) {
        this.wakeUpIn(paceMs);
        return;
      }
      if (!this.places.take()) break;
      this.start(priority);
    }
    this.askForPlaces();
  }

  /** For those who wait without one; while that is under way, further ones gather. */
  private askForPlaces(): void {
    const wanted = this.wanted();
    const askInMs = wanted.customers + wanted.polls === 0 ? Infinity : this.places.askInMs(wanted.customers > 0);
    this.wakeUpIn(Math.min(this.places.nextInMs(), askInMs > 0 ? askInMs : Infinity));
    if (askInMs > 0) return;
    void this.places.ask(wanted).then((placeless) => {
      this.refuse(placeless);
      this.serve();
    });
  }

  private wanted(): WaitingCalls {
    const { customer, poll } = this.waiting;
    const free = Math.min(this.maxConcurrency - this.running, this.pace.share < 1 ? 1 : Infinity);
    const customersNext = Math.min(customer.size, free);
    const pollsNext = Math.min(poll.size, this.pollPlaces(), free - customersNext);
    const held = this.places.count;
    const customers = Math.max(0, customersNext - held);
    const polls = Math.max(0, pollsNext - Math.max(0, held - customersNext));
    // Those who came last: who came before them has the places that are held.
    const untils = customer.all().map(({ until }) => until);
    const until = untils.sort((a, b) => b - a)[customers - 1] ?? 0;
    const pollsUntil = Math.max(0, ...poll.all().map((each) => each.until));
    const now = this.time.now();
    return { customers, polls, customersWaitMs: until - now, pollsWaitMs: pollsUntil - now };
  }

  /** The places are taken for as long as these customers would wait. */
  private refuse(placeless: number): void {
    const { customer } = this.waiting;
    const most = Math.min(placeless, customer.size - this.places.count);
    for (let i = 0; i < most; i++) customer.last()?.giveUp();
  }

  /** Whose turn it is; null: nobody waits who may start. */
  private nextPriority(): CallPriority | null {
    if (this.running >= this.maxConcurrency) return null;
    const pollMayStart = this.waiting.poll.size > 0 && this.pollPlaces() > 0;
    if (this.waiting.customer.size === 0) return pollMayStart ? 'poll' : null;
    return pollMayStart && this.customersSincePoll >= POLL_SHARE - 1 ? 'poll' : 'customer';
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

  /** A second's polls, one after the other, each behind as many customers as would wait. */
  private pollWaitMs(): number {
    return 1000 + CUSTOMER_WAIT_MS + (1000 * POLL_SHARE) / this.places.perSecond;
  }

  private wakeUpIn(milliseconds: number): void {
    this.cancelWakeUp?.();
    this.cancelWakeUp = null;
    if (milliseconds === Number.POSITIVE_INFINITY) return;
    this.cancelWakeUp = this.time.after(milliseconds, () => {
      this.cancelWakeUp = null;
      this.serve();
    });
  }
}
