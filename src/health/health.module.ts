import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';

/** What is served beside the API: health and metrics. `configureApp` does the rest of the edge. */
@Module({ controllers: [HealthController, MetricsController] })
export class HealthModule {}
