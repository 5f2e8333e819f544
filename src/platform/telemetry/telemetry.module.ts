import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { SecurityLog } from './security-log.js';

@Global()
@Module({ providers: [Metrics, SecurityLog], exports: [Metrics, SecurityLog] })
export class TelemetryModule {}
