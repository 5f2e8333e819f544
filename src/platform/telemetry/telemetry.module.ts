import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { collectDefaultMetrics } from 'prom-client';
import type { Registry } from 'prom-client';
import { SecurityLog } from './security-log.js';

@Global()
@Module({
  providers: [
    {
      provide: Metrics,
      useFactory: (): Metrics => {
        const metrics = new Metrics();
        addProcessMetrics(metrics.registry);
        return metrics;
      },
    },
    SecurityLog,
  ],
  exports: [Metrics, SecurityLog],
})
export class TelemetryModule {}

/** prom-client calls these gauges `_total`, a name that Prometheus keeps for counters: `promtool check metrics` fails. */
const BADLY_NAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

/** Adds what Prometheus expects of every process: CPU, memory, file descriptors, event loop lag, garbage collection. */
function addProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register });
  for (const name of BADLY_NAMED) register.removeSingleMetric(name);
}
