import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { freshDatabase } from '../support/database.js';
import { startHosted } from '../support/hosted.js';
import { PostgresRelay } from '../support/postgres-relay.js';
import { sendRaw } from '../support/raw-http.js';
import { Rows } from '../support/service-rows.js';
import { checkoutBody, expectProblem, serviceEnvironment, until } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld();
let service: Service;
let adminPort: number;
beforeAll(async () => {
  adminPort = await freePort();
  service = await world.replica({ ADMIN_PORT: String(adminPort) }, { lasts: true });
});

async function atAdmin(path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${adminPort}${path}`, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}

const FOR_OPERATORS = ['/metrics', '/docs', '/docs/', '/docs/swagger-ui-init.js', '/openapi.json'];

describe('with a port for operators', () => {
  it.each([...FOR_OPERATORS, '/METRICS', '/metrics/', '/Docs/index.html', '/openapi.json/'])(
    '%s is not on the public port',
    async (path) => {
      expectProblem(await service.get(path), 404, 'not_found');
    },
  );

  it.each(FOR_OPERATORS)('%s is on the admin port', async (path) => {
    expect((await atAdmin(path)).status).toBe(200);
  });

  it('the console is on the admin port, with what it loads and asks, and not on the public one', async () => {
    expectProblem(await service.get('/console'), 404, 'not_found');
    const { status, text } = await atAdmin('/console');
    expect(status).toBe(200);
    const links = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of [...links, '/v1/admin/orders']) expect((await atAdmin(link)).status, link).toBe(200);
  });

  it('the public port shows readiness without details', async () => {
    const ready = await service.get('/health/ready');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ok' }]);
    expect((await service.get('/health/live')).body).toEqual({ status: 'ok' });
    const detail = JSON.parse((await atAdmin('/health/ready')).text) as object;
    expect(Object.keys(detail).sort()).toEqual(
      [
        'status',
        'version',
        'revision',
        'auth',
        'database',
        'migrations',
        'provider',
        'providerClock',
        'appSecretInUse',
      ].sort(),
    );
    expect((await atAdmin('/health/live')).status).toBe(200);
  });

  it.each(['/v1/cryptos?fiat=USD', '/V1/orders/x', '/callbacks/ramp/x', '/', '/checkout', '/assets/x', '/healthy'])(
    '%s is on the public port only',
    async (path) => {
      expect((await atAdmin(path)).status).toBe(404);
    },
  );

  it('orders work as usual', async () => {
    expect((await service.checkout(checkoutBody())).status).toBe(201);
  });

  it('a start at a port in use leaves nothing behind', async () => {
    const [database, port] = [await freshDatabase(), await freePort()];
    const rows = Rows.of(database.url);
    const first = createServer().listen(port, '127.0.0.1');
    try {
      await once(first, 'listening');
      const environment = serviceEnvironment({ databaseUrl: database.url, rampUrl: world.sandbox.url }, port);
      await expect(startHosted('src/start.js', 'startService', environment)).rejects.toThrow('EADDRINUSE');
      const others = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename <> current_user';
      await until('nobody is connected any more', async () => (await rows.query(others)).length === 0);
    } finally {
      first.close();
      await rows.close();
      await database.drop();
    }
  });

  it('both end with the process', async () => {
    const port = await freePort();
    const one = await world.replica({ ADMIN_PORT: String(port) }, { process: true });
    // An idle connection does not keep the process alive.
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    expect(await one.program.stop()).toBe(0);
  });
});

describe('repeated requests for metrics and health', () => {
  it('cost one refresh a second at most', async () => {
    const relay = await PostgresRelay.start(world.databaseUrl);
    const idle = await world.replica({ ROLES: 'api' }, { databaseUrl: relay.url });
    try {
      await idle.get('/metrics');
      let statements = 0;
      relay.sees = () => (statements += 1);
      const begun = performance.now();
      const answers: Answer[] = [];
      for (let n = 0; n < 200; n += 20) {
        const paths = Array.from({ length: 20 }, (_, i) => (i % 2 ? '/metrics' : '/health/ready'));
        answers.push(...(await Promise.all(paths.map((path) => idle.get(path)))));
      }
      const seconds = Math.ceil((performance.now() - begun) / 1000);
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      // A refresh of both is 14 statements; each request with its own would be hundreds.
      expect(statements).toBeLessThan(16 * (seconds + 1));
    } finally {
      await relay.close();
    }
  });
});

describe('a request with two hosts, or one that is not this machine', () => {
  it.each([
    ['Host: shop.example\r\nHost: evil.example', 400],
    ['Host: shop.example\r\nhOsT: shop.example', 400],
    ['Host: shop.example', 400],
    ['Host: localhost', 200],
  ])('%j is %i', async (hosts, status) => {
    const answer = await sendRaw(service.port, `GET /health/live HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
    expect(answer.statuses).toEqual([status]);
  });
});
