import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSigningKey } from '#src/webhooks/decisions/webhook-signature.js';
import { checkoutBody, expectProblem, newNumber, until } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { startReceiver } from '../support/webhook-receiver.js';
import type { Receiver } from '../support/webhook-receiver.js';
import { SystemChance } from '#src/platform/chance.js';

let receiver: Receiver;
let world: World;
beforeAll(async () => {
  receiver = await startReceiver(newSigningKey('v1', new SystemChance()).secret);
  world = await startWorld({
    ...{ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_EVENTS: 'order.created' },
    ...{ WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: receiver.secret },
  });
}, 180_000);
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const endpoint = () =>
  until('the endpoint', async () => {
    const { items } = (await world.service.get('/v1/admin/webhooks')).body as { items: Record<string, unknown>[] };
    return items[0];
  });
const heard = (is: (type: string, number: unknown) => boolean) =>
  until('a message', () =>
    Promise.resolve(receiver.messages.find(({ type, data }) => is(type, data['merchantOrderNo']))),
  );

it('a service that is given WEBHOOK_URL tells it what happens, signed with WEBHOOK_SECRET', async () => {
  const { id, ...made } = await endpoint();
  expect(made).toMatchObject({ url: receiver.url, events: ['order.created'], enabled: true, createdBy: 'setting' });
  const number = newNumber();
  await world.service.order(checkoutBody({ merchantOrderNo: number }));
  expect(await heard((_, about) => about === number)).toMatchObject({ type: 'order.created', isGenuine: true });

  expect((await world.service.post(`/v1/admin/webhooks/${String(id)}/test`, {})).status).toBe(202);
  expect(await heard((type) => type === 'endpoint.test')).toMatchObject({ isGenuine: true });
});

it('only the settings change it', async () => {
  const path = `/v1/admin/webhooks/${String((await endpoint())['id'])}`;
  const patch = (change: object) =>
    world.service.request('PATCH', path, {
      ...{ body: JSON.stringify(change), headers: { 'content-type': 'application/json' } },
    });
  for (const refused of [
    await patch({ url: 'https://shop.example/' }),
    await patch({ description: null }),
    await world.service.post(`${path}/rotate`, {}),
    await world.service.request('DELETE', path),
  ]) {
    expectProblem(refused, 409, 'kept_by_settings');
    expect(refused.body['detail']).toMatch(/Change the settings/);
  }
  expect((await patch({ enabled: false })).body).toMatchObject({ enabled: false, disabledReason: 'staff' });
  expect((await patch({ enabled: true })).body).toMatchObject({ enabled: true });
});
