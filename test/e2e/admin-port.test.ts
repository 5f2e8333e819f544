import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { expectProblem } from '../support/service.js';
import type { Service } from '../support/service.js';
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

  it.each(['/v1/cryptos?fiat=USD', '/V1/orders/x', '/callbacks/ramp/x', '/', '/checkout', '/assets/x', '/healthy'])(
    '%s is on the public port only',
    async (path) => {
      expect((await atAdmin(path)).status).toBe(404);
    },
  );

  it('both end with the process', async () => {
    const port = await freePort();
    const one = await world.replica({ ADMIN_PORT: String(port) }, { process: true });
    // An idle connection does not keep the process alive.
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    expect(await one.program.stop()).toBe(0);
  });
});
