import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWholeApp } from '../support/whole-app.js';

const POOL = 20;

let whole: Awaited<ReturnType<typeof startWholeApp>>;
beforeAll(async () => {
  whole = await startWholeApp({ AUTH: 'none', HOST: '127.0.0.1' });
  await whole.app.listen(0, '127.0.0.1');
});
afterAll(() => whole.close());

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
