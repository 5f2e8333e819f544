export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export type Admission =
  | { readonly admitted: true; readonly tat: number }
  | { readonly admitted: false; readonly waitMs: number };

/** Tolerance for rounding errors of fractional milliseconds; too small to admit an extra request. */
const ROUNDING_MS = 0.001;

/** The time that one request takes up, in milliseconds. */
export function costMs({ perSecond }: Rate): number {
  return 1000 / perSecond;
}

/** The generic cell rate algorithm: `tat` is when all admitted requests would be used up at exactly the rate. */
export function admit(tat: number, now: number, rate: Rate): Admission {
  const from = Math.max(tat, now);
  const waitMs = from - now - (rate.burst - 1) * costMs(rate);
  return waitMs > ROUNDING_MS ? { admitted: false, waitMs } : { admitted: true, tat: from + costMs(rate) };
}

/** Per process; some 30 MB. */
const MOST_BUCKETS = 100_000;
const QUIET_MS = 10_000;

interface RateBucket {
  readonly id: string;
  readonly rate: Rate;
  tat: number;
  /** Admitted here but not yet shared with other replicas, and the time of the first. */
  unshared: number;
  since: number;
  askedAt: number;
}

/** Requests of one bucket that this process admitted, to share with other replicas. */
export interface Use {
  readonly id: string;
  readonly rate: Rate;
  readonly count: number;
}

export interface Uses {
  readonly list: readonly Use[];
  readonly since: number;
}

/** Monotonic times. Beyond the cap the least recently used one is dropped: 100,000 of them gain one burst. */
export class Buckets {
  /** In order of use, latest last. */
  private readonly known = new Map<string, RateBucket>();
  private readonly unshared = new Set<RateBucket>();

  constructor(private readonly most = MOST_BUCKETS) {}

  get size(): number {
    return this.known.size;
  }

  get hasNews(): boolean {
    return this.unshared.size > 0;
  }

  /** Returns 0, or the milliseconds to wait, and then counts nothing. `counts` false only checks. */
  take(id: string, rate: Rate, now: number, counts = true): number {
    const bucket = this.touch(id, rate, now);
    const verdict = admit(bucket.tat, now, rate);
    if (!verdict.admitted) return verdict.waitMs;
    if (!counts) return 0;
    bucket.tat = verdict.tat;
    if (bucket.unshared === 0) bucket.since = now;
    bucket.unshared += 1;
    this.unshared.add(bucket);
    return 0;
  }

  /** Takes out the uses to share, those nearest to their limit first. The rest is never shared. */
  news(most: number): Uses {
    const fullestFirst = [...this.unshared].sort((a, b) => b.tat - a.tat).slice(0, most);
    const since = fullestFirst.reduce((first, bucket) => Math.min(first, bucket.since), Number.POSITIVE_INFINITY);
    const list = fullestFirst.map(({ id, rate, unshared }) => ({ id, rate, count: unshared }));
    for (const bucket of this.unshared) bucket.unshared = 0;
    this.unshared.clear();
    return { list, since };
  }

  /** Adopts the shared state: at about time `at` the bucket was ahead by `aheadMs`. */
  adopt(id: string, aheadMs: number, at: number): void {
    const bucket = this.known.get(id);
    if (bucket === undefined) return;
    const shared = Math.max(at + aheadMs, bucket.unshared > 0 ? bucket.since : at);
    // The local state stays valid in case the shared one was lost.
    bucket.tat = Math.max(bucket.tat, shared + bucket.unshared * costMs(bucket.rate));
  }

  prune(now: number): void {
    for (const bucket of this.known.values()) {
      if (bucket.askedAt > now - QUIET_MS) return;
      if (bucket.tat <= now) this.forget(bucket);
    }
  }

  private touch(id: string, rate: Rate, now: number): RateBucket {
    const bucket = this.known.get(id) ?? { id, rate, tat: now, unshared: 0, since: now, askedAt: now };
    bucket.askedAt = now;
    this.known.delete(id);
    this.known.set(id, bucket);
    const [oldest] = this.known.values();
    if (this.known.size > this.most && oldest !== undefined) this.forget(oldest);
    return bucket;
  }

  private forget(bucket: RateBucket): void {
    this.known.delete(bucket.id);
    this.unshared.delete(bucket);
  }
}
