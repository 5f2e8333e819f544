import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../support/made-key.js';
import { checkoutBody, orderOf, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { subscribe } from '../support/webhook-receiver.js';
import type { Receiver } from '../support/webhook-receiver.js';

type Headers = Readonly<Record<string, string>>;
type Item = Readonly<Record<string, unknown>> & { readonly id: string };

const ELSEWHERE = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

const world = useWorld({ AUTH: 'required', WEBHOOK_ALLOW_PRIVATE: 'true' }, { document: true });
let receiver: Receiver;
let support: Headers;
let admin: Headers;
let shop: Headers;

beforeAll(async () => {
  const key = async (role: string): Promise<Headers> => ({
    'x-api-key': (await createKey(world.databaseUrl, role, `${role} of the audit`)).key,
  });
  [support, admin, shop] = [await key('support'), await key('admin'), await key('checkout')];
  ({ receiver } = await subscribe(world.service, {}, admin));
});
afterAll(() => receiver.close());

const get = (path: string, headers = support): Promise<Answer> =>
  world.service.request('GET', `/v1/admin/${path}`, { headers });
const itemsOf = (answer: Answer): readonly Item[] => {
  expect(answer.status, answer.text).toBe(200);
  return answer.body['items'] as Item[];
};

describe("an order's audit log", () => {
  it('has what staff did to the order, its mismatches and its deliveries, newest first, and nothing else', async () => {
    const { service, sandbox } = world;
    const [one, other] = [
      orderOf(await service.checkout(checkoutBody(), shop)),
      await service.checkout(checkoutBody(), shop),
    ];
    const [number, another] = [one.merchantOrderNo, orderOf(other).merchantOrderNo];
    await sandbox.force(number, 'PAY_SUCCESS', { address: ELSEWHERE });
    const reason = 'The customer asks where it is, ticket 4711';
    for (const no of [number, another]) await service.post(`/v1/admin/orders/${no}/ask`, { reason }, support);
    const [mismatch] = itemsOf(await get(`mismatches?merchantOrderNo=${number}`));
    await service.post(`/v1/admin/mismatches/${mismatch!.id}/resolve`, { note: 'all is well' }, admin);
    const delivery = await until('a delivery', async () => {
      const [found] = itemsOf(await get(`deliveries?merchantOrderNo=${number}`));
      return found;
    });
    await service.post(`/v1/admin/deliveries/${delivery.id}/redeliver`, {}, support);

    const entries = itemsOf(await get(`orders/${number}/audit`));
    expect(entries.map(({ action, target, reason: why }) => [action, target, why])).toEqual([
      ['webhook.redeliver', delivery.id, null],
      ['mismatch.resolve', mismatch!.id, 'all is well'],
      ['order.ask', number, reason],
    ]);
    expect(entries.map(({ actor }) => (actor as { name: string }).name)).toEqual([
      'support of the audit',
      'admin of the audit',
      'support of the audit',
    ]);
    const whole = itemsOf(await get('audit', admin));
    expect(whole).toEqual(expect.arrayContaining([...entries]));

    const page = await get(`orders/${number}/audit?limit=2`);
    const rest = await get(`orders/${number}/audit?limit=2&cursor=${String(page.body['nextCursor'])}`);
    expect([...itemsOf(page), ...itemsOf(rest)]).toEqual(entries);
    expect(rest.body['nextCursor']).toBeNull();
    // Reading it leaves no entry.
    expect(itemsOf(await get(`orders/${number}/audit`))).toEqual(entries);
  });
});
