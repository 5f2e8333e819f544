import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRoute } from '../support/every-route.js';
import type { RouteRequest } from '../support/every-route.js';
import { createKey } from '../support/made-key.js';
import type { ApiDocument } from '../support/openapi/document.js';
import { PostgresRelay } from '../support/postgres-relay.js';
import { checkoutBody, expectProblem } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const DEADLINE_MS = 1500;
/** The service answers this long after its deadline at the latest. */
const LATEST_MS = DEADLINE_MS + 1000;
const AT_ONCE = 16;

const world = useWorld();
let relay: PostgresRelay;

beforeAll(async () => {
  relay = await PostgresRelay.start(world.databaseUrl);
});
afterAll(() => relay.close());

const start = (env: Record<string, string> = {}): Promise<Service> =>
  world.replica({ ROLES: 'api', CHECKOUT_DEADLINE_MS: String(DEADLINE_MS), ...env }, { databaseUrl: relay.url });

interface Timed {
  readonly answer: Answer;
  readonly ms: number;
}

async function timed(request: Promise<Answer>): Promise<Timed> {
  const begun = performance.now();
  return { answer: await request, ms: Math.round(performance.now() - begun) };
}

function send(service: Service, { method, path, body }: RouteRequest, headers = {}): Promise<Answer> {
  const json = body === null ? {} : { body: JSON.stringify(body) };
  return service.request(method, path, { headers: { 'content-type': 'application/json', ...headers }, ...json });
}

describe('Postgres no longer answers, and no connection breaks', () => {
  it('every route answers within the deadline and a second', async () => {
    const service = await start();
    try {
      const { merchantOrderNo } = await service.order(checkoutBody());
      const document = (await service.get('/openapi.json')).body as unknown as ApiDocument;
      const id = '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10';
      const routes = everyRoute(document, { merchantOrderNo, id });
      expect(routes.length).toBeGreaterThan(40);
      // Statements of the first requests go out on connections that are open.
      await Promise.all(routes.map(() => service.get('/v1/orders')));
      relay.isSilent = true;
      const late: string[] = [];
      const statuses = new Map<string, number>();
      const ask = async (request: RouteRequest): Promise<void> => {
        const { answer, ms } = await timed(send(service, request));
        statuses.set(request.route, answer.status);
        if (ms > LATEST_MS) late.push(`${request.route}: ${answer.status} after ${ms} ms`);
      };
      for (let first = 0; first < routes.length; first += AT_ONCE) {
        await Promise.all(routes.slice(first, first + AT_ONCE).map(ask));
      }
      expect(late).toEqual([]);
      expect(statuses.get('GET /health/live')).toBe(200);
      expect(statuses.get('GET /v1/orders')).toBe(503);
    } finally {
      relay.isSilent = false;
    }
  });

  it('a key that was not used before is refused as unavailable within the deadline and a second', async () => {
    const { key } = await createKey(world.databaseUrl, 'checkout', 'late');
    const service = await start({ AUTH: 'required' });
    try {
      await service.get('/health/ready');
      relay.isSilent = true;
      const { answer, ms } = await timed(service.request('GET', '/v1/orders', { headers: { 'x-api-key': key } }));
      expectProblem(answer, 503, 'unavailable');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(ms).toBeLessThan(LATEST_MS);
    } finally {
      relay.isSilent = false;
    }
  });
});
