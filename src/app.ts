import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AccessMiddleware } from './access/access.middleware.js';
import { AppModule } from './app.module.js';
import type { Overrides } from './app.module.js';
import type { Settings } from './platform/config/settings.js';
import { serveOpenApi } from './openapi/serve.js';
import { configureApp } from './platform/http/edge/configure-app.js';
import { SystemChance } from './platform/chance.js';
import { EdgeAdapter } from './platform/http/edge/edge-adapter.js';
import { startKnownSeries } from './known-series.js';
import { serveAssets } from './pages/built-pages.js';
import { MistypedAddressFilter } from './pages/mistyped-address.filter.js';
import { JsonLogger } from './platform/telemetry/logger.js';
import { OutageLogger } from './platform/telemetry/outages.js';
import { ProcessTime } from './platform/time/time.js';
import { Metrics } from './platform/telemetry/metrics.js';

export type { Overrides } from './app.module.js';

/** The complete service, not yet listening. */
export async function createApp(settings: Settings, overrides: Overrides = {}): Promise<NestExpressApplication> {
  const { time = new ProcessTime(), chance = new SystemChance() } = overrides;
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(settings, { ...overrides, time, chance }),
    new EdgeAdapter(time),
    {
      bodyParser: false,
      // A failed start throws, and main reports it; Nest would end the process by itself.
      abortOnError: false,
      logger: new OutageLogger(overrides.logger ?? new JsonLogger(settings.logLevel), time),
    },
  );
  startKnownSeries(app.get(Metrics));
  configureApp(app, settings, app.get(AccessMiddleware));
  app.useGlobalFilters(app.get(MistypedAddressFilter));
  serveOpenApi(app);
  serveAssets(app, settings);
  return app;
}
