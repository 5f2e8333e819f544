import { Controller, Get, Header, Logger, Optional, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { serviceRevision, serviceVersion } from '../platform/config/project-folder.js';
import { Settings } from '../platform/config/settings.js';
import { isForOperators } from '../platform/http/edge/admin-port.js';
import type { EdgeAdapter } from '../platform/http/edge/edge-adapter.js';
import { Time } from '../platform/time/time.js';
import { cachedFor, within } from '../platform/time/promises.js';
import { logEvent } from '../platform/telemetry/log-events.js';
import { metricsText, Metrics } from '../platform/telemetry/metrics.js';
import { LiveDto, ReadyDto } from './health.dto.js';
import { AppSecrets } from '../ramp/signing/app-secrets.js';
import { ProviderClock } from '../ramp/provider/provider-clock.js';
import { ProviderState } from '../ramp/provider/provider-state.js';
import { Readiness } from '../platform/database/readiness.js';
import type { DatabaseReadiness } from '../platform/database/readiness.js';

/** Of readiness, for the database: every probe of a balancer or orchestrator must wait longer. */
export const PATIENCE_MS = 2000;
/** The database is read at most once in this time, for readiness and for metrics. */
const KEPT_MS = 1000;
const DOWN: DatabaseReadiness = { database: 'down', migrations: 'unknown' };

@ApiTags('operation')
@Controller('health')
export class HealthController {
  private readonly build = { version: serviceVersion(), revision: serviceRevision() };
  private readonly look = cachedFor(this.time, KEPT_MS, () =>
    within(this.time, PATIENCE_MS, this.readiness.check(), DOWN).catch(() => DOWN),
  );

  constructor(
    private readonly readiness: Readiness,
    private readonly settings: Settings,
    private readonly host: HttpAdapterHost<EdgeAdapter>,
    private readonly time: Time,
    @Optional() private readonly provider?: ProviderState,
    @Optional() private readonly clock?: ProviderClock,
    @Optional() private readonly secrets?: AppSecrets,
    @Optional() metrics?: Metrics,
  ) {
    metrics?.gauge(
      'ramp_checkout_build_info',
      '1, with what runs: the release, and a hash of its sources.',
      ['version', 'revision'],
      () => Promise.resolve([{ labels: this.build, value: 1 }]),
    );
  }

  @Get('live')
  @ApiOperation({ summary: 'Does the process run?', description: 'Checks only that the process responds.' })
  @ApiOkResponse({ type: LiveDto, description: 'The process runs.' })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({
    summary: 'Is the service ready?',
    description:
      'Ready when the database answers within two seconds, takes writes, and has every migration, until SIGTERM ' +
      '(`draining`). The public port shows only `status`, unless `OPERATOR_ROUTES=public`. At most a second old.',
  })
  @ApiOkResponse({ type: ReadyDto, description: 'Ready.' })
  @ApiServiceUnavailableResponse({ description: 'Not ready.', type: ReadyDto })
  async ready(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Pick<ReadyDto, 'status'> | ReadyDto> {
    const report = await this.look();
    const works = report.database === 'up' && report.migrations === 'applied';
    const status = this.host.httpAdapter.connections.isDraining ? 'draining' : works ? 'ok' : 'unavailable';
    response.status(status === 'ok' ? 200 : 503);
    if (!isForOperators(request)) return { status };
    return {
      status,
      ...this.build,
      ...report,
      auth: this.settings.auth,
      provider: this.provider?.current() ?? 'unknown',
      providerClock: { skewSeconds: this.clock?.skewSeconds ?? null, corrected: this.clock?.isCorrecting ?? false },
      appSecretInUse: this.secrets?.inUse ?? 'first',
    };
  }
}

@ApiTags('operation')
@Controller('metrics')
export class MetricsController {
  readonly #logger = new Logger('Metrics');

  private readonly text = cachedFor(this.time, KEPT_MS, async () => {
    const { text, failed } = await metricsText(this.metrics.registry, this.time);
    if (failed.length > 0) logEvent(this.#logger, 'metrics_incomplete', { names: failed });
    return text;
  });

  constructor(
    private readonly metrics: Metrics,
    private readonly time: Time,
  ) {}

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
    return this.text();
  }
}
