import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuditRepository } from '#src/audit/audit.repository.js';
import { AuditService } from '#src/audit/audit.service.js';
import { createDataSource } from '#src/data-source.js';
import { OutboxRepository } from '#src/follow/outbox/outbox.repository.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { validKeys } from '#src/webhooks/decisions/webhook-signature.js';
import { EndpointSecretsService } from '#src/webhooks/endpoint-secrets.service.js';
import { EndpointsService } from '#src/webhooks/endpoints.service.js';
import { DeliveryRepository } from '#src/webhooks/storage/delivery.repository.js';
import { EndpointRepository } from '#src/webhooks/storage/endpoint.repository.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { until } from '../support/service.js';
import { SystemChance } from '#src/platform/chance.js';

const ACTOR = { id: 'key:of-an-admin', name: 'anna', address: '192.0.2.1' };
const ring = new KeyRing([{ id: 'a', bytes: Buffer.alloc(32, 1) }]);
const keys = { ring: () => Promise.resolve(ring) };

let testDatabase: TestDatabase;
let source: ReturnType<typeof createDataSource>;
let database: Database;
let rows: EndpointRepository;
let deliveries: DeliveryRepository;
let secrets: EndpointSecretsService;
let endpoints: EndpointsService;
let audit: AuditService;
let client: pg.Client;

beforeEach(async () => {
  testDatabase = await freshDatabase();
  source = createDataSource(testDatabase.url);
  database = new Database(new PooledStatements(source));
  rows = new EndpointRepository(database);
  deliveries = new DeliveryRepository(database);
  secrets = new EndpointSecretsService(keys, new SystemChance());
  audit = new AuditService(new AuditRepository(database), keys, { tell: () => undefined });
  endpoints = new EndpointsService(rows, deliveries, secrets, audit, new SystemChance(), {
    webhooks: { allowsPrivate: false },
  });
  client = new pg.Client({ connectionString: testDatabase.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await source.destroy();
  await testDatabase.drop();
});

const create = async (events: readonly string[] = ['*']) =>
  endpoints.create(ACTOR, { url: 'https://shop.example/', events, description: null, enabled: true }, 'v1');

const verifiers = async (id: string, at?: Date): Promise<string[]> => {
  const keys = await secrets.open(await endpoints.get(id));
  return validKeys(keys ?? [], at ?? (await database.now())).map(({ verifier }) => verifier);
};

/** One message per second, the newest a second old. */
async function told(count: number, type = 'endpoint.disabled'): Promise<void> {
  await database.query(
    `INSERT INTO outbox (id, type, data, mac, key_id, created_at)
     SELECT gen_random_uuid(), $2, '{}', sha256('x'), 'k', checkout_now() - n * interval '1 second' FROM generate_series(1, $1::int) n`,
    [count, type],
  );
  while ((await new OutboxRepository(database).place(5000)) > 0);
}

const secondsAgo = async (seconds: number): Promise<Date> =>
  new Date((await database.now()).getTime() - seconds * 1000 - 500);

const made = async (): Promise<number> =>
  Number(
    (await database.query<{ count: string }>('SELECT count(DISTINCT message_id) FROM webhook_deliveries'))[0]?.count,
  );

const WAITS = `wait_event_type = 'Lock' AND datname = current_database()`;
const untilWaiting = (count: number): Promise<boolean> =>
  until('somebody waits', async () => {
    const waiting = await database.query(`SELECT 1 FROM pg_stat_activity WHERE ${WAITS}`);
    return waiting.length === count;
  });

it('webhooks: an endpoint is not deleted if the audit log cannot be written', async () => {
  const { id } = (await create()).endpoint;
  await database.query('ALTER TABLE audit_log RENAME TO audit_log_away');
  await expect(endpoints.delete(ACTOR, id)).rejects.toThrow('audit_log');
  expect(await endpoints.get(id)).toMatchObject({ id });
});

describe('webhooks: a replay', () => {
  it('of several batches delivers each wanted message of the span once', async () => {
    await told(12_000);
    await told(3000, 'endpoint.test');
    const { endpoint } = await create(['endpoint.disabled', 'endpoint.test']);
    const span = { from: await secondsAgo(11_000), to: await secondsAgo(100), events: null };
    expect(await endpoints.replay(ACTOR, endpoint.id, span)).toBe(10_900);
    expect(await made()).toBe(10_900);
    const all = { from: await secondsAgo(20_000), to: null, events: ['order.paid'] };
    expect(await endpoints.replay(ACTOR, endpoint.id, all)).toBe(0);
  });

  it('that was interrupted is complete after a repeat', async () => {
    await told(12_000);
    const { endpoint } = await create();
    // Blocks one batch, so that the replay fails in the middle.
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM outbox WHERE position = 11000 FOR UPDATE');
    const cut = endpoints.replay(ACTOR, endpoint.id, { from: await secondsAgo(20_000), to: null, events: null });
    const isCut = expect(cut).rejects.toThrow();
    await untilWaiting(1);
    await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${WAITS}`);
    await isCut;
    await client.query('COMMIT');
    expect(await made()).toBeGreaterThan(0);
    expect(await made()).toBeLessThan(12_000);
    const again = { from: await secondsAgo(20_000), to: null, events: null };
    expect(await endpoints.replay(ACTOR, endpoint.id, again)).toBe(12_000);
    expect(await made()).toBe(12_000);
  });
});

describe('webhooks: two concurrent rotations', () => {
  it('return a secret to one caller only, and messages are signed with it', async () => {
    const { endpoint, verifier } = await create();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM webhook_endpoints FOR UPDATE');
    const both = [1, 2].map(() => endpoints.rotate(ACTOR, endpoint.id));
    const ended = Promise.allSettled(both);
    await untilWaiting(2);
    await client.query('COMMIT');
    const outcomes = await ended;
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(lost).toMatchObject([{ code: 'key_not_rotatable', status: 409 }]);
    expect(await verifiers(endpoint.id)).toEqual([won[0]!.verifier, verifier]);
  });
});

describe('webhooks: successive rotations', () => {
  it('replace a secret that cannot be decrypted', async () => {
    const { endpoint } = await create();
    await database.query(`UPDATE webhook_endpoints SET secret = secret || '\\x00'`);
    const { verifier } = await endpoints.rotate(ACTOR, endpoint.id);
    expect(await verifiers(endpoint.id)).toEqual([verifier]);
  });
});

describe('webhooks: metrics', () => {
  it('the delay is that of the longest due message of healthy endpoints, with or without a position', async () => {
    await told(60);
    expect(await deliveries.delaySeconds()).toBe(0);
    const { endpoint } = await create();
    expect(await deliveries.delaySeconds()).toBe(0);
    await database.query(
      `INSERT INTO outbox (id, type, data, mac, key_id, created_at)
       VALUES (gen_random_uuid(), 'endpoint.disabled', '{}', sha256('x'), 'k', checkout_now() - interval '50 seconds')`,
    );
    expect(await deliveries.delaySeconds()).toBeCloseTo(50, -1);
    await new OutboxRepository(database).place(5000);
    await deliveries.fanOut(500);
    await database.query(`UPDATE webhook_deliveries SET next_at = checkout_now() - interval '20 seconds'`);
    expect(await deliveries.delaySeconds()).toBeCloseTo(20, -1);
    await database.query(`UPDATE webhook_deliveries SET next_at = checkout_now() + interval '20 seconds'`);
    expect(await deliveries.delaySeconds()).toBe(0);
    await database.query(`UPDATE webhook_deliveries SET next_at = checkout_now() - interval '90 seconds'`);
    await database.query(`UPDATE webhook_endpoints SET failures = 1`);
    expect(await deliveries.delaySeconds()).toBe(0);
    await database.query(`UPDATE webhook_endpoints SET failures = 0`);
    expect(await deliveries.delaySeconds()).toBeCloseTo(90, -1);
    await endpoints.change(ACTOR, endpoint.id, { enabled: false });
    expect(await deliveries.delaySeconds()).toBe(0);
  });

  it('endpoints are counted by state, without those disabled by staff', async () => {
    const { endpoint } = await create();
    await create();
    expect(await rows.countByState()).toEqual({ enabled: 2, failing: 0, disabled: 0 });
    await database.query('UPDATE webhook_endpoints SET failures = 1, failing_since = checkout_now() WHERE id = $1', [
      endpoint.id,
    ]);
    expect(await rows.countByState()).toEqual({ enabled: 1, failing: 1, disabled: 0 });
    await database.query(`UPDATE webhook_endpoints SET disabled_reason = 'failing' WHERE id = $1`, [endpoint.id]);
    expect(await rows.countByState()).toEqual({ enabled: 1, failing: 0, disabled: 1 });
    await endpoints.change(ACTOR, endpoint.id, { enabled: false });
    expect(await rows.countByState()).toEqual({ enabled: 1, failing: 0, disabled: 0 });
  });
});
