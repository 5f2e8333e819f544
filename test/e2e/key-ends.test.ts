import { expect, it } from 'vitest';
import { readMetrics } from '../support/promtool.js';
import { useWorld } from '../support/service-world.js';

const DAY_MS = 86_400_000;

const world = useWorld();

async function make(role: string, days: number | null): Promise<string> {
  const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
  const made = await world.service.post('/v1/admin/keys', { name: role, role, expiresAt });
  expect(made.status, made.text).toBe(201);
  return String(made.body['id']);
}

it('expiring keys: the first of each role is a metric', async () => {
  await make('admin', 3.5);
  await make('checkout', 5.5);
  const [later, replaced] = [await make('admin', 20), await make('support', 2)];
  await make('checkout', null);
  await world.rows.query('UPDATE api_keys SET replaced_by = $2 WHERE id = $1', [replaced, later]);
  const revoked = await make('finance', 1);
  expect((await world.service.post(`/v1/admin/keys/${revoked}/revoke`, { reason: 'left' })).status).toBeLessThan(300);

  const { samples } = readMetrics(await world.service.metrics());
  const days = samples
    .filter(({ name }) => name === 'ramp_checkout_api_key_ends_seconds')
    .map(({ labels, value }) => [labels['role'], Math.floor((value * 1000) / DAY_MS)]);
  expect(Object.fromEntries(days)).toEqual({ admin: 3, checkout: 5 });
});
