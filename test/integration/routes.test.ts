import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { PERMISSIONS } from '#src/access/permissions.js';
import { routesOf, rowOf } from '../support/routes.js';
import { startWholeApp } from '../support/whole-app.js';

let whole: Awaited<ReturnType<typeof startWholeApp>>;

beforeAll(async () => {
  whole = await startWholeApp({ AUTH: 'none', HOST: '127.0.0.1' });
  await whole.app.listen(0, '127.0.0.1');
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

describe('a known path', () => {
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
  let origin: string;
  beforeAll(async () => {
    origin = await whole.app.getUrl();
  });

  const ask = (method: string, path: string): Promise<IncomingMessage & { text: string }> =>
    new Promise((resolve, reject) => {
      const sent = request(origin + path, { method }, (response) => {
        text(response).then((body) => resolve(Object.assign(response, { text: body })), reject);
      });
      sent.on('error', reject).end();
    });

  /** The methods that the router has for this path, by all routes that match it; null: all. */
  function methodsFor(path: string): Set<string> | null {
    const methods = new Set<string>();
    for (const route of routesOf(whole.app)) {
      const [method = '', pattern = ''] = route.split(' ');
      if (!new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)) continue;
      if (method === 'ANY') return null;
      methods.add(method);
    }
    return methods;
  }

  it('answers 405 with Allow to each method that it lacks, and 204 with Allow to OPTIONS', async () => {
    const paths = new Set(routesOf(whole.app).map((route) => route.split(' ')[1]!.replace(/:\w+/g, 'x1')));
    const wrong: unknown[] = [];
    for (const path of paths) {
      const methods = methodsFor(path);
      if (methods === null) continue;
      const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
      for (const method of METHODS.filter((one) => one === 'OPTIONS' || !allow.split(', ').includes(one))) {
        const answer = await ask(method, path);
        const seen = [answer.statusCode, (answer.headers.allow ?? '').split(', ').sort().join(', ')];
        const code = method === 'HEAD' || method === 'OPTIONS' ? '' : 'method_not_allowed';
        if (seen[0] !== (method === 'OPTIONS' ? 204 : 405) || seen[1] !== allow || !answer.text.includes(code)) {
          wrong.push([method, path, ...seen, answer.text]);
        }
      }
    }
    expect(paths.size).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  });

  it('answers HEAD as GET, without a body', async () => {
    for (const path of ['/health/live', '/metrics', '/openapi.json', '/v1/orders/x1']) {
      const [head, get] = [await ask('HEAD', path), await ask('GET', path)];
      expect([path, head.statusCode, head.text]).toEqual([path, get.statusCode, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
  });

  it('that is unknown answers 404, whatever the method', async () => {
    for (const method of METHODS) expect((await ask(method, '/v1/no-such-path')).statusCode).toBe(404);
  });
});

const POOL = 20;

it('overload: requests beyond the pool are answered 503 as busy, not as an outage of the database', async () => {
  const url = `${await whole.app.getUrl()}/v1/orders`;
  const holder = new Client({ connectionString: whole.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
  const sent = Array.from({ length: POOL + 30 }, () => fetch(url));
  const first = await Promise.race(sent);
  const problem = (await first.json()) as Record<string, unknown>;
  expect([first.status, problem['code'], problem['detail']]).toEqual([
    503,
    'unavailable',
    'The service is busy. Try again shortly.',
  ]);
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  await holder.query('ROLLBACK');
  await holder.end();
  // Those that still waited are served once connections are free.
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(POOL);
});
