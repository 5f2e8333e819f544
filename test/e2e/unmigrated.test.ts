import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrateDatabase } from '#src/cli/migrate/migrate-database.js';
import { MIGRATIONS } from '#src/data-source.js';
import { emptyDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { everyRoute } from '../support/every-route.js';
import type { ApiDocument } from '../support/openapi/document.js';
import { Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newNumber, Service, until } from '../support/service.js';

let sandbox: Sandbox;
let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  [sandbox, database] = await Promise.all([Sandbox.start(), emptyDatabase()]);
  service = await Service.start({ databaseUrl: database.url, rampUrl: sandbox.url, process: true });
});
afterAll(async () => {
  await service.stop();
  await sandbox.stop();
  await database.drop();
});

const lines = (): { event: string; level: string }[] =>
  service.program
    .output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; level: string });
const loud = (): string[] =>
  lines()
    .filter(({ level, event }) => ['warn', 'error'].includes(level) && event !== 'metrics_incomplete')
    .map(({ event }) => event);

it('a service without migrations logs it once, and goes on by itself after they run', async () => {
  await until('it says so', () => Promise.resolve(loud().includes('migrations_pending')));
  const ready = await service.get('/health/ready');
  expect([ready.status, ready.body['database'], ready.body['migrations']]).toEqual([503, 'up', 'pending']);

  const document = (await service.get('/openapi.json')).body as unknown as ApiDocument;
  const routes = everyRoute(document, { merchantOrderNo: newNumber(), id: '00000000-0000-4000-8000-000000000000' });
  const said: string[] = [];
  for (const { route, method, path, body } of routes) {
    const json = { 'content-type': 'application/json' };
    const init = body === null ? {} : { headers: json, body: JSON.stringify(body) };
    const answer = await service.request(method, path, init);
    if (answer.status >= 500) said.push(`${String(answer.body['code'])}: ${String(answer.body['detail'])}`);
    else expect([200, 302, 400, 404], `${route} ${answer.status} ${answer.text}`).toContain(answer.status);
  }
  expect([...new Set(said)].sort()).toEqual([
    'unavailable: The service cannot use its database at the moment. Try again shortly.', // lists and quotes
    'unavailable: The service is not ready: its database has yet to be migrated.',
    'undefined: undefined', // readiness
  ]);
  expect(said.length).toBeGreaterThan(20);
  expectProblem(await service.get('/v1/cryptos?fiat=USD'), 503, 'unavailable');
  expectProblem(await service.checkout(checkoutBody()), 503, 'unavailable');
  // Every background task has failed by now.
  await sleep(3000);
  expect(loud()).toEqual(['auth_none', 'migrations_pending']);

  const { name } = inject('testServer').serviceRole;
  expect(await migrateDatabase(database.url, () => undefined, name)).toHaveLength(MIGRATIONS.length);
  await until('ready', async () => (await service.get('/health/ready')).status === 200);
  expect((await service.order(checkoutBody())).payUrl).toMatch(/^http/);
  expect(loud()).toEqual(['auth_none', 'migrations_pending']);
  expect(lines().filter(({ event }) => event === 'migrations_applied')).toHaveLength(1);
});
