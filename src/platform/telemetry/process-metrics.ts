import { collectDefaultMetrics } from 'prom-client';
import type { Metrics } from './metrics.js';

/** prom-client names these gauges `_total`, which Prometheus reserves for counters: `promtool check metrics` fails. */
const BADLY_NAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

/** At prom-client's 10 ms an idle process spends a third of its time sampling. */
const LAG_EVERY_MS = 50;

/** Measures the process until it ends: nothing stops it. */
export function addProcessMetrics({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  for (const name of BADLY_NAMED) registry.removeSingleMetric(name);
}
