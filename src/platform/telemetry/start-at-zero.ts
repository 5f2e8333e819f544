import { Counter } from 'prom-client';
import type { Histogram } from 'prom-client';

/**
 * Makes every series whose labels have these values. One that appears with its first event has never grown as far as
 * Prometheus sees, and an alert that waits for growth misses that event.
 */
export function startAtZero<L extends string>(
  metric: Counter<L> | Histogram<L>,
  values: Readonly<Record<L, readonly string[]>>,
): void {
  const series = Object.entries<readonly string[]>(values).reduce<Record<string, string>[]>(
    (some, [label, known]) => some.flatMap((one) => known.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
  for (const one of series as Record<L, string>[]) {
    if (metric instanceof Counter) metric.inc(one, 0);
    else metric.zero(one);
  }
}
