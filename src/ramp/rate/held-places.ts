import type { MonotonicTime } from '../../platform/time/time.js';
import type { OutageLog } from '../../platform/telemetry/outage-log.js';
import { LATE_MS, POLL_SHARE, NEAR_MS, spacingMs } from './call-places.js';
import type { CallPlaces, TakenPlaces, WantedPlaces } from './call-places.js';
import { ClockDifference } from './clock-difference.js';

export type WaitingCalls = Omit<WantedPlaces, 'leadMs' | 'spacingMs'>;

/** Time limit for the database's answer; places that arrive later are unused. */
const PATIENCE_MS = 1000;
const PAUSE_MS = 200;
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1000;
const LONGEST_LEAD_MS = 500;

/**
 * Reserved places that are still unused. A place is usable from its start for {@link LATE_MS}; places that pass while
 * the process or the database hangs are lost.
 */
export class HeldPlaces {
  private readonly spacing: number;
  /** Starts of the places, by the database's clock. */
  private readonly held: number[] = [];
  private readonly clock = new ClockDifference();
  /** Start of the next free place, as last heard; by our own clock, as are the fields below. */
  private nextFreeAt = Number.NEGATIVE_INFINITY;
  private leadMs = 0;
  private asking = false;
  isFailing = false;
  private askAt = Number.NEGATIVE_INFINITY;
  private nearAskAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly places: CallPlaces,
    readonly perSecond: number,
    private readonly time: MonotonicTime,
    private readonly outages: OutageLog,
  ) {
    this.spacing = spacingMs(perSecond);
  }

  get count(): number {
    const now = this.time.now();
    const late = Math.max(LATE_MS / 2, LATE_MS - this.clock.uncertainty);
    const good = this.held.findIndex((moment) => this.clock.ours(moment) + late > now);
    this.held.splice(0, good < 0 ? this.held.length : good);
    return this.held.length;
  }

  /** Uses a place; false: none is due. */
  take(): boolean {
    if (this.nextInMs() > 0) return false;
    this.held.shift();
    return true;
  }

  nextInMs(): number {
    const [next] = this.count > 0 ? this.held : [];
    return next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, this.clock.ours(next) - this.time.now());
  }

  /** Places within the next second that are not known to be reserved. */
  left(): number {
    const takenMs = Math.max(0, this.nextFreeAt - this.time.now());
    return Math.max(0, Math.ceil((1000 - takenMs) / this.spacing));
  }

  /**
   * Milliseconds until the next request for places; infinite while one is in flight. Requests are rarer without a
   * waiting customer.
   */
  askInMs(forCustomers: boolean): number {
    if (this.asking) return Number.POSITIVE_INFINITY;
    return Math.max(0, (forCustomers ? this.askAt : Math.max(this.askAt, this.nearAskAt)) - this.time.now());
  }

  /** Requests places. Returns how many customers cannot get one in time; never rejects. */
  async ask(wanted: WaitingCalls): Promise<number> {
    const sentAt = this.time.now();
    this.asking = true;
    try {
      const { leadMs, spacing } = this;
      // The first request on a new connection only measures the clock: without that, the starts of places are unknown.
      const request = this.clock.isKnown ? wanted : { ...wanted, customers: 0, guests: 0, polls: 0 };
      const taken = await this.inTime(this.places.take({ ...request, leadMs, spacingMs: spacing }));
      this.isFailing = false;
      this.outages.worked();
      this.hold(taken, sentAt);
      if (request.polls + request.guests > 0) this.nearAskAt = this.time.now() + this.nearPauseMs();
      return Math.max(0, request.customers - taken.count);
    } catch (error) {
      this.askAt = this.time.now() + PAUSE_MS;
      this.isFailing = true;
      this.outages.failed(error);
      return 0;
    } finally {
      this.asking = false;
    }
  }

  private hold({ now, first, count }: TakenPlaces, sentAt: number): void {
    const received = this.time.now();
    // Places dated by the other clock have unknown starts now.
    if (!this.clock.learn(now, sentAt, received)) this.held.length = 0;
    for (let i = 0; i < count; i++) this.held.push(first + i * this.spacing);
    this.nextFreeAt = this.clock.ours(first + count * this.spacing);
    // After a slow answer the earliest places are already over, so the next request asks for later ones.
    const lateMs = received - this.clock.ours(now);
    this.leadMs = lateMs > LATE_MS / 2 ? Math.min(lateMs, LONGEST_LEAD_MS) : Math.floor(this.leadMs / 2);
  }

  /** Until half of the near places are used, or a poll may reserve further ahead. */
  private nearPauseMs(): number {
    const halfMs = this.nextFreeAt - this.time.now() - NEAR_MS / 2;
    return Math.max(SHORTEST_PAUSE_MS, Math.min(halfMs, POLL_SHARE * this.spacing, LONGEST_PAUSE_MS));
  }

  private inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.time.after(PATIENCE_MS, () => {
        reject(new Error(`no answer within ${PATIENCE_MS} ms`));
      });
      work.then(resolve, reject).finally(cancel);
    });
  }
}
