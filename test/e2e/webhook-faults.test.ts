import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeServer } from '#tools/fakes/server.mjs';
import { checkoutBody, newNumber, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { startReceiver, subscribe } from '../support/webhook-receiver.js';
import type { Endpoint, Receiver } from '../support/webhook-receiver.js';

const NEVER = 'order.refunded';

const world = useWorld({ WEBHOOK_ALLOW_PRIVATE: 'true' }, { own: 'process' });
let live: Endpoint;
let elsewhere: Receiver;
/** Has the wrong certificate. */
let impostor: FakeServer;
const receivers: Receiver[] = [];

beforeAll(async () => {
  elsewhere = await startReceiver();
  const pem = (name: string) => readFileSync(new URL(`../unit/ramp/fixtures/${name}`, import.meta.url));
  const tls = { key: pem('localhost-key.pem'), cert: pem('localhost-cert.pem') };
  impostor = await FakeServer.start(undefined, tls);
  live = await subscribed('order.created');
});
afterAll(async () => {
  expect(receivers.flatMap(({ messages }) => messages).filter(({ isGenuine }) => !isGenuine)).toEqual([]);
  await Promise.all([...receivers, elsewhere].map((receiver) => receiver.close()));
  await impostor.close();
});

async function subscribed(event: string, url?: string): Promise<Endpoint> {
  const endpoint = await subscribe(world.service, { events: [event], ...(url === undefined ? {} : { url }) });
  receivers.push(endpoint.receiver);
  return endpoint;
}

async function begun({ id }: Endpoint): Promise<string> {
  const answer = await world.service.post(`/v1/admin/webhooks/${id}/test`, {});
  expect(answer.status, answer.text).toBe(202);
  return String(answer.body['deliveryId']);
}

type Delivery = Readonly<Record<string, unknown>> & { readonly state: string; readonly tries: readonly unknown[] };

const deliveryAt = (id: string, is: (delivery: Delivery) => boolean): Promise<Delivery> =>
  until('a delivery', async () => {
    const delivery = (await world.service.get(`/v1/admin/deliveries/${id}`)).body as Delivery;
    return Array.isArray(delivery.tries) && is(delivery) && delivery;
  });
const delivered = (id: string): Promise<Delivery> => deliveryAt(id, ({ state }) => state === 'delivered');

const tried = (id: string): Promise<Delivery> => deliveryAt(id, ({ tries }) => tries.length > 0);
/** Makes the second attempt due, which would follow 5 s after the first. */
async function tryAgainNow(id: string): Promise<void> {
  await tried(id);
  await world.rows.query(
    'UPDATE webhook_deliveries SET next_at = checkout_now() WHERE id = $1 AND next_at > checkout_now()',
    [id],
  );
}

const good = (response: ServerResponse): void => void response.writeHead(204).end();

/** The live endpoint gets the message of a new order, whatever the others do. */
async function liveHears(): Promise<void> {
  const number = newNumber();
  await until('an order', async () => [200, 201].includes((await order(number)).status));
  await until('the live endpoint hears of it', () =>
    Promise.resolve(live.receiver.messages.some(({ data }) => data['merchantOrderNo'] === number)),
  );
}
const order = (merchantOrderNo: string) => world.service.checkout(checkoutBody({ merchantOrderNo }));

interface Fault {
  readonly does: string;
  readonly answer?: (response: ServerResponse) => void;
  /** Instead of a receiver. */
  readonly at?: () => string;
  /** The stored result of the first attempt. */
  readonly told: Readonly<Partial<Record<'status' | 'error' | 'answer', unknown>>>;
}

const FAULTS: readonly Fault[] = [
  {
    does: 'answers 10 MB',
    answer: (response) => response.writeHead(500).end(Buffer.alloc(10_000_000, 'a')),
    told: { status: 500, answer: 'a'.repeat(500) },
  },
  { does: 'resets', answer: ({ socket }) => socket!.resetAndDestroy(), told: { error: 'ECONNRESET' } },
  {
    does: 'resets within its body',
    answer: (response) => {
      response.socket!.write('HTTP/1.1 500 No\r\ncontent-length: 9000\r\n\r\nso');
      setTimeout(() => response.socket!.resetAndDestroy(), 200);
    },
    told: { status: 500, answer: 'so' },
  },
  {
    does: 'redirects',
    answer: (response) => response.writeHead(307, { location: elsewhere.url }).end(),
    told: { status: 307 },
  },
  {
    does: 'switches protocols',
    answer: ({ socket }) => socket!.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
    told: { status: 101 },
  },
  {
    does: 'speaks another language',
    answer: ({ socket }) => socket!.end('220 smtp\r\n'),
    told: { error: expect.stringMatching(/^HPE_/) },
  },
  {
    does: 'answers what no text column holds',
    answer: (response) => response.writeHead(500).end('so\0 it is'),
    told: { status: 500, answer: 'so\uFFFD it is' },
  },
  {
    does: 'has a bad certificate',
    at: () => impostor.url.replace('127.0.0.1', 'localhost'),
    told: { error: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  },
  {
    does: 'has a name of nobody',
    at: () => 'http://shop.invalid/',
    told: { error: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN|timeout)$/) },
  },
  { does: 'is not there', at: () => 'http://127.0.0.1:1/', told: { error: 'ECONNREFUSED' } },
];

describe('an endpoint that', () => {
  const faulty = new Map<string, { readonly endpoint: Endpoint; readonly delivery: string }>();
  beforeAll(async () => {
    for (const { does, answer, at } of FAULTS) {
      const endpoint = await subscribed(NEVER, at?.());
      if (answer !== undefined) endpoint.receiver.answer = once(answer);
      faulty.set(does, { endpoint, delivery: await begun(endpoint) });
    }
    // The third attempt comes minutes after the second, so mend all before it.
    await Promise.all([liveHears(), ...FAULTS.filter(({ at }) => at !== undefined).map(({ does }) => mend(does))]);
    for (const { delivery } of faulty.values()) await tryAgainNow(delivery);
  });

  function once(answer: (response: ServerResponse) => void) {
    let isMended = false;
    return (response: ServerResponse): void => {
      if (isMended) good(response);
      else answer(response);
      isMended = true;
    };
  }

  async function mend(does: string): Promise<void> {
    const { endpoint, delivery } = faulty.get(does)!;
    await tried(delivery);
    expect(endpoint.receiver.messages).toEqual([]);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ url: endpoint.receiver.url });
    await world.service.request('PATCH', `/v1/admin/webhooks/${endpoint.id}`, { body, headers });
  }

  it.each(FAULTS)('$does gets its message when it is mended', async ({ does, told }) => {
    const { endpoint, delivery } = faulty.get(does)!;
    const { tries } = await delivered(delivery);
    expect(tries).toMatchObject([{ status: null, error: null, ...told }, { status: 204 }]);
    expect(new Set(endpoint.receiver.messages.map(({ id }) => id)).size).toBe(1);
    expect([impostor.received, elsewhere.messages]).toEqual([[], []]);
  });
});

it('nothing is sent to an endpoint whose secret cannot be read, until it can', async () => {
  const endpoint = await subscribed(NEVER);
  const set = (secret: unknown): Promise<unknown> =>
    world.rows.query('UPDATE webhook_endpoints SET secret = $2 WHERE id = $1', [endpoint.id, secret]);
  const [row] = await world.rows.query<{ secret: Buffer }>('SELECT secret FROM webhook_endpoints WHERE id = $1', [
    endpoint.id,
  ]);
  await set(Buffer.concat([row!.secret, Buffer.from('more')]));
  const delivery = await begun(endpoint);
  const { tries } = await tried(delivery);
  expect(tries[0]).toMatchObject({ status: null, error: 'secret_unreadable' });
  expect(endpoint.receiver.messages).toEqual([]);
  await set(row!.secret);
  await tryAgainNow(delivery);
  await delivered(delivery);
});
