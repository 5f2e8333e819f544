import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DeliveryRepository } from '#src/webhooks/storage/delivery.repository.js';
import { openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

const ENDPOINT = '00000000-0000-4000-8000-000000000001';
const BACKLOG = 5000;

let opened: OrderWriter;

beforeAll(async () => {
  opened = await openOwnOrderWriter();
  for (const statement of [
    `INSERT INTO webhook_endpoints (id, url, events, position, secret, secret_key_id, created_at, created_by)
     VALUES ('${ENDPOINT}', 'https://shop.example', '{*}', 0, '', 'k', checkout_now(), 'staff')`,
    `INSERT INTO outbox (id, type, data, mac, key_id, created_at, position)
     SELECT gen_random_uuid(), 'endpoint.test', '{}', '', 'k', checkout_now(), i FROM generate_series(1, ${BACKLOG}) AS i`,
    `INSERT INTO webhook_deliveries (id, endpoint_id, message_id, event, state, created_at, next_at, planned_at)
     SELECT gen_random_uuid(), '${ENDPOINT}', id, type, 'pending', created_at, created_at - position * interval '1 s', created_at
       FROM outbox`,
    'ANALYZE',
  ]) {
    await opened.database.query(statement);
  }
});
afterAll(() => opened.close());

it('webhooks: a claim takes the longest due, and reads neither table whole while there is a backlog', async () => {
  const { database } = opened;
  const asked = vi.spyOn(database, 'query');
  const claimed = await new DeliveryRepository(database).claim([{ endpoint_id: ENDPOINT, free: 3 }], 30_000);
  expect(claimed.map(({ delivery, message }) => [message.position, delivery.attempts])).toEqual([
    [BACKLOG, 1],
    [BACKLOG - 1, 1],
    [BACKLOG - 2, 1],
  ]);
  const [sql] = asked.mock.lastCall!;
  const plan = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${sql}`);
  expect(plan.filter((row) => /Seq Scan on (webhook_deliveries|outbox)/.test(row['QUERY PLAN']))).toEqual([]);
});
