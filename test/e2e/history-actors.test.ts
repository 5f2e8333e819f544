import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityProvider } from '../support/identity-provider.js';
import { createKey } from '../support/made-key.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, newNumber, orderOf, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

type Headers = Readonly<Record<string, string>>;

let identity: IdentityProvider;
let world: World;
let shop: Headers;
let admin: Headers;
let jane: Headers;
let joe: Headers;
const ids: Record<'shop' | 'admin', string> = { shop: '', admin: '' };

beforeAll(async () => {
  identity = await IdentityProvider.start();
  world = await startWorld({ AUTH: 'required', AUTH_GUESTS: 'true', ...identity.settings });
  const key = async (role: string): Promise<[string, Headers]> => {
    const { id, key: text } = await createKey(world.databaseUrl, role, `${role} of the history`);
    return [`key:${id}`, { 'x-api-key': text }];
  };
  [[ids.shop, shop], [ids.admin, admin]] = await Promise.all([key('checkout'), key('admin')]);
  const bearer = async (sub: string, role?: string): Promise<Headers> => ({
    authorization: `Bearer ${await identity.token({ sub, ...(role === undefined ? {} : { role }) })}`,
  });
  [jane, joe] = [await bearer('jane'), await bearer('joe', 'support')];
});
afterAll(async () => {
  await world.close();
  await identity.close();
});

/** Each entry as `kind: cause by actor`, as the order's file shows it. */
async function toldActors(number: string): Promise<string[]> {
  const { status, text, body } = await world.service.request('GET', `/v1/admin/orders/${number}`, { headers: admin });
  expect(status, text).toBe(200);
  expect(body['historyIntact']).toBe(true);
  expect(historyProblems(await world.rows.whole(number))).toEqual([]);
  const history = body['history'] as { kind: string; cause: { kind: string; by?: string } }[];
  return history.map(({ kind, cause }) => `${kind}: ${cause.kind} by ${cause.by ?? 'nobody'}`);
}

async function cancelled(body: object, as: Headers): Promise<ReturnType<typeof orderOf>> {
  const order = orderOf(await world.service.checkout(body, as));
  await pressButton(order.payUrl!, 'cancel');
  await until('cancelled', async () => {
    const [row] = await world.rows.query('SELECT status FROM orders WHERE merchant_order_no = $1', [
      order.merchantOrderNo,
    ]);
    return row?.['status'] === 'CANCELLED';
  });
  return order;
}

const retry = (number: string, headers: Headers) => world.service.post(`/v1/orders/${number}/retry`, {}, headers);

it.each<[string, () => [object, Headers], (secret: Headers) => Headers, () => string, () => string]>([
  ['a key', () => [checkoutBody(), shop], () => shop, () => ids.shop, () => ids.shop],
  ["a key, retried by its customer's browser", () => [checkoutBody(), shop], (it) => it, () => ids.shop, () => 'guest'],
  ['a customer', () => [checkoutBody(), jane], () => jane, () => 'customer', () => 'customer'],
  [
    'a guest',
    () => [checkoutBody({ merchantOrderNo: undefined }), { 'idempotency-key': randomUUID() }],
    (secret) => secret,
    () => 'guest',
    () => 'guest',
  ],
])('a checkout and a retry of %s name the actor', async (_who, checkout, retrier, by, retriedBy) => {
  const { merchantOrderNo: number, clientSecret } = await cancelled(...checkout());
  const answer = await retry(number, retrier({ 'x-client-secret': clientSecret! }));
  expect(answer.status, answer.text).toBe(201);
  const told = await toldActors(number);
  expect(told.slice(0, 2)).toEqual([`reserved: checkout by ${by()}`, `created: checkout by ${by()}`]);
  expect(told.filter((entry) => entry.startsWith('seen: poll'))).not.toEqual([]);
  const begun = told.filter((entry) => entry.includes(': retry'));
  expect(begun).toEqual(['superseded', 'reserved', 'created'].map((kind) => `${kind}: retry by ${retriedBy()}`));
  // Their ids are personal, and a history is for good.
  expect(JSON.stringify(await world.rows.events(number))).not.toMatch(/(customer|guest):/);
});

it('a sale and an erasure name the actor; polls by themselves none', async () => {
  const number = newNumber();
  await world.sandbox.control('POST', '/sell-orders', { merchantOrderNo: number });
  const registered = await world.service.post('/v1/sell-orders', { merchantOrderNo: number }, shop);
  expect(registered.status, registered.text).toBe(201);
  expect(await toldActors(number)).toContain(`registered: registration by ${ids.shop}`);

  const { merchantOrderNo: other } = await cancelled(checkoutBody(), shop);
  const forgotten = await world.service.post('/v1/admin/forget', { merchantOrderNo: other }, admin);
  expect(forgotten.status, forgotten.text).toBe(200);
  const told = await toldActors(other);
  expect(told).toContain(`erased: staff by ${ids.admin}`);
  expect(told).toContain('seen: poll by nobody');
});

it('what staff asks and resolves names the member, by the id in the audit log', async () => {
  const { merchantOrderNo: number } = orderOf(await world.service.checkout(checkoutBody(), shop));
  // Neither the worker nor a callback asks before staff does.
  await world.rows.holdPolls(number);
  const paidInto = { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' };
  await world.sandbox.force(number, 'PAY_SUCCESS', paidInto, false);
  const asked = await world.service.post(`/v1/admin/orders/${number}/ask`, {}, joe);
  expect(asked.status, asked.text).toBe(200);
  const { body } = await world.service.request('GET', `/v1/admin/mismatches?merchantOrderNo=${number}`, {
    headers: admin,
  });
  const [mismatch] = body['items'] as { id: string }[];
  await world.service.post(`/v1/admin/mismatches/${mismatch!.id}/resolve`, { note: 'all is well' }, admin);
  const [entry] = await world.rows.query<{ actor_id: string }>('SELECT actor_id FROM audit_log WHERE target = $1', [
    number,
  ]);
  const told = await toldActors(number);
  expect(told).toContain(`mismatch_resolved: staff by ${ids.admin}`);
  expect(entry!.actor_id).toMatch(/^customer:/);
  expect(told).toContain(`mismatch_opened: staff by ${entry!.actor_id}`);
});
