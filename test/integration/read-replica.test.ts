import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#src/app.js';
import { migrateDatabase } from '#src/cli/migrate/migrate-database.js';
import { OutboxRepository } from '#src/follow/outbox/outbox.repository.js';
import { ReadReplica } from '#src/orders/epoch/read-replica.service.js';
import { Secret } from '#src/platform/callers/secret.js';
import { STANDBY } from '#src/platform/database/database.module.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { checkReadReplica } from '#tools/provider-kit/doctor/checks/read-replica.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import { OrderActs } from '../support/order-acts.js';
import { APP_ID } from '../support/order-builders.js';
import { openOrderWriter } from '../support/order-writer.js';
import { startDatabasePair } from '../support/postgres-pair.js';
import type { DatabasePair } from '../support/postgres-pair.js';
import { settingsWith, OPEN } from '../support/settings.js';
import { shiftClock } from '../support/service-clock.js';
import { until } from '../support/service.js';

const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Its clock stands still, so that the service looks at the standby when the test wants it. */
class StandingTime extends ProcessTime {
  at = 0;
  override monotonic(): number {
    return this.at;
  }
}

interface Started {
  readonly app: NestExpressApplication;
  readonly events: string[];
  get(path: string): Promise<{ readonly status: number; readonly text: string }>;
  /** Makes the next list look at the standby again. */
  lookAgain(): void;
  fallbacks(reason: string): Promise<number>;
}

async function start(databaseUrl: string, readUrl: string | null): Promise<Started> {
  const events: string[] = [];
  const note = (line: unknown): void => {
    const { event, reason } = line as { event?: string; reason?: string };
    if (event?.startsWith('read_replica')) events.push(reason === undefined ? event : `${event} ${reason}`);
  };
  const time = new StandingTime();
  const app = await createApp(
    settingsWith({
      ...OPEN,
      DATABASE_URL: databaseUrl,
      RAMP_APP_ID: APP_ID,
      ROLES: 'api',
      OPERATOR_ROUTES: 'public',
      ...(readUrl === null ? {} : { DATABASE_READ_URL: readUrl }),
    }),
    { time, logger: { log: note, warn: note, error: note } },
  );
  await app.listen(0, '127.0.0.1');
  endings.push(() => app.close());
  const { port } = app.getHttpServer().address() as AddressInfo;
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  return {
    app,
    events,
    get,
    lookAgain: () => (time.at += 6000),
    async fallbacks(reason) {
      time.at += 1500;
      const { text } = await get('/metrics');
      const found = new RegExp(`read_replica_fallbacks_total\\{reason="${reason}"\\} (\\d+)`).exec(text);
      return Number(found?.[1]);
    },
  };
}

async function run<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const rows: Row[] = [];
    for (const statement of statements) rows.push(...(await client.query<Row>(statement)).rows);
    return rows;
  } finally {
    await client.end();
  }
}

describe('a read replica that cannot be one', () => {
  it.each<[string, string, (primary: string) => Promise<string>]>([
    ['away', 'no server listens', async () => Promise.resolve('postgres://127.0.0.1:9/shop')],
    ['not_a_standby', 'it is the primary itself', async (primary) => Promise.resolve(primary)],
    ['not_migrated', 'the database is empty', () => opened(emptyDatabase())],
  ])('%s, since %s: the primary answers', async (reason, _, urlOf) => {
    const primary = await opened(freshDatabase());
    const service = await start(primary, await urlOf(primary));
    for (const path of ['/v1/orders', '/v1/orders', '/v1/admin/report']) {
      expect(await service.get(path)).toMatchObject({ status: 200 });
    }
    expect(service.events).toEqual([`read_replica_not_used ${reason}`]);
    expect(await service.fallbacks(reason)).toBe(3);
  });

  it('has no pool if it is not set', async () => {
    const service = await start(await opened(freshDatabase()), null);
    expect(await service.get('/v1/orders')).toMatchObject({ status: 200 });
    expect([service.app.get(STANDBY), service.events]).toEqual([null, []]);
  });
});

async function opened(made: Promise<{ url: string; drop(): Promise<void> }>): Promise<string> {
  const database = await made;
  endings.push(() => database.drop());
  return database.url;
}

describe('a read replica', () => {
  let pair: DatabasePair;
  let service: Started;
  let acts: OrderActs;

  const numbers = async (path = '/v1/orders'): Promise<string[]> => {
    const { items } = JSON.parse((await service.get(path)).text) as { items: { merchantOrderNo: string }[] };
    return items.map(({ merchantOrderNo }) => merchantOrderNo).sort();
  };
  const doctor = async (): Promise<string> => {
    const { state, detail } = await checkReadReplica(acts.opened.database, new Secret(pair.standbyUrl));
    return `${state}: ${detail}`;
  };
  const order = async (number: string) => {
    const { items } = JSON.parse((await service.get('/v1/orders')).text) as {
      items: { merchantOrderNo: string; status: string; payUrl: string | null; inReview: boolean }[];
    };
    return items.find(({ merchantOrderNo }) => merchantOrderNo === number);
  };

  beforeAll(async () => {
    pair = await startDatabasePair('shop');
    endings.push(() => pair.release());
    await migrateDatabase(pair.url, () => undefined);
    const writer = openOrderWriter(pair.url);
    endings.push(() => writer.close());
    acts = new OrderActs(writer);
    await acts.refused('OLD-1');
    await acts.created('OPEN-1');
    await acts.refused('ALTERED-1');
    await run(pair.url, `UPDATE orders SET customer_id = 'mallory' WHERE merchant_order_no = 'ALTERED-1'`);
    await run(pair.standbyUrl, 'ALTER SYSTEM SET max_standby_streaming_delay = 0', 'SELECT pg_reload_conf()');
    service = await start(pair.url, pair.standbyUrl);
    await pair.caughtUp();
    // Looks at the standby before that stops its replay.
    await service.get('/v1/admin/report');
    await run(pair.standbyUrl, 'SELECT pg_wal_replay_pause()');
    await run(pair.url, `UPDATE orders SET customer_id = NULL WHERE merchant_order_no = 'ALTERED-1'`);
    await acts.refused('NEW-1');
    await acts.seen('OPEN-1');
    await new OutboxRepository(writer.database).place(100);
  });

  it.each([
    ['the standby', '/v1/orders', false],
    ['the standby', '/v1/orders?side=BUY', false],
    ['the standby', '/v1/admin/orders', false],
    ['the standby', '/v1/admin/orders?text=NEW-1', false],
    ['the standby', '/v1/admin/orders/export', false],
    ['the primary', '/v1/orders/NEW-1', true],
    ['the primary', '/v1/orders?order=updated', true],
    ['the primary', '/v1/admin/orders?order=updated', true],
    ['the primary', '/v1/admin/orders/NEW-1', true],
  ])('%s answers %s', async (_, path, isNew) => {
    const { status, text } = await service.get(path);
    expect(status).toBe(200);
    expect(text.includes('"NEW-1"') || /^NEW-1,/m.test(text)).toBe(isNew);
  });

  it('the standby answers the report', async () => {
    const { text } = await service.get('/v1/admin/report');
    expect(JSON.parse(text)).toMatchObject({ orders: 3, balanced: true });
    expect(service.events).toEqual(['read_replica_used']);
    expect(await doctor()).toMatch(/^pass: a standby of the database, \d+ s/);
  });

  it('gives open orders as the primary has them, so that no page of theirs is an old one', async () => {
    expect(await order('OPEN-1')).toMatchObject({ status: 'PAID', payUrl: null });
    const [copy] = await run<object>(pair.standbyUrl, `SELECT status FROM orders WHERE merchant_order_no = 'OPEN-1'`);
    expect(copy).toEqual({ status: 'AWAITING_PAYMENT' });
  });

  it('has altered orders judged by the primary', async () => {
    // Altered on the standby, and repaired on the primary.
    expect(await order('ALTERED-1')).toMatchObject({ inReview: false });
    expect(await run(pair.url, 'SELECT 1 FROM mismatches')).toEqual([]);
  });

  it('is not read while it is 30 s behind, and is again when it has caught up', async () => {
    await shiftClock(pair.url, '31 seconds');
    service.lookAgain();
    expect(await numbers()).toContain('NEW-1');
    expect(await service.fallbacks('behind')).toBeGreaterThan(0);
    expect(await doctor()).toMatch(/^warning: it is \d+ s behind/);
    await run(pair.standbyUrl, 'SELECT pg_wal_replay_resume()');
    await pair.caughtUp();
    service.lookAgain();
    const before = await service.fallbacks('behind');
    expect(await numbers()).toContain('NEW-1');
    expect(await service.fallbacks('behind')).toBe(before);
    expect(service.events).toEqual(['read_replica_used', 'read_replica_not_used behind', 'read_replica_used']);
  });

  it('leaves to the primary what replication cancels', async () => {
    await run(pair.url, 'CREATE TABLE busy (n int)', 'INSERT INTO busy VALUES (1)');
    await pair.caughtUp();
    const answered = service.app.get(ReadReplica).read<{ from: string }>(async (standby) => {
      if (standby === null) return { from: 'the primary' };
      await standby.query('SELECT pg_sleep(60) FROM busy');
      return { from: 'the standby' };
    });
    await until('the standby reads', async () => {
      const busy = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
      return (await run(pair.standbyUrl, busy)).length > 0;
    });
    await run(pair.url, 'TRUNCATE busy');
    expect(await answered).toEqual({ from: 'the primary' });
    expect(await service.fallbacks('failed')).toBe(1);
    expect(service.events.at(-1)).toBe('read_replica_failed');
  });

  it('fails no request when it stops', async () => {
    service.lookAgain();
    expect(await numbers()).toContain('NEW-1');
    const statuses = new Set<number>();
    const stopped = new AbortController();
    const reading = (async () => {
      do statuses.add((await service.get('/v1/orders')).status);
      while (!stopped.signal.aborted);
    })();
    await pair.stopStandby();
    stopped.abort();
    await reading;
    // Known to be away only after the next look.
    const before = await service.fallbacks('failed');
    statuses.add((await service.get('/v1/admin/orders/export')).status);
    expect(await service.fallbacks('failed')).toBeGreaterThan(before);
    service.lookAgain();
    statuses.add((await service.get('/v1/orders')).status);
    expect(statuses).toEqual(new Set([200]));
    expect(service.events.at(-1)).toBe('read_replica_not_used away');
    expect(await doctor()).toMatch(/^fail: .*ECONNREFUSED/);
  });
});
