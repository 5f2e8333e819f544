import { Controller, Get, Header, Logger } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { metricsText } from '../platform/telemetry/metrics-text.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { logEvent } from '../platform/telemetry/log-events.js';

@ApiTags('operation')
@Controller('metrics')
export class MetricsController {
  readonly #logger = new Logger('Metrics');

  constructor(private readonly metrics: Metrics) {}

  @Get()
  @ApiOperation({
    summary: 'Metrics of this process',
    description: 'For Prometheus. Those that cannot be read at the moment are left out.',
  })
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOkResponse({
    description: 'Text format 0.0.4.',
    content: {
      'text/plain': { schema: { type: 'string', example: 'ramp_checkout_checkouts_total{outcome="created"} 1' } },
    },
  })
  async show(): Promise<string> {
    const { text, failed } = await metricsText(this.metrics.registry);
    if (failed.length > 0) logEvent(this.#logger, 'metrics_incomplete', { names: failed });
    return text;
  }
}
