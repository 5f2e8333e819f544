import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#src/access/permissions.js';
import { routesOf, rowOf } from '../support/routes.js';
import { startWholeApp } from '../support/whole-app.js';

let whole: Awaited<ReturnType<typeof startWholeApp>>;

beforeAll(async () => {
  whole = await startWholeApp();
});
afterAll(() => whole.close());

describe('the routes of the whole service, those that the OpenAPI document leaves out too', () => {
  it('each have a row in the table of permissions', () => {
    const routes = routesOf(whole.app);
    expect(routes.filter((route) => rowOf(route) === null)).toEqual([]);
    // The router was really read.
    expect(routes).toEqual(expect.arrayContaining(['POST /v1/checkouts', 'GET /metrics', 'GET /v1/admin/audit']));
    expect(routes.some((route) => route.endsWith('/callbacks/ramp/:token'))).toBe(true);
  });

  it('are those that the table has: no row is of a route that is gone', () => {
    const rows = new Set(routesOf(whole.app).map(rowOf));
    expect(Object.keys(PERMISSIONS).filter((row) => !rows.has(row))).toEqual([]);
  });
});
