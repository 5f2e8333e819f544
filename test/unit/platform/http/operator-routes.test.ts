import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceKey } from '../../../support/service-keys.js';
import { startEdge } from './edge.js';
import type { Edge } from './edge.js';

const ROUTES = ['/metrics', '/METRICS/', '/openapi.json', '/docs', '/Docs/', '/docs/swagger-ui-init.js'];

describe.each([
  ['private', 404, ['status']],
  ['public', 200, ['status', 'database', 'provider']],
])('with OPERATOR_ROUTES=%s and without ADMIN_PORT', (value, status, health) => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge({
      environment: { AUTH: 'required', SERVICE_KEY: serviceKey('1'), OPERATOR_ROUTES: value },
    });
  });
  afterAll(() => edge.close());

  it.each(ROUTES)(`%s is answered ${status}`, async (path) => {
    expect((await edge.get(path)).status).toBe(status);
  });

  it(`/health/ready says ${health.join(', ')}`, async () => {
    expect(Object.keys((await edge.get('/health/ready')).json)).toEqual(expect.arrayContaining(health));
    expect('provider' in (await edge.get('/health/ready')).json).toBe(value === 'public');
    expect((await edge.get('/health/live')).json).toEqual({ status: 'ok' });
  });
});
