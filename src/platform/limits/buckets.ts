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

/** Per process; some 20 MB. */
const MOST_BUCKETS = 100_000;

/** Monotonic times. Beyond the cap the least recently used one is dropped: 100,000 of them gain one burst. */
export class Buckets {
  /** The `tat` of each, in order of use, latest last. */
  private readonly tats = new Map<string, number>();

  constructor(private readonly most = MOST_BUCKETS) {}

  get size(): number {
    return this.tats.size;
  }

  /** Returns 0, or the milliseconds to wait, and then counts nothing. `counts` false only checks. */
  take(id: string, rate: Rate, now: number, counts = true): number {
    const tat = this.tats.get(id) ?? now;
    const verdict = admit(tat, now, rate);
    this.tats.delete(id);
    this.tats.set(id, verdict.admitted && counts ? verdict.tat : tat);
    const [oldest] = this.tats.keys();
    if (this.tats.size > this.most && oldest !== undefined) this.tats.delete(oldest);
    return verdict.admitted ? 0 : verdict.waitMs;
  }
}
