import type { OnModuleDestroy } from '@nestjs/common';
import type { Time, Timer } from '../../platform/time/time.js';
import type { OutageLog } from '../../platform/telemetry/outage-log.js';
import type { CallPriority } from '../port/ramp.gateway.js';
import { NEAR_MS, POLL_SHARE } from './call-slots.repository.js';
import type { CallSlotsRepository, SlotRequest, TakenSlots } from './call-slots.repository.js';
import { Pace } from './pace.js';
import { PayerQueue } from './payer-queue.js';

/** Guests' calls rank between customers' and polls. */
export type CallClass = CallPriority | 'guest';

/** Ends the call; a second call does nothing. */
export type Release = () => void;

interface WaitingCall {
  readonly until: number;
  readonly settle: (release: Release | null) => void;
}

/** `until`: the latest start that exceeds no rate. */
interface HeldSlot {
  readonly from: number;
  readonly until: number;
}

const CUSTOMER_WAIT_MS = 1200;
const DATABASE_WAIT_MS = 1000;
const DATABASE_PAUSE_MS = 200;
/** Pause of polls and guests after a request that left some without a slot. */
const SLOTLESS_PAUSE_MS = NEAR_MS / 2;
/** How late a call may start after its slot's moment: the round trip to the database, and a timer on a busy machine. */
const LATE_MS = 30;
const TIMER_MS = 15;
const LONGEST_LATE_MS = 500;

/**
 * Rations this process's calls by the provider's rate and a limit on concurrency: customers before guests before polls,
 * and polls still get a fifth. Payers rotate. A call that would wait too long is refused.
 */
export class CallBudget implements OnModuleDestroy {
  private readonly waiting = {
    customer: new PayerQueue<WaitingCall>(),
    guest: new PayerQueue<WaitingCall>(),
    poll: new PayerQueue<WaitingCall>(),
  };
  /** For polls a second of them in sequence, each behind a full queue of customers. */
  private readonly patienceMs = {
    customer: CUSTOMER_WAIT_MS,
    guest: CUSTOMER_WAIT_MS,
    poll: 1000 + CUSTOMER_WAIT_MS + (1000 * POLL_SHARE) / this.perSecond,
  };
  private readonly running = { customer: 0, guest: 0, poll: 0 };
  private othersSincePoll = 0;
  private wakeUp: Timer | null = null;
  private isStopping = false;
  /** No slots, because the database does not answer. */
  lacksDatabase = false;
  /** Slows down when the provider reports too many calls. */
  readonly pace = new Pace(this.time);
  /** Slows down when a poll gives up: other processes use the rate, and cannot poll the trades claimed here. */
  private readonly crowding = new Pace(this.time);
  private held: HeldSlot[] = [];
  /** Start of the row's next free slot, as last heard. */
  private nextFreeAt = Number.NEGATIVE_INFINITY;
  private spacingMs = 1000 / this.perSecond;
  private roundTripMs = 0;
  private isAsking = false;
  private askAt = Number.NEGATIVE_INFINITY;
  private othersAskAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly slots: Pick<CallSlotsRepository, 'take'>,
    private readonly perSecond: number,
    private readonly maxConcurrency: number,
    private readonly time: Time,
    private readonly outages: OutageLog,
  ) {}

  /** Drops waiting polls: the next process to claim their trades polls them. Customers' calls go on. */
  onModuleDestroy(): void {
    this.isStopping = true;
    for (const poll of this.waiting.poll.items) poll.settle(null);
  }

  /**
   * Customers and guests wait at most 1.2 s, polls as long as their fifth of the rate may take. null: no slot. When one
   * payer fills the queue, their newest call makes room for another's. `payer` null: shared by all without one.
   */
  acquire(callClass: CallClass, payer: string | null): Promise<Release | null> {
    const queue = this.waiting[callClass];
    if (callClass === 'poll' && this.isStopping) return Promise.resolve(null);
    if (queue.size >= 2 * this.perSecond) {
      const evicted = queue.evictFor(payer);
      if (evicted === undefined) return Promise.resolve(null);
      evicted.settle(null);
    }
    return new Promise((resolve) => {
      const patience = this.patienceMs[callClass];
      const timer = this.time.after(patience, () => {
        if (callClass === 'poll') this.crowding.slowDown(0);
        call.settle(null);
      });
      const call: WaitingCall = {
        until: this.time.monotonic() + patience,
        settle: (release) => {
          timer.cancel();
          queue.remove(call);
          resolve(release);
        },
      };
      queue.add(payer, call);
      this.serve();
    });
  }

  /** The free slots of the next second, and at least a fifth of the rate beyond the polls that have slots. */
  pollsAllowedNow(): number {
    const { customer, guest, poll } = this.waiting;
    const share = Math.min(this.pace.share, this.crowding.share);
    if (share === 0) return 0;
    const freeMs = 1000 - Math.max(0, this.nextFreeAt - this.time.monotonic());
    const forPolls = this.usable().length - customer.size - guest.size;
    const free = Math.max(0, Math.ceil(freeMs / this.spacingMs)) + forPolls;
    const fifth = Math.max(1, Math.floor(this.perSecond / POLL_SHARE)) + Math.max(0, Math.min(poll.size, forPolls));
    const most = Math.max(1, Math.floor(this.perSecond * share));
    return Math.max(0, Math.min(Math.max(free, fifth), this.pollCapacity(), most) - poll.size);
  }

  private serve(): void {
    for (let next = this.nextClass(); next !== null; next = this.nextClass()) {
      const pauseMs = this.pace.waitMs(this.perSecond);
      const [slot] = this.usable();
      const now = this.time.monotonic();
      if (pauseMs > 0 || slot === undefined || slot.from > now) {
        const slotInMs = slot === undefined ? Infinity : slot.from - now;
        this.wakeUpIn(pauseMs > 0 ? pauseMs : Math.min(slotInMs, this.askInMs()));
        return;
      }
      this.held.shift();
      this.start(next);
    }
  }

  /** Asks for slots if it is time to; else in how many milliseconds. */
  private askInMs(): number {
    const wanted = this.wanted();
    if (this.isAsking || wanted.customers + wanted.others === 0) return Infinity;
    const askAt = wanted.customers > 0 ? this.askAt : Math.max(this.askAt, this.othersAskAt);
    const inMs = askAt - this.time.monotonic();
    if (inMs > 0) return inMs;
    void this.ask(wanted);
    return Infinity;
  }

  private wanted(): SlotRequest {
    const { customer, guest, poll } = this.waiting;
    const capacity = this.pace.share < 1 ? Math.min(1, this.freeConcurrency) : this.freeConcurrency;
    const customers = Math.min(customer.size, capacity);
    const polls = Math.min(poll.size, this.pollCapacity(), capacity - customers);
    const guests = Math.min(guest.size, this.guestCapacity(), capacity - customers - polls);
    const held = this.usable().length;
    const forOthers = Math.max(0, held - customers);
    const lastUntil = Math.max(0, ...customer.items.map(({ until }) => until));
    return {
      customers: Math.max(0, customers - held),
      others: Math.max(0, polls + guests - forOthers),
      hasPoll: polls > forOthers,
      waitMs: lastUntil - this.time.monotonic() - this.roundTripMs,
      lateMs: Math.min(LONGEST_LATE_MS, Math.max(LATE_MS, this.roundTripMs + TIMER_MS)),
      perSecond: this.perSecond,
    };
  }

  private async ask(wanted: SlotRequest): Promise<void> {
    const sentAt = this.time.monotonic();
    this.isAsking = true;
    try {
      const taken = await this.inTime(this.slots.take(wanted));
      this.lacksDatabase = false;
      this.outages.worked();
      this.hold(taken, sentAt);
      if (taken.count < wanted.customers + wanted.others) this.othersAskAt = this.time.monotonic() + SLOTLESS_PAUSE_MS;
      this.refuse(wanted.customers - taken.count);
    } catch (error) {
      this.askAt = this.time.monotonic() + DATABASE_PAUSE_MS;
      this.lacksDatabase = true;
      this.outages.failed(error);
    } finally {
      this.isAsking = false;
    }
    this.serve();
  }

  /**
   * The database read its clock between `sentAt` and now: counted from now no slot comes too early, from `sentAt` (less
   * a millisecond of rounding) none is used too late. A slot whose answer took longer is lost.
   */
  private hold({ firstMs, spacingMs, lateMs, count }: TakenSlots, sentAt: number): void {
    const now = this.time.monotonic();
    const moments = Array.from({ length: count }, (_, i) => firstMs + i * spacingMs);
    const slots = moments.map((moment) => ({ from: now + moment, until: sentAt + moment + lateMs - 1 }));
    this.held = [...this.held, ...slots].toSorted((a, b) => a.from - b.from);
    this.spacingMs = spacingMs;
    this.nextFreeAt = now + firstMs + count * spacingMs;
    this.roundTripMs = now - sentAt;
  }

  /** Other calls have taken all slots within these customers' waiting time. */
  private refuse(slotless: number): void {
    const { customer } = this.waiting;
    const most = Math.min(slotless, customer.size - this.usable().length);
    for (let i = 0; i < most; i++) customer.last()?.settle(null);
  }

  private usable(): readonly HeldSlot[] {
    const now = this.time.monotonic();
    this.held = this.held.filter(({ from, until }) => Math.max(from, now) <= until);
    return this.held;
  }

  private nextClass(): CallClass | null {
    if (this.freeConcurrency <= 0) return null;
    const { customer, guest, poll } = this.waiting;
    const pollMayStart = poll.size > 0 && this.pollCapacity() > 0;
    if (pollMayStart && this.othersSincePoll >= POLL_SHARE - 1) return 'poll';
    if (customer.size > 0) return 'customer';
    if (guest.size > 0 && this.guestCapacity() > 0) return 'guest';
    return pollMayStart ? 'poll' : null;
  }

  private start(callClass: CallClass): void {
    const call = this.waiting[callClass].take();
    this.pace.started();
    this.running[callClass] += 1;
    this.othersSincePoll = callClass === 'poll' ? 0 : this.othersSincePoll + 1;
    let isReleased = false;
    call?.settle(() => {
      if (isReleased) return;
      isReleased = true;
      this.running[callClass] -= 1;
      this.serve();
    });
  }

  private get freeConcurrency(): number {
    const { customer, guest, poll } = this.running;
    return this.maxConcurrency - customer - guest - poll;
  }

  /** Polls and guests leave a fifth of the concurrency free, guests another: an outage would use it up. */
  private pollCapacity(): number {
    return this.concurrencyBut(1) - this.running.poll - this.running.guest;
  }

  private guestCapacity(): number {
    return Math.min(this.concurrencyBut(2) - this.running.guest, this.pollCapacity());
  }

  private concurrencyBut(fifths: number): number {
    return Math.max(1, this.maxConcurrency - Math.ceil((fifths * this.maxConcurrency) / POLL_SHARE));
  }

  private wakeUpIn(milliseconds: number): void {
    this.wakeUp?.cancel();
    this.wakeUp = null;
    if (milliseconds === Infinity) return;
    this.wakeUp = this.time.after(milliseconds, () => {
      this.wakeUp = null;
      this.serve();
    });
  }

  private inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = this.time.after(DATABASE_WAIT_MS, () => {
        reject(new Error(`no answer within ${DATABASE_WAIT_MS} ms`));
      });
      work.then(resolve, reject).finally(() => timer.cancel());
    });
  }
}
