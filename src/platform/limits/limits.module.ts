import { Global, Logger, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { ProcessTime } from '../time/time.js';
import { Metrics } from '../telemetry/metrics.js';
import { OutageLog } from '../telemetry/outage-log.js';
import { LimitsService } from './limits.service.js';
import { RateLimitRepository } from './rate-limit.repository.js';

@Global()
@Module({
  providers: [
    RateLimitRepository,
    {
      provide: LimitsService,
      inject: [Settings, RateLimitRepository, Metrics],
      useFactory: ({ limits }: Settings, shared: RateLimitRepository, metrics: Metrics) => {
        const outages = new OutageLog(new Logger('Limits'), 'shared_rate_limits');
        return new LimitsService(limits, shared, new ProcessTime(), metrics, outages);
      },
    },
  ],
  exports: [LimitsService],
})
export class LimitsModule {}
