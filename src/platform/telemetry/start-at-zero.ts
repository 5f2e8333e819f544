import { Counter } from 'prom-client';
import type { Histogram } from 'prom-client';

/**
 * Creates every series with these label values. To Prometheus, a series that appears with its first event has not
 * increased, so an alert on increase would miss that event.
 */
export function startAtZero<L extends string>(
  metric: Counter<L> | Histogram<L>,
  values: Readonly<Record<L, readonly string[]>>,
): void {
  const series = Object.entries<readonly string[]>(values).reduce<Record<string, string>[]>(
    (some, [label, allowed]) => some.flatMap((one) => allowed.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
  for (const one of series as Record<L, string>[]) {
    if (metric instanceof Counter) metric.inc(one, 0);
    else metric.zero(one);
  }
}
