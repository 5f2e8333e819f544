/** How often something may happen: so often at once, and so often a second in the long run. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export type Admission =
  | { readonly admitted: true; readonly tat: number }
  | { readonly admitted: false; readonly waitMs: number };

/** Sums of fractions of a millisecond are a little off; so little admits nobody too many. */
const ROUNDING_MS = 0.001;

/** For so long one thing counts; milliseconds. */
export function costMs({ perSecond }: Rate): number {
  return 1000 / perSecond;
}

/**
 * The generic cell rate algorithm. `tat`, the theoretical arrival time, is when all that was let through would be over if
 * it came at exactly the rate; how far it may be ahead of `now` is the burst. Any clock in milliseconds will do. Admitted:
 * the `tat` from then on. Not admitted: in how many milliseconds it would be.
 */
export function admit(tat: number, now: number, rate: Rate): Admission {
  const from = Math.max(tat, now);
  const waitMs = from - now - (rate.burst - 1) * costMs(rate);
  return waitMs > ROUNDING_MS ? { admitted: false, waitMs } : { admitted: true, tat: from + costMs(rate) };
}
