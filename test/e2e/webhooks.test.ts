import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdAgainstDocument } from '../support/openapi/held-answers.js';
import type { HeldAnswers } from '../support/openapi/held-answers.js';
import { checkoutBody, expectProblem, newNumber, until } from '../support/service.js';
import type { Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { startReceiver, subscribe } from '../support/webhook-receiver.js';
import type { Endpoint, ReceivedMessage, Receiver } from '../support/webhook-receiver.js';

// A first poll may cause an event, so only callbacks cause polls here.
const SETTINGS = { WEBHOOK_ALLOW_PRIVATE: 'true', RECONCILE_FIRST_DELAY_MS: '3600000' };

const world = useWorld(SETTINGS);
let service: Service;
let held: HeldAnswers;
beforeAll(async () => {
  service = world.service;
  held = await holdAgainstDocument(service);
});

const receivers: Receiver[] = [];
afterAll(async () => {
  // All messages match the document.
  const bodies = receivers.flatMap(({ messages }) => messages.map(({ body }) => body));
  expect(bodies.map((body) => held.faultOfWebhook(body)).filter((fault) => fault !== null)).toEqual([]);
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

async function subscribed(events?: readonly string[], at: Service = service): Promise<Endpoint> {
  const endpoint = await subscribe(at, events === undefined ? {} : { events });
  receivers.push(endpoint.receiver);
  return endpoint;
}

const of = ({ receiver }: Endpoint, number: string): ReceivedMessage[] =>
  receiver.messages.filter(({ data }) => data['merchantOrderNo'] === number);

async function completed(number: string): Promise<void> {
  await service.order(checkoutBody({ merchantOrderNo: number }));
  await world.sandbox.force(number, 'PAY_SUCCESS');
  await world.rows.untilStatus(number, 'PAID');
  await world.sandbox.force(number, 'FINISHED');
  await world.rows.untilStatus(number, 'COMPLETED');
}

const endpointOf = async ({ id }: Endpoint): Promise<Record<string, unknown>> =>
  (await service.get(`/v1/admin/webhooks/${id}`)).body;

async function lastDelivery(endpoint: Endpoint): Promise<Record<string, unknown>> {
  const { items } = (await service.get(`/v1/admin/deliveries?endpointId=${endpoint.id}&limit=1`)).body as {
    items: { id: string }[];
  };
  return (await service.get(`/v1/admin/deliveries/${items[0]!.id}`)).body;
}

/** Waits until something is there that no one has to be asked for. */
const soon = <T>(what: string, look: () => T | undefined | false): Promise<T> =>
  until(what, () => Promise.resolve(look()));

it('deliveries: what a receiver answers is shown to staff without what is personal in it', async () => {
  const endpoint = await subscribed(['order.created']);
  const [number, email] = [newNumber(), 'jane@planted.example'];
  const { address } = checkoutBody() as { address: string };
  endpoint.receiver.answer = (response) => {
    response.writeHead(500).end(JSON.stringify({ said: `no ${address} of ${email}`, name: 'Jane Planted' }));
  };
  await service.order(checkoutBody({ merchantOrderNo: number, customer: { id: 'planted-customer' } }));
  await soon('a message', () => of(endpoint, number).length > 0);
  const file = await until('a try', async () => {
    const found = await lastDelivery(endpoint);
    return (found['tries'] as unknown[]).length > 0 && found;
  });
  expect(file['tries']).toMatchObject([{ status: 500, answer: expect.stringContaining('"said":"no ') as string }]);
  for (const personal of [address, email, 'Jane']) expect(JSON.stringify(file)).not.toContain(personal);
  await service.request('DELETE', `/v1/admin/webhooks/${endpoint.id}`);
});

describe('an endpoint', () => {
  it('is told of each change of an order, signed, once', async () => {
    const endpoint = await subscribed();
    const number = newNumber();
    await completed(number);
    await soon('three messages', () => of(endpoint, number).length >= 3);
    const messages = of(endpoint, number);
    expect(messages.map(({ type }) => type).sort()).toEqual(['order.completed', 'order.created', 'order.paid']);
    expect(messages.every(({ isGenuine }) => isGenuine)).toBe(true);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    expect(messages.map(({ id }) => id)).toEqual(messages.map(({ headers }) => headers['webhook-id']));
    // As a server sees it: with the reasons of a review, without the customer's page or secret.
    const last = messages.find(({ type }) => type === 'order.completed')!;
    expect(last.data).toMatchObject({ status: 'COMPLETED', settled: true, payUrl: null, reviewReasons: [] });
    expect(last.body).not.toContain('clientSecret');
  });

  it('whose answer is no success gets the same message again', async () => {
    const endpoint = await subscribed(['order.created']);
    let left = 1;
    endpoint.receiver.answer = (response) => response.writeHead(left-- > 0 ? 500 : 200).end('so it is');
    const number = newNumber();
    await service.order(checkoutBody({ merchantOrderNo: number }));
    await soon('twice', () => of(endpoint, number).length === 2);
    const [first, second] = of(endpoint, number);
    expect(second!.id).toBe(first!.id);
    expect(second!.isGenuine).toBe(true);
    const file = await until('recorded', async () => {
      const found = await lastDelivery(endpoint);
      return found['state'] === 'delivered' && found;
    });
    expect(file).toMatchObject({
      event: 'order.created',
      merchantOrderNo: number,
      attempts: 2,
      nextAt: null,
      tries: [
        { n: 1, status: 500, error: null, answer: 'so it is' },
        { n: 2, status: 200, answer: 'so it is' },
      ],
    });
    await until('forgiven', async () => (await endpointOf(endpoint))['failures'] === 0);
  });

  it('that answers 410 is disabled, and the others are told', async () => {
    const [gone, other] = [await subscribed(['order.created']), await subscribed(['endpoint.disabled'])];
    gone.receiver.answer = (response) => response.writeHead(410).end();
    await service.order(checkoutBody({ merchantOrderNo: newNumber() }));
    await soon('told', () => other.receiver.messages.length === 1);
    expect(await endpointOf(gone)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect(other.receiver.messages[0]).toMatchObject({
      type: 'endpoint.disabled',
      data: { endpointId: gone.id, reason: 'gone' },
      isGenuine: true,
    });
    // Told nothing while it is disabled; enabled again, it goes on from there.
    await service.order(checkoutBody({ merchantOrderNo: newNumber() }));
    await until('placed', async () => {
      const unplaced = await world.rows.query('SELECT 1 FROM outbox WHERE position IS NULL');
      return unplaced.length === 0;
    });
    gone.receiver.answer = (response) => response.writeHead(200).end();
    const again = await service.request('PATCH', `/v1/admin/webhooks/${gone.id}`, {
      body: JSON.stringify({ enabled: true }),
      headers: { 'content-type': 'application/json' },
    });
    expect(again.body).toMatchObject({ enabled: true, disabledReason: null, failures: 0 });
    const number = newNumber();
    await service.order(checkoutBody({ merchantOrderNo: number }));
    await soon('told again', () => of(gone, number).length === 1);
    expect(gone.receiver.messages).toHaveLength(2);
  });

  it('whose secret is rotated gets both signatures', async () => {
    const endpoint = await subscribed(['order.created']);
    const rotated = await service.post(`/v1/admin/webhooks/${endpoint.id}/rotate`, {});
    expect(rotated.status).toBe(201);
    const fresh = rotated.body['secret'] as string;
    expect(fresh).not.toBe(endpoint.secret);
    const send = async (): Promise<ReceivedMessage> => {
      const number = newNumber();
      await service.order(checkoutBody({ merchantOrderNo: number }));
      return soon('a message', () => of(endpoint, number)[0]);
    };
    expect((await send()).isGenuine).toBe(true);
    endpoint.receiver.secret = fresh;
    const { isGenuine, headers } = await send();
    expect(isGenuine).toBe(true);
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
  });

  it('can be tested, replayed and told one message again', async () => {
    const endpoint = await subscribed(['order.created']);
    const begun = await service.post(`/v1/admin/webhooks/${endpoint.id}/test`, {});
    expect(begun.status, begun.text).toBe(202);
    await soon('a test', () => endpoint.receiver.messages.length === 1);
    expect(endpoint.receiver.messages[0]).toMatchObject({ type: 'endpoint.test', data: { endpointId: endpoint.id } });

    const number = newNumber();
    await service.order(checkoutBody({ merchantOrderNo: number }));
    await soon('told', () => of(endpoint, number).length === 1);
    const { id } = await lastDelivery(endpoint);
    const again = await service.post(`/v1/admin/deliveries/${String(id)}/redeliver`, {});
    expect(again.status, again.text).toBe(202);
    await soon('told again', () => of(endpoint, number).length === 2);

    const from = new Date(Date.now() - 3_600_000).toISOString();
    const replayed = await service.post(`/v1/admin/webhooks/${endpoint.id}/replay`, { from });
    expect(replayed.status, replayed.text).toBe(202);
    expect(replayed.body['messages']).toBeGreaterThan(0);
    await soon('replayed', () => of(endpoint, number).length === 3);
    expect(new Set(of(endpoint, number).map(({ id: message }) => message)).size).toBe(1);
  });
});

describe('the address of an endpoint', () => {
  it('is looked at again when it is dialled: a name that leads inside gets nothing', async () => {
    const answer = await strictly.service.post('/v1/admin/webhooks', {
      url: 'https://shop.example/hook',
      events: ['*'],
    });
    expect(answer.status, answer.text).toBe(201);
    const receiver = await startReceiver();
    receivers.push(receiver);
    // As after a change of the name's address: `localtest` names are looked up by the machine itself.
    await strictly.rows.query('UPDATE webhook_endpoints SET url = $1', [
      receiver.url.replace('127.0.0.1', 'localhost'),
    ]);
    const { body } = await strictly.service.post(`/v1/admin/webhooks/${String(answer.body['id'])}/test`, {});
    const file = await until('tried', async () => {
      const found = (await strictly.service.get(`/v1/admin/deliveries/${String(body['deliveryId'])}`)).body;
      return (found['tries'] as unknown[]).length > 0 && found;
    });
    expect(file['tries']).toMatchObject([{ status: null, error: 'address_not_allowed' }]);
    expect(receiver.messages).toEqual([]);
  });

  let strictly: Awaited<ReturnType<World['another']>>;
  beforeAll(async () => {
    strictly = await world.another({});
  });
});

it('webhooks: one member of staff replays twenty times an hour at most', async () => {
  const { id } = await subscribed();
  const replay = () => service.post(`/v1/admin/webhooks/${id}/replay`, { from: '2030-01-01' });
  let answer = await replay();
  for (let times = 1; times < 30 && answer.status === 202; times++) answer = await replay();
  expectProblem(answer, 429, 'rate_limited');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
