import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { addProcessMetrics } from './process-metrics.js';

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
  ],
  exports: [Metrics],
})
export class TelemetryModule {}
