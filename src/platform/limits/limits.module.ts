import { Global, Logger, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Time } from '../time/time.js';
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
      inject: [Settings, RateLimitRepository, Time, Metrics],
      useFactory: ({ limits }: Settings, shared: RateLimitRepository, time: Time, metrics: Metrics) => {
        const outages = new OutageLog(new Logger('Limits'), 'shared_rate_limits');
        return new LimitsService(limits, shared, time, metrics, outages);
      },
    },
  ],
  exports: [LimitsService],
})
export class LimitsModule {}
