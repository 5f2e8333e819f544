import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { readSettings } from './platform/config/environment.js';
import { SettingsError } from './platform/config/reader.js';
import { logEvent } from './platform/telemetry/log-events.js';

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const app = await createApp(settings);
  await app.listen(settings.http.port, settings.http.host);
  const { address, port } = app.getHttpServer().address() as AddressInfo;
  logEvent(new Logger('Service'), 'listening', { host: address, port });
}

try {
  await start();
} catch (error) {
  // Settings say what is wrong with them; of anything else the message is enough, and holds no setting.
  const text = error instanceof SettingsError ? error.message : `The service could not start: ${String(error)}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
