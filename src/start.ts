import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { readSettings } from './platform/config/environment.js';
import { settingWarnings } from './platform/config/unknown-settings.js';
import { Readiness } from './platform/database/readiness.js';
import { listenForOperators } from './platform/http/edge/admin-port.js';
import { logEvent } from './platform/telemetry/log-events.js';
import { Metrics } from './platform/telemetry/metrics.js';
import { addProcessMetrics } from './platform/telemetry/process-metrics.js';
import { startTracing } from './platform/telemetry/start-tracing.js';

/**
 * Starts the service and listens. Throws a SettingsError for invalid settings, and Node's error for a port in use; then
 * it shuts everything down.
 */
export async function startService(environment: NodeJS.ProcessEnv): Promise<NestExpressApplication> {
  const settings = readSettings(environment);
  const app = await createApp(settings, { tracing: await startTracing(environment, settings.logLevel) });
  addProcessMetrics(app.get(Metrics));
  const logger = new Logger('Settings');
  for (const warning of settingWarnings(environment)) logEvent(logger, 'setting_unknown', { warning });
  if (settings.auth === 'none') logEvent(logger, 'auth_none');
  try {
    await listenForOperators(app, settings);
    await app.listen(settings.http.port, settings.http.host);
  } catch (error) {
    await app.close();
    throw error;
  }
  const { address, port } = app.getHttpServer().address() as AddressInfo;
  // Checks readiness at once, to log what is missing.
  void app.get(Readiness).check();
  logEvent(new Logger('Service'), 'listening', { host: address, port });
  return app;
}
