import { Controller, Get, Header, Logger } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { metricsText } from '../telemetry/metrics-text.js';
import { Metrics } from '../telemetry/metrics.js';

@ApiTags('operation')
@Controller('metrics')
export class MetricsController {
  readonly #logger = new Logger('Metrics');

  constructor(private readonly metrics: Metrics) {}

  /** Metrics of this process, for Prometheus. Those that cannot be read at the moment are left out. */
  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOkResponse({ description: 'Text format 0.0.4.', content: { 'text/plain': { schema: { type: 'string' } } } })
  async show(): Promise<string> {
    const { text, failed } = await metricsText(this.metrics.registry);
    if (failed.length > 0) this.#logger.warn('metrics left out', { names: failed });
    return text;
  }
}
