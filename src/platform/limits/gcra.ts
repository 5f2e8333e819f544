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

/**
 * The generic cell rate algorithm. `tat`, the theoretical arrival time, is when all admitted requests would be used up
 * at exactly the rate; it may be ahead of `now` by the burst. Works with any clock in milliseconds. Returns the new
 * `tat` if admitted, else the milliseconds to wait.
 */
export function admit(tat: number, now: number, rate: Rate): Admission {
  const from = Math.max(tat, now);
  const waitMs = from - now - (rate.burst - 1) * costMs(rate);
  return waitMs > ROUNDING_MS ? { admitted: false, waitMs } : { admitted: true, tat: from + costMs(rate) };
}
