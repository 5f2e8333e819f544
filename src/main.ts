import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { readSettings } from './platform/config/environment.js';
import { listenForOperators } from './platform/http/edge/admin-port.js';
import { SettingsError } from './platform/config/reader.js';
import { settingsHelp } from './platform/config/settings-text.js';
import { unknownSettings } from './platform/config/unknown-settings.js';
import { logEvent } from './platform/telemetry/log-events.js';

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const app = await createApp(settings);
  const logger = new Logger('Settings');
  for (const warning of unknownSettings(process.env)) logEvent(logger, 'setting_unknown', { warning });
  if (settings.auth === 'none') logEvent(logger, 'auth_none');
  await listenForOperators(app, settings);
  await app.listen(settings.http.port, settings.http.host);
  const { address, port } = app.getHttpServer().address() as AddressInfo;
  logEvent(new Logger('Service'), 'listening', { host: address, port });
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) process.stdout.write(settingsHelp());
  else await start();
}

main().catch((error: unknown) => {
  // Settings say what is wrong with them; of anything else the message is enough, and holds no setting.
  const lines =
    error instanceof SettingsError
      ? [error.message, ...unknownSettings(process.env)]
      : [`The service could not start: ${String(error)}`];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
});
