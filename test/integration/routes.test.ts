import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../src/access/permissions.js';
import { createApp } from '../../src/app.js';
import { readSettings } from '../../src/platform/config/environment.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { routesOf, rowOf } from '../support/routes.js';

let database: TestDatabase;
let app: NestExpressApplication;

beforeAll(async () => {
  database = await freshDatabase();
  app = await createApp(
    readSettings({
      DATABASE_URL: database.url,
      // Nobody is there; nothing is asked of him.
      RAMP_BASE_URL: 'http://127.0.0.1:9',
      RAMP_APP_ID: 'app',
      RAMP_APP_SECRET: 'app-secret',
      SERVICE_KEY: Buffer.alloc(32, 7).toString('base64'),
      AUTH: 'required',
      ROLES: 'api',
      LOG_LEVEL: 'silent',
    }),
  );
  await app.init();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

describe('the routes of the whole service, those that the OpenAPI document leaves out too', () => {
  it('each have a row in the table of permissions', () => {
    const routes = routesOf(app);
    expect(routes.filter((route) => rowOf(route) === null)).toEqual([]);
    // The router was really read.
    expect(routes).toEqual(expect.arrayContaining(['POST /v1/checkouts', 'GET /metrics', 'GET /v1/admin/audit']));
    expect(routes.some((route) => route.endsWith('/callbacks/ramp/:token'))).toBe(true);
  });

  it('are those that the table has: no row is of a route that is gone', () => {
    const rows = new Set(routesOf(app).map(rowOf));
    expect(Object.keys(PERMISSIONS).filter((row) => !rows.has(row))).toEqual([]);
  });
});
