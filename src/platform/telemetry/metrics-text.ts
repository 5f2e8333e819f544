import type { Registry } from 'prom-client';
import { within } from '../time/promises.js';

/** Prometheus gives up after 10 s by default, so gauges that read the database must finish well before. */
const PATIENCE_MS = 3000;

export interface MetricsText {
  readonly text: string;
  readonly failed: readonly string[];
}

/** All metrics in Prometheus' text format, without those that cannot be read in time. */
export async function metricsText(registry: Registry, patienceMs = PATIENCE_MS): Promise<MetricsText> {
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  const texts = await Promise.all(
    names.map((name) => within(patienceMs, registry.getSingleMetricAsString(name), null).catch(() => null)),
  );
  return {
    text: `${texts.filter((text) => text !== null).join('\n\n')}\n`,
    failed: names.filter((_, index) => texts[index] === null),
  };
}
