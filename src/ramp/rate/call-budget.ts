import type { OnModuleDestroy } from '@nestjs/common';
import type { MonotonicTime } from '../../platform/time/time.js';
import { POLL_SHARE } from './call-places.js';
import type { HeldPlaces, WaitingCalls } from './held-places.js';
import { Pace } from './pace.js';
import { PayerQueue } from './payer-queue.js';
import type { CallPriority } from '../port/ramp.gateway.js';

/** Guests' calls rank between customers' and polls. */
export type Turn = CallPriority | 'guest';

/** Ends the call; a second call does nothing. */
export type Release = () => void;

interface Waiting {
  readonly until: number;
  readonly start: (release: Release) => void;
  readonly giveUp: () => void;
}

const CUSTOMER_WAIT_MS = 1200;

/**
 * Rations this process's calls by the provider's rate and a limit on concurrency. Customers go before guests, both
 * before polls, and polls still get a fifth of the rate; calls of customers, and of guests, rotate among their payers.
 * A call that would wait too long is refused, so that its caller can respond.
 */
export class CallBudget implements OnModuleDestroy {
  private readonly waiting = {
    customer: new PayerQueue<Waiting>(),
    guest: new PayerQueue<Waiting>(),
    poll: new PayerQueue<Waiting>(),
  };
  private readonly running = { customer: 0, guest: 0, poll: 0 };
  private othersSincePoll = 0;
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

  /** Share of the rate in use since the provider last reported too many calls, from 0 (a pause) to 1. */
  get paceShare(): number {
    return this.pace.share;
  }

  /** The provider reported too many calls; `retryAfterMs` null: it named no time. */
  slowDown(retryAfterMs: number | null): void {
    this.pace.slowDown(retryAfterMs);
  }

  /** No places, because the database does not answer. */
  get lacksDatabase(): boolean {
    return this.places.isFailing;
  }

  /** Drops waiting polls: the next process to claim their trades polls them. Customers' calls go on. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const poll of this.waiting.poll.all()) poll.giveUp();
  }

  /**
   * Waits for a place: customers and guests at most 1.2 s, polls as long as their fifth of the rate may take. null: none
   * in that time, or the queue is full. When one payer fills the queue, their newest call makes room for another
   * payer's. `payer` null: shared by all callers without one.
   */
  acquire(turn: Turn, payer: string | null): Promise<Release | null> {
    const queue = this.waiting[turn];
    if (turn === 'poll' && this.stopping) return Promise.resolve(null);
    if (queue.size >= 2 * this.places.perSecond) {
      const yielding = queue.yieldsTo(payer);
      if (yielding === null) return Promise.resolve(null);
      yielding.giveUp();
    }
    return new Promise((resolve) => {
      const patience = turn === 'poll' ? this.pollWaitMs() : CUSTOMER_WAIT_MS;
      const stopWaiting = this.time.after(patience, () => {
        if (turn === 'poll') this.crowding.slowDown(0);
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
   * How many polls to start now: the free places, and at least the polls' fifth while others use the budget. Those polls
   * wait for their turn; otherwise customers, who take each place at once, would starve them. Fewer while other
   * processes use the rate or the provider asks for fewer calls; none in a pause.
   */
  pollsAllowedNow(): number {
    const { customer, guest, poll } = this.waiting;
    const others = customer.size + guest.size;
    // Held places are already reserved, and customers and guests use them first.
    const placeless = Math.max(0, others + poll.size - this.places.count);
    const placelessPolls = Math.min(poll.size, placeless);
    const left = this.places.left();
    const atOnce = this.maxConcurrency - this.runningInAll() - others;
    const free = Math.min(left - placeless, Math.min(atOnce, this.pollPlaces()) - poll.size);
    const fifth = Math.max(1, Math.floor(this.places.perSecond / POLL_SHARE));
    const hasToWait = this.othersSincePoll > 0 || others > 0 || left < fifth;
    const worth = Math.min(hasToWait ? Math.max(free, fifth - placelessPolls) : free, this.pollsAtThisPace());
    return Math.max(0, Math.min(worth, this.pollsBesideOthers()));
  }

  /** Fewer after a poll gave up: other processes cannot poll the trades that this one has claimed. */
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
      const turn = this.nextTurn();
      if (turn === null) return;
      const paceMs = this.pace.waitMs(this.places.perSecond);
      if (paceMs > 0) {
        this.wakeUpIn(paceMs);
        return;
      }
      if (!this.places.take()) break;
      this.start(turn);
    }
    this.askForPlaces();
  }

  private askForPlaces(): void {
    const wanted = this.wanted();
    const askInMs =
      wanted.customers + wanted.guests + wanted.polls === 0 ? Infinity : this.places.askInMs(wanted.customers > 0);
    this.wakeUpIn(Math.min(this.places.nextInMs(), askInMs > 0 ? askInMs : Infinity));
    if (askInMs > 0) return;
    void this.places.ask(wanted).then((placeless) => {
      this.refuse(placeless);
      this.serve();
    });
  }

  private wanted(): WaitingCalls {
    const { customer, guest, poll } = this.waiting;
    const free = Math.min(this.maxConcurrency - this.runningInAll(), this.pace.share < 1 ? 1 : Infinity);
    const customersNext = Math.min(customer.size, free);
    const pollsNext = Math.min(poll.size, this.pollPlaces(), free - customersNext);
    const guestsNext = Math.min(guest.size, this.guestPlaces(), free - customersNext - pollsNext);
    const reserved = this.places.count;
    const customers = Math.max(0, customersNext - reserved);
    const polls = Math.max(0, pollsNext - Math.max(0, reserved - customersNext));
    const guests = Math.max(0, guestsNext - Math.max(0, reserved - customersNext - pollsNext));
    // The newest callers: earlier ones use the places already held.
    const untils = customer.all().map(({ until }) => until);
    const until = untils.sort((a, b) => b - a)[customers - 1] ?? 0;
    const pollsUntil = Math.max(0, ...poll.all().map((each) => each.until));
    const now = this.time.now();
    return { customers, guests, polls, customersWaitMs: until - now, pollsWaitMs: pollsUntil - now };
  }

  /** Other calls have reserved all places within these customers' waiting time. */
  private refuse(placeless: number): void {
    const { customer } = this.waiting;
    const most = Math.min(placeless, customer.size - this.places.count);
    for (let i = 0; i < most; i++) customer.last()?.giveUp();
  }

  private nextTurn(): Turn | null {
    if (this.runningInAll() >= this.maxConcurrency) return null;
    const { customer, guest, poll } = this.waiting;
    const pollMayStart = poll.size > 0 && this.pollPlaces() > 0;
    if (pollMayStart && this.othersSincePoll >= POLL_SHARE - 1) return 'poll';
    if (customer.size > 0) return 'customer';
    if (guest.size > 0 && this.guestPlaces() > 0) return 'guest';
    return pollMayStart ? 'poll' : null;
  }

  private start(turn: Turn): void {
    const first = this.waiting[turn].take();
    this.pace.started();
    this.running[turn] += 1;
    this.othersSincePoll = turn === 'poll' ? 0 : this.othersSincePoll + 1;
    let released = false;
    first?.start(() => {
      if (released) return;
      released = true;
      this.running[turn] -= 1;
      this.serve();
    });
  }

  private runningInAll(): number {
    const { customer, guest, poll } = this.running;
    return customer + guest + poll;
  }

  /**
   * Polls and guests leave a fifth of the concurrency free, and guests another fifth: during a provider outage they
   * would use it up.
   */
  private pollPlaces(): number {
    return this.placesBut(1) - this.running.poll - this.running.guest;
  }

  private guestPlaces(): number {
    return Math.min(this.placesBut(2) - this.running.guest, this.pollPlaces());
  }

  private placesBut(fifths: number): number {
    return Math.max(1, this.maxConcurrency - Math.ceil((fifths * this.maxConcurrency) / POLL_SHARE));
  }

  /** One second of polls in sequence, each behind a full queue of customers. */
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
