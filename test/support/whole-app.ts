import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '#src/app.js';
import { readSettings } from '#src/platform/config/environment.js';
import { freshDatabase } from './database.js';
import { serviceKey } from './service-keys.js';

/** The whole service within the test, with its own database. It listens nowhere and has no provider. */
export async function startWholeApp(
  environment: Readonly<Record<string, string>> = {},
): Promise<{ app: NestExpressApplication; databaseUrl: string; close(): Promise<void> }> {
  const database = await freshDatabase();
  const app = await createApp(
    readSettings({
      DATABASE_URL: database.url,
      // No provider listens there, and none is called.
      RAMP_BASE_URL: 'http://127.0.0.1:9',
      RAMP_APP_ID: 'app',
      RAMP_APP_SECRET: 'app-secret',
      SERVICE_KEY: serviceKey('7'),
      AUTH: 'required',
      ROLES: 'api',
      LOG_LEVEL: 'silent',
      ...environment,
    }),
  );
  await app.init();
  const close = async (): Promise<void> => {
    await app.close();
    await database.drop();
  };
  return { app, databaseUrl: database.url, close };
}
