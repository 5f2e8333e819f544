import type { ServerResponse } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { subscribe } from '../support/webhook-receiver.js';
import type { Endpoint } from '../support/webhook-receiver.js';

const world = useWorld({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const endpoints: Endpoint[] = [];
afterAll(() => Promise.all(endpoints.map(({ receiver }) => receiver.close())));

/** Sends `atOnce`, then a byte each second. */
function drip({ socket }: ServerResponse, atOnce: string): void {
  socket!.write(atOnce);
  const timer = setInterval(() => socket!.write('a'), 1000);
  socket!.on('close', () => clearInterval(timer));
}

it.concurrent.each<[string, (response: ServerResponse) => void, object]>([
  ['hangs', () => undefined, { status: null, error: 'timeout' }],
  ['drips its head', (response) => drip(response, 'HTTP/1.1 200 OK\r\nx-a: '), { status: null, error: 'timeout' }],
  [
    'drips its body',
    (response) => drip(response, 'HTTP/1.1 500 No\r\ncontent-length: 9000\r\n\r\nso'),
    { status: 500, error: null, answer: expect.stringMatching(/^soa+$/) as string },
  ],
])('an endpoint that %s times out, and gets its message once it is mended', async (_, answer, told) => {
  const endpoint = await subscribe(world.service, { events: ['order.refunded'] });
  endpoints.push(endpoint);
  let isMended = false;
  endpoint.receiver.answer = (response) => {
    if (isMended) response.writeHead(204).end();
    else answer(response);
    isMended = true;
  };
  const { body } = await world.service.post(`/v1/admin/webhooks/${endpoint.id}/test`, {});
  const tries = await until('it is delivered', async () => {
    const delivery = (await world.service.get(`/v1/admin/deliveries/${String(body['deliveryId'])}`)).body;
    return delivery['state'] === 'delivered' && delivery['tries'];
  });
  expect(tries).toMatchObject([told, { status: 204 }]);
  expect(new Set(endpoint.receiver.messages.map(({ id }) => id)).size).toBe(1);
});
