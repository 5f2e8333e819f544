import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlState } from '#src/platform/database/database-errors.js';
import { FeedReader } from '../support/feed.js';
import { ThiefWorld } from '../support/thief-world.js';

const CHECK_VIOLATION = '23514';
const ABOUT_AN_ORDER = '(id, type, merchant_order_no, version, created_at)';
const OF_ITS_OWN = '(id, type, data, created_at)';
const WITH_HMAC = '(id, type, data, created_at, mac, key_id)';
const MADE_UP = `'{"merchantOrderNo":"NEVER-MADE","status":"COMPLETED"}'`;
const MAC = `sha256('thief'), 'thief'`;

let opened: ThiefWorld;
beforeAll(async () => {
  opened = await ThiefWorld.start();
}, 180_000);
afterAll(() => opened.close());

const isOver = (delivery: Record<string, unknown>): boolean => delivery['state'] !== 'pending';
const isTried = ({ tries }: Record<string, unknown>): boolean => (tries as unknown[]).length > 0;

it.each<[about: string, row: (order: string) => string]>([
  ['an order that was never made', () => `${OF_ITS_OWN} VALUES ($1, 'order.completed', ${MADE_UP}, now())`],
  ['the same with an HMAC', () => `${WITH_HMAC} VALUES ($1, 'order.completed', ${MADE_UP}, now(), ${MAC})`],
  ['an endpoint', () => `${OF_ITS_OWN} VALUES ($1, 'endpoint.disabled', ${MADE_UP}, now())`],
  ['an endpoint, with an HMAC', () => `${WITH_HMAC} VALUES ($1, 'endpoint.disabled', ${MADE_UP}, now(), ${MAC})`],
  ...['order.paid', 'order.completed', 'order.refunded', 'sell_order.completed', 'endpoint.test', 'order.rubbish'].map(
    (type): [string, (order: string) => string] => [
      `an unpaid order: ${type}`,
      (order) => `${ABOUT_AN_ORDER} VALUES ($1, '${type}', '${order}', 2, now())`,
    ],
  ),
])('webhooks, feed: nothing that a database writer inserts is sent or told: %s', async (_about, row) => {
  const [id, order, before] = [randomUUID(), await opened.checkout(), await opened.counted('message_altered')];
  const feed = await new FeedReader(() => opened.service, opened.headers('checkout')).fromNowOn();
  const isRefused = await opened.thief.query(`INSERT INTO outbox ${row(order)}`, [id]).then(
    () => false,
    (error: unknown) => sqlState(error) === CHECK_VIOLATION,
  );
  if (!isRefused) {
    const delivery = await opened.delivery(await opened.deliveryOf(id), isOver);
    expect(delivery).toMatchObject({ state: 'failed', tries: [{ error: 'message_altered' }] });
    expect(await opened.counted('message_altered')).toBeGreaterThan(before);
    await opened.untilLogged('message_altered', id);
  }
  const next = await opened.checkout();
  await feed.told('the next order', ({ data }) => data.merchantOrderNo === next);
  await opened.untilSent(next);
  expect(opened.receiver.messages.map((message) => message.id)).not.toContain(id);
  expect(feed.events.map((event) => event.id)).not.toContain(id);
});

it('webhooks: a message that a database writer altered is not sent again', async () => {
  const { endpointId, receiver, thief } = opened;
  const { body } = await opened.post('admin', `/v1/admin/webhooks/${endpointId}/test`);
  const id = String(body['deliveryId']);
  await opened.delivery(id, ({ state }) => state === 'delivered');
  await thief.query(
    `UPDATE outbox SET data = '{"endpointId":"thief"}' WHERE id = (SELECT message_id FROM webhook_deliveries WHERE id = $1)`,
    [id],
  );
  const tests = (): number => receiver.messages.filter(({ type }) => type === 'endpoint.test').length;
  const before = tests();
  await opened.post('admin', `/v1/admin/deliveries/${id}/redeliver`);
  const again = await opened.delivery(id, ({ state }) => state === 'failed');
  expect(again).toMatchObject({ tries: [{ error: 'message_altered' }] });
  expect(tests()).toBe(before);
});

it('webhooks: an endpoint whose stored address is none is tried, recorded and put off', async () => {
  const { endpointId, receiver, thief } = opened;
  await thief.query(`UPDATE webhook_endpoints SET url = 'nonsense' WHERE id = $1`, [endpointId]);
  const { body } = await opened.post('admin', `/v1/admin/webhooks/${endpointId}/test`);
  const file = await opened.delivery(String(body['deliveryId']), isTried);
  expect(file).toMatchObject({ state: 'pending', tries: [{ error: 'address_not_allowed' }] });
  const [{ at } = { at: '' }] = file['tries'] as { at: string }[];
  expect(Date.parse(String(file['nextAt']))).toBeGreaterThan(Date.parse(at));
  await thief.query('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [endpointId, receiver.url]);
});
