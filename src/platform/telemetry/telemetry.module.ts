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

/** prom-client names these gauges `_total`, which Prometheus reserves for counters: `promtool check metrics` fails. */
const BADLY_NAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

/** At prom-client's 10 ms an idle process spends a third of its time sampling. */
const LAG_EVERY_MS = 50;

function addProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  for (const name of BADLY_NAMED) register.removeSingleMetric(name);
}
