import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { Time } from '../../platform/time/time.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Metrics, startAtZero } from '../../platform/telemetry/metrics.js';
import { DOUBT_MS, EpochRepository } from '../storage/epoch.repository.js';
import { isInDoubt, isOlderThan } from '../decisions/lost-commits.js';
import type { EpochDoubt } from '../decisions/lost-commits.js';
import type { OrderRow } from '../model/order.types.js';
import type { EpochReading } from '../storage/epoch.repository.js';

/** Hot statements read only the timeline and the LSN, so server and database are compared at this interval. */
const CLUSTER_READ_EVERY_MS = 10_000;
const ANSWERS = ['create', 'query', 'callback'] as const;

interface OrphanedAnswer {
  readonly from: (typeof ANSWERS)[number];
  readonly tradeNo: string;
  readonly orderNo: string | null;
  readonly evidence?: unknown;
}

interface Known extends EpochDoubt {
  readonly epoch: string;
  readonly lsn: number;
}

/** Detects a database that lost commits (failover, restore): a number that looks new may exist at the provider. */
@Injectable()
export class EpochService {
  private readonly logger = new Logger(EpochService.name);
  #known: Known | null = null;
  /** The newest doubt by Postgres' clock, and when this process first read it by its own: Postgres' may be set ahead. */
  #doubt = { at: 0, readAt: -Infinity };
  /** When the epoch began by this process's clock; null: it has not noticed. */
  #begunAt: number | null = null;
  #clusterReadAt = -Infinity;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly epochs: EpochRepository,
    private readonly settings: Settings,
    private readonly metrics: Metrics,
    private readonly time: Time,
  ) {
    startAtZero(metrics.answersWithoutTrade, { from: ANSWERS });
    metrics.gauge(
      'ramp_checkout_numbers_in_doubt',
      'Is each number looked up, as commits may be lost?',
      [],
      async () => {
        await this.look();
        return [{ labels: {}, value: this.#known?.doubted === true ? 1 : 0 }];
      },
    );
  }

  /** null: a new order. */
  asksFirst(order: Pick<OrderRow, 'createdAt'> | null): boolean {
    return isInDoubt(order, this.settings.ramp.askBeforeSend, this.#known);
  }

  isOlder(row: Pick<OrderRow, 'createdAt'>): boolean {
    return isOlderThan(row, this.#known);
  }

  /**
   * Whether the epoch may have begun less than `ms` ago. Postgres' clock, which `now` tells, may be set meanwhile, so the
   * time of the doubt counts only for a process that has not noticed the beginning.
   */
  isYoungerThan(ms: number, { doubtedAt }: EpochReading, now: Date): boolean {
    // A time in the future was dated by another clock.
    const isFresh = doubtedAt !== null && Math.abs(now.getTime() - doubtedAt.getTime()) < ms;
    if (this.#begunAt === null && isFresh) return true;
    this.#begunAt ??= -Infinity;
    return this.time.monotonic() - this.#begunAt < ms;
  }

  /** Take it before a statement whose reading is passed to `observe`: replies may arrive out of order. */
  get known(): Known | null {
    return this.#known;
  }

  /** Repeats a statement until its result is valid in the epoch that it read. */
  async read<Read extends { readonly epoch: EpochReading }>(statement: () => Promise<Read>): Promise<Read> {
    for (;;) {
      const before = this.#known;
      const read = await statement();
      if ((await this.observe(read.epoch, before)).epoch === read.epoch.epoch) return read;
    }
  }

  /** Calls back when this process reads another epoch than before: what it remembers of orders may be lost. */
  onNext(listener: () => void): void {
    this.#listeners.add(listener);
  }

  look(): Promise<EpochReading> {
    return this.lookAfter(this.#known);
  }

  /**
   * Begins the next epoch if the database is another one, or older than this process has known it. `before` is `known`
   * before the statement. Returns the reading that counts from now on.
   */
  async observe(reading: EpochReading, before: Known | null): Promise<EpochReading> {
    if (this.time.monotonic() - this.#clusterReadAt > CLUSTER_READ_EVERY_MS) return this.lookAfter(before);
    const { epoch, doubted, doubtedUntil, beganAt } = reading;
    const lsn = Number(reading.lsn);
    // If the epoch is in doubt, another process has already begun it for this loss.
    const isOlder = before !== null && lsn < before.lsn && (epoch === before.epoch || !doubted);
    // No history: it is new, unless this process has known it with one.
    if (!isSameHistory(reading) || isOlder) return this.begin(reading, before !== null || reading.history !== null);
    const isNext = this.#known !== null && this.#known.epoch !== epoch;
    if (isNext) this.#begunAt = this.time.monotonic();
    const newest = this.#known?.epoch === epoch ? this.#known.lsn : 0;
    this.#known = { epoch, doubted: this.isInDoubt(reading), doubtedUntil, beganAt, lsn: Math.max(lsn, newest) };
    if (isNext) for (const listener of this.#listeners) listener();
    return reading;
  }

  /** Raises an alarm: the provider has a trade of ours without a row. Doubts the numbers of its order for good. */
  async orphaned({ from, ...answer }: OrphanedAnswer): Promise<void> {
    this.metrics.answersWithoutTrade.inc({ from });
    logEvent(this.logger, 'answer_without_trade', { from, ...answer });
    await this.epochs.doubtNumber(answer.tradeNo);
  }

  /** Not null: each number of the order is looked up before it is sent. `isFresh`: an orphaned answer came within `freshMs`. */
  doubtOf(merchantOrderNo: string, freshMs = 0): Promise<{ readonly isFresh: boolean } | null> {
    return this.epochs.doubtOf(merchantOrderNo, freshMs);
  }

  private isInDoubt({ doubted, doubtedAt }: EpochReading): boolean {
    const at = doubtedAt?.getTime();
    if (doubted && at !== undefined && at !== this.#doubt.at) this.#doubt = { at, readAt: this.time.monotonic() };
    return doubted || (at === this.#doubt.at && this.time.monotonic() - this.#doubt.readAt < DOUBT_MS);
  }

  private async lookAfter(before: Known | null): Promise<EpochReading> {
    const reading = await this.epochs.read();
    this.#clusterReadAt = this.time.monotonic();
    return this.observe(reading, before);
  }

  private async begin({ epoch, history }: EpochReading, isLoss: boolean): Promise<EpochReading> {
    // Before the epoch: a process that dies between the two leaves both to the next.
    if (isLoss) await this.epochs.watchUnsent();
    const isFirst = await this.epochs.renew(epoch, isLoss);
    if (isLoss) this.#begunAt = this.time.monotonic();
    if (isFirst && isLoss) logEvent(this.logger, 'database_lost_commits', { history });
    return this.lookAfter(null);
  }
}

function isSameHistory({ history, cluster, timeline }: EpochReading): boolean {
  if (history === null) return false;
  return cluster === undefined ? history.endsWith(`/${timeline}`) : history === `${cluster}/${timeline}`;
}
