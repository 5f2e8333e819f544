import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../support/made-key.js';
import { checkoutBody, expectProblem, orderOf, until, wrongFields } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const EMAIL = 'bob@customer.example';
const ROLES = ['checkout', 'support', 'finance', 'admin'] as const;

const world = useWorld({ AUTH: 'required' }, { own: 'process', document: true });
const keys = new Map<string, string>();
let number: string;

const ask = (role: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  world.service.request('GET', path, { headers: { 'x-api-key': keys.get(role) ?? '', ...headers } });
const numbersOf = ({ status, text, body }: Answer): unknown[] => {
  expect(status, text).toBe(200);
  return (body['items'] as { readonly merchantOrderNo: string }[]).map(({ merchantOrderNo }) => merchantOrderNo);
};

beforeAll(async () => {
  for (const role of ROLES) keys.set(role, (await createKey(world.databaseUrl, role, `a ${role}`)).key);
  const body = checkoutBody({ customer: { email: EMAIL }, metadata: { cart: '8841' } });
  const made = await world.service.checkout(body, { 'x-api-key': keys.get('checkout')! });
  expect(made.status, made.text).toBe(201);
  number = orderOf(made).merchantOrderNo;
});

describe('search by staff', () => {
  it.each(['support', 'finance', 'admin'])('%s finds by e-mail, metadata and terms, and by change', async (role) => {
    for (const query of [`text=${EMAIL}`, 'metadata[cart]=8841', 'crypto=USDT&network=ETH', 'updatedFrom=2026-01-01']) {
      const found = await ask(role, `/v1/admin/orders?${query}`);
      expect(numbersOf(found), query).toEqual([number]);
      expect(found.text).not.toContain(EMAIL);
    }
    expect((await ask(role, '/v1/admin/orders?order=updated')).body['nextCursor']).toEqual(expect.any(String));
  });

  it('is not for servers, whose own list knows no e-mail addresses and no filters of staff', async () => {
    expectProblem(await ask('checkout', `/v1/admin/orders?text=${EMAIL}`), 403, 'forbidden');
    expect(numbersOf(await ask('checkout', '/v1/orders?metadata[cart]=8841'))).toEqual([number]);
    expect(numbersOf(await ask('checkout', `/v1/orders?text=${EMAIL}`))).toEqual([]);
    expect(wrongFields(await ask('checkout', '/v1/orders?overdue=true'))).toEqual(['overdue']);
  });

  it('answers a conditional read only to those who may read', async () => {
    const path = `/v1/admin/orders/${number}`;
    let known = { 'if-none-match': '' };
    const isCurrent = async (role: string): Promise<boolean> => {
      known = { 'if-none-match': (await ask(role, path)).headers.get('etag')! };
      return (await ask(role, path, known)).status === 304;
    };
    // A poll of the provider between the two changes the order.
    for (const role of ['support', 'admin', 'finance']) await until('304', () => isCurrent(role));
    expectProblem(await ask('checkout', path, known), 403, 'forbidden');
    expectProblem(await ask('nobody', path, known), 401, 'unauthenticated');
    // Nobody learns without an audit entry that it exists.
    expect((await ask('support', path, { 'if-none-match': '*' })).status).toBe(200);
  });
});
