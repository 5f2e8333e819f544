import { admit, costMs } from './gcra.js';
import type { Rate } from './gcra.js';

/** Of how many callers and addresses one process keeps count; some 30 MB. */
const MOST_BUCKETS = 100_000;
/** Of a bucket that nobody has asked for so long, only what is not over yet is kept. */
const QUIET_MS = 10_000;

interface Bucket {
  readonly id: string;
  readonly rate: Rate;
  tat: number;
  /** Let through here and not told to the others yet, and when the first of it was. */
  untold: number;
  since: number;
  askedAt: number;
}

/** What this process has let through of one bucket, for the others to know. */
export interface Use {
  readonly id: string;
  readonly rate: Rate;
  readonly count: number;
}

/** Uses that are told together; `since`: when the first of them was let through. */
export interface Uses {
  readonly list: readonly Use[];
  readonly since: number;
}

/**
 * What one process knows of who asks how often. Moments are milliseconds of one clock that only goes forward. Memory is
 * bounded: when there are too many buckets, the one that was asked longest ago is forgotten. Whoever makes buckets to have
 * another one forgotten needs a hundred thousand of them, and gains one burst; nobody else is refused for it.
 */
export class Buckets {
  /** The one that was asked last stands last. */
  private readonly known = new Map<string, Bucket>();
  private readonly untold = new Set<Bucket>();

  constructor(private readonly most = MOST_BUCKETS) {}

  get size(): number {
    return this.known.size;
  }

  get hasNews(): boolean {
    return this.untold.size > 0;
  }

  /** Counts one and gives 0; one too many is not counted, and gives the milliseconds to wait. `counts` false: counts none. */
  take(id: string, rate: Rate, now: number, counts = true): number {
    const bucket = this.touch(id, rate, now);
    const verdict = admit(bucket.tat, now, rate);
    if (!verdict.admitted) return verdict.waitMs;
    if (!counts) return 0;
    bucket.tat = verdict.tat;
    if (bucket.untold === 0) bucket.since = now;
    bucket.untold += 1;
    this.untold.add(bucket);
    return 0;
  }

  /**
   * Takes out what the others are to be told, at most so many buckets: those that are nearest to their limit. What is left
   * out is never told; where so many ask at once, the rest is limited by each process alone.
   */
  news(most: number): Uses {
    const fullestFirst = [...this.untold].sort((a, b) => b.tat - a.tat).slice(0, most);
    const since = fullestFirst.reduce((first, bucket) => Math.min(first, bucket.since), Number.POSITIVE_INFINITY);
    const list = fullestFirst.map(({ id, rate, untold }) => ({ id, rate, count: untold }));
    for (const bucket of this.untold) bucket.untold = 0;
    this.untold.clear();
    return { list, since };
  }

  /** Takes over what all have let through together: at the moment `at`, or a little later, it was ahead by so much. */
  adopt(id: string, aheadMs: number, at: number): void {
    const bucket = this.known.get(id);
    if (bucket === undefined) return;
    const shared = Math.max(at + aheadMs, bucket.untold > 0 ? bucket.since : at);
    // What is known here is true as well, should the others' memory have been lost.
    bucket.tat = Math.max(bucket.tat, shared + bucket.untold * costMs(bucket.rate));
  }

  /** Forgets what is over. */
  prune(now: number): void {
    for (const bucket of this.known.values()) {
      if (bucket.askedAt > now - QUIET_MS) return;
      if (bucket.tat <= now) this.forget(bucket);
    }
  }

  private touch(id: string, rate: Rate, now: number): Bucket {
    const bucket = this.known.get(id) ?? { id, rate, tat: now, untold: 0, since: now, askedAt: now };
    bucket.askedAt = now;
    this.known.delete(id);
    this.known.set(id, bucket);
    const [oldest] = this.known.values();
    if (this.known.size > this.most && oldest !== undefined) this.forget(oldest);
    return bucket;
  }

  private forget(bucket: Bucket): void {
    this.known.delete(bucket.id);
    this.untold.delete(bucket);
  }
}
