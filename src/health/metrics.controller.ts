import { Controller, Get, Header, Logger } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { cachedFor } from '../platform/time/promises.js';
import { metricsText, Metrics } from '../platform/telemetry/metrics.js';
import { logEvent } from '../platform/telemetry/log-events.js';

/** Some metrics are counted in the database, so a response is reused for this time. */
const KEPT_MS = 1000;

@ApiTags('operation')
@Controller('metrics')
export class MetricsController {
  readonly #logger = new Logger('Metrics');

  readonly #text = cachedFor(KEPT_MS, async () => {
    const { text, failed } = await metricsText(this.metrics.registry);
    if (failed.length > 0) logEvent(this.#logger, 'metrics_incomplete', { names: failed });
    return text;
  });

  constructor(private readonly metrics: Metrics) {}

  @Get()
  @ApiOperation({
    summary: 'Metrics of this process',
    description: 'For Prometheus. Metrics that cannot be read at the moment are omitted. At most a second old.',
  })
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOkResponse({
    description: 'Text format 0.0.4.',
    content: {
      'text/plain': { schema: { type: 'string', example: 'ramp_checkout_checkouts_total{outcome="created"} 1' } },
    },
  })
  show(): Promise<string> {
    return this.#text();
  }
}
