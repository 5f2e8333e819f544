import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { OutageLog } from '../../platform/telemetry/outage-log.js';
import { readSlices } from './call-slices.js';
import type { CallSlices, Slice } from './call-slices.js';
import { divideCalls, LEASE_MS, slicesAfter, slicesWithout } from './divide-calls.js';
import type { Division, Visit } from './divide-calls.js';
import type { LeasedAllowance } from './leased-allowance.js';
import type { MonotonicTime } from '../../platform/shared/monotonic-time.js';

/** An idle replica gives up what it does not need well within the time that a customer waits elsewhere. */
const RENEW_MS = 800;
/** While calls wait. */
const EARLY_MS = 200;
/** The lease ends here before it ends there, should the two clocks not run at quite the same speed. */
const CLOCK_MARGIN_MS = 250;
const STATEMENT_MS = 1500;
/** So often somebody may be quicker before the next visit has to do. */
const RACES = 10;
const RACE_PAUSE_MS = 15;

/**
 * Keeps the share of one replica: renews its lease, takes more when calls wait, gives up what is not needed. What is
 * given up is given up here before it is written; what is taken is used only after it is written. So a statement whose
 * outcome nobody knows costs some of the rate until the next visit, and never goes beyond it.
 */
export class SliceKeeper implements OnModuleInit, OnApplicationShutdown {
  private visiting: Promise<void> | null = null;
  /** When the next visit is due although nobody waits, and when somebody last had one made earlier. */
  private dueAt = 0;
  private earlyAt = Number.NEGATIVE_INFINITY;
  private planned: { readonly at: number; readonly cancel: () => void } | null = null;
  private leaving = false;

  /** `replica`: a name that no other process has, nor had before; `chance` gives numbers from 0 to 1. */
  constructor(
    private readonly replica: string,
    private readonly slices: CallSlices,
    private readonly allowance: LeasedAllowance,
    private readonly time: MonotonicTime,
    private readonly outages: OutageLog,
    private readonly chance: () => number,
  ) {
    allowance.onShortage = () => {
      this.planVisit(this.earlyAt + EARLY_MS);
    };
  }

  /** Takes a share as soon as the database gives one; the start does not wait for it. */
  onModuleInit(): void {
    this.planVisit(this.time.now());
  }

  /**
   * Gives everything back, for others to use at once. Modules that make calls have ended theirs before; if the database
   * does not answer, the lease runs out by itself.
   */
  async onApplicationShutdown(): Promise<void> {
    this.leaving = true;
    this.planned?.cancel();
    await this.visiting;
    await this.exchange().catch(() => null);
  }

  /** Of two plans the earlier one holds; a visit under way makes its own. */
  private planVisit(at: number): void {
    if (this.leaving || this.visiting !== null) return;
    if (this.planned !== null && this.planned.at <= at) return;
    this.planned?.cancel();
    const cancel = this.time.after(Math.max(0, at - this.time.now()), () => {
      this.planned = null;
      this.visiting = this.visit().then((next) => {
        this.visiting = null;
        this.planVisit(next);
      });
    });
    this.planned = { at, cancel };
  }

  /** Gives the time of the next one; never rejects. */
  private async visit(): Promise<number> {
    const at = this.time.now();
    if (at < this.dueAt) this.earlyAt = at;
    this.dueAt = at + RENEW_MS * (0.9 + 0.1 * this.chance());
    try {
      const division = await this.exchange();
      this.outages.worked();
      const lacks = division === null || division.mine < division.entitled || this.allowance.isShort();
      return lacks ? at + Math.min(EARLY_MS, division?.freeInMs ?? EARLY_MS) : this.dueAt;
    } catch (error) {
      this.outages.failed(error);
      return this.dueAt;
    }
  }

  /** Reads, decides, writes, and again when somebody was quicker; null when they were too often. */
  private async exchange(): Promise<Division | null> {
    for (let race = 0; race < RACES; race++) {
      const begun = this.time.now();
      const { version, now, stored } = await this.inTime(this.slices.read());
      const visit = { replica: this.replica, wants: this.allowance.wants(), limit: this.allowance.most, now };
      const division = divideCalls(readSlices(stored) ?? unreadable(visit), visit);
      // Read after we began: that moment of ours is, on the database's clock, no later than this.
      const lastUsed = now + this.allowance.keep(this.leaving ? 0 : division.mine) - begun;
      const after = this.leaving ? slicesWithout(division, visit, lastUsed) : slicesAfter(division, visit, lastUsed);
      if (await this.inTime(this.slices.replace(version, after))) {
        if (!this.leaving) this.allowance.hold(division.mine, begun + LEASE_MS - CLOCK_MARGIN_MS);
        return division;
      }
      await this.inTime(new Promise<void>((resolve) => this.time.after(RACE_PAUSE_MS * this.chance(), resolve)));
    }
    return null;
  }

  /** Rejects when the work takes too long; what it does later changes nothing here any more. */
  private inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.time.after(STATEMENT_MS, () => {
        reject(new Error(`no answer within ${STATEMENT_MS} ms`));
      });
      work.then(resolve, reject).finally(cancel);
    });
  }
}

/** Nobody knows who holds what: as if all of it were held, for as long as it could be. */
function unreadable({ limit, now }: Visit): Slice[] {
  return [{ replica: null, calls: limit, wants: 0, limit, until: now + LEASE_MS }];
}
