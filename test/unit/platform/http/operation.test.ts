import { execFileSync, spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceRevision, serviceVersion } from '#src/platform/config/project-folder.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { lineWhere, startEdge } from './edge.js';
import type { Edge } from './edge.js';

const PROMTOOL = process.env['PROMTOOL'] ?? 'promtool';
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0;

describe('operation', () => {
  let edge: Edge;

  // A new edge per test: responses are cached for a second.
  beforeEach(async () => {
    edge = await startEdge();
  });
  afterEach(() => edge.close());

  describe('GET /health/live', () => {
    it('is ok without the database', async () => {
      edge.readiness.answer = () => Promise.resolve({ database: 'down', migrations: 'unknown' });
      const { status, json } = await edge.get('/health/live');
      expect([status, json]).toEqual([200, { status: 'ok' }]);
    });
  });

  describe('GET /health/ready', () => {
    it.each([
      ['up', 'applied', 200, 'ok'],
      ['up', 'pending', 503, 'unavailable'],
      ['up', 'unknown', 503, 'unavailable'],
      ['read_only', 'unknown', 503, 'unavailable'],
      ['not_utf8', 'unknown', 503, 'unavailable'],
      ['down', 'unknown', 503, 'unavailable'],
    ] as const)('database %s, migrations %s: %i', async (database, migrations, status, word) => {
      edge.readiness.answer = () => Promise.resolve({ database, migrations });
      const answer = await edge.get('/health/ready');
      const rest = {
        version: serviceVersion(),
        revision: serviceRevision(),
        auth: 'none',
        provider: 'up',
        providerClock: { skewSeconds: null, corrected: false },
        appSecretInUse: 'first',
      };
      expect([answer.status, answer.json]).toEqual([status, { status: word, database, migrations, ...rest }]);
    });

    it('queries the database once for concurrent requests', async () => {
      let asked = 0;
      let answer: () => void = () => undefined;
      edge.readiness.answer = () => {
        asked += 1;
        return new Promise((resolve) => {
          answer = () => {
            resolve({ database: 'up', migrations: 'applied' });
          };
        });
      };
      const first = edge.get('/health/ready');
      await expect.poll(() => asked).toBe(1);
      const others = Array.from({ length: 20 }, () => edge.get('/health/ready'));
      // A later request was answered, so these have been processed.
      await edge.get('/health/live');
      answer();
      expect((await first).status).toBe(200);
      await edge.get('/health/live');
      answer();
      for (const { status } of await Promise.all(others)) expect([200, 503]).toContain(status);
      expect(asked).toBeLessThan(6);
    });

    it('reports an error as a database that is down', async () => {
      edge.readiness.answer = () => Promise.reject(new Error('no'));
      expect((await edge.get('/health/ready')).json).toMatchObject({ database: 'down', migrations: 'unknown' });
    });
  });

  describe('GET /metrics', () => {
    it('shows metrics of the service, the process and requests', async () => {
      await edge.get('/health/live');
      edge.app.get(Metrics).checkouts.inc({ outcome: 'created' });
      const { status, headers, text } = await edge.get('/metrics');
      expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
      expect(text).toContain('ramp_checkout_checkouts_total{outcome="created"} 1');
      expect(text).toContain('process_resident_memory_bytes ');
      expect(text).toMatch(
        /http_request_duration_seconds_count\{method="GET",route="\/health\/live",status="200"\} [1-9]/,
      );
    });

    it('passes promtool', async (context) => {
      if (!hasPromtool) context.skip('there is no promtool: neither PROMTOOL nor on the PATH');
      const { text } = await edge.get('/metrics');
      expect(execFileSync(PROMTOOL, ['check', 'metrics'], { input: text, encoding: 'utf8' })).toBe('');
    });

    it('shows the rest if one fails', async () => {
      const metrics = edge.app.get(Metrics);
      metrics.gauge('ramp_checkout_test_open', 'Test.', [], () => Promise.reject(new Error('database away')));
      const { status, text } = await edge.get('/metrics');
      expect(status).toBe(200);
      expect(text).not.toContain('ramp_checkout_test_open');
      expect(text).toContain('ramp_checkout_checkouts_total');
      expect(await lineWhere(edge, ({ context }) => context === 'Metrics')).toMatchObject({
        level: 'warn',
        names: ['ramp_checkout_test_open'],
      });
    });
  });
});
