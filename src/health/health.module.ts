import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';

/** Health and metrics, beside the API. `configureApp` installs the rest of the edge. */
@Module({ controllers: [HealthController, MetricsController] })
export class HealthModule {}
