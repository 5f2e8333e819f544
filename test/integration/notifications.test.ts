import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from '../../src/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { Listener } from '../../src/platform/database/notifications/listener.js';
import type { ListenTimes } from '../../src/platform/database/notifications/listener.js';
import { MOST_BYTES, Notifier } from '../../src/platform/database/notifications/notifier.js';
import { Secret } from '../../src/platform/shared/secret.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { PostgresRelay } from '../support/postgres-relay.js';
import { until } from '../support/service.js';

/** Quick, and patient enough for a machine that is slow. */
const TIMES: ListenTimes = { proveEveryMs: 200, provedForMs: 3000, pauseMs: 20, longestPauseMs: 200 };
/** Hears at its first connection or not at all. */
const ONCE: ListenTimes = { ...TIMES, pauseMs: 3_600_000, longestPauseMs: 3_600_000 };

let database: TestDatabase;
let relay: PostgresRelay;
const endings: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  relay = await PostgresRelay.start(database.url);
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
  await relay.close();
  await database.drop();
});

/** The notifier of a process: each has a pool of its own. */
function newNotifier(): Notifier {
  const source = createDataSource(database.url);
  endings.push(() => (source.isInitialized ? source.destroy() : Promise.resolve()));
  return new Notifier(new Database(source));
}

interface Ear {
  readonly heard: string[];
  readonly proved: boolean[];
  readonly listener: Listener;
  readonly notifier: Notifier;
  holds(holds: boolean): Promise<unknown>;
}

function newEar(times = TIMES): Ear {
  const heard: string[] = [];
  const proved: boolean[] = [];
  const notifier = newNotifier();
  const hearing = {
    heard: (body: string) => void heard.push(body),
    proved: (holds: boolean) => void proved.push(holds),
  };
  const listener = new Listener(new Secret(relay.url), notifier, hearing, times);
  endings.push(() => listener.stop());
  const holds = (wanted: boolean): Promise<unknown> =>
    until(`holds: ${wanted}`, () => Promise.resolve(listener.holds === wanted));
  return { heard, proved, listener, notifier, holds };
}

/** Connections that listen, by Postgres' own account. */
async function listening(): Promise<number[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'ramp-checkout-listen'`,
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

describe('notifications', () => {
  it('of one process are heard by all, itself included, and proofs by nobody', async () => {
    const [one, other] = [newEar(), newEar()];
    for (const ear of [one, other]) ear.listener.start();
    for (const ear of [one, other]) await ear.holds(true);
    const long = 'x'.repeat(MOST_BYTES);
    await one.notifier.notify(['first', long]);
    for (const { heard } of [one, other]) {
      await until('both', () => Promise.resolve(heard.length === 2));
      expect(heard).toEqual(['first', long]);
    }
    expect([one.proved, other.proved]).toEqual([[true], [true]]);
  });

  it('cost no connection before somebody listens, nor afterwards', async () => {
    const ear = newEar();
    await ear.notifier.notify(['nobody hears it']);
    expect(await listening()).toEqual([]);
    ear.listener.start();
    ear.listener.start();
    await ear.holds(true);
    expect(await listening()).toHaveLength(1);
    await ear.listener.stop();
    await until('it is gone', async () => (await listening()).length === 0);
    expect([ear.listener.isListening, ear.listener.holds, ear.proved]).toEqual([false, false, [true, false]]);
    ear.listener.start();
    await ear.holds(true);
  });

  it('come again after their connection was ended by the server', async () => {
    const ear = newEar();
    ear.listener.start();
    await ear.holds(true);
    const [pid] = await listening();
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query('SELECT pg_terminate_backend($1)', [pid]);
    await admin.end();
    await until('it noticed, and is back', () => Promise.resolve(ear.proved.length === 3));
    expect(ear.proved).toEqual([true, false, true]);
    await ear.notifier.notify(['after']);
    await until('heard', () => Promise.resolve(ear.heard.includes('after')));
    expect(await listening()).not.toContain(pid);
  });

  it('are not believed in where a LISTEN is taken and nothing is delivered, until something is', async () => {
    relay.mood = 'deaf';
    const ear = newEar();
    ear.listener.start();
    await until('it listens', async () => (await listening()).length > 0);
    const [pid] = await listening();
    // It gives that connection up, and tries another one.
    await until('another connection', async () => {
      const pids = await listening();
      return pids.length > 0 && !pids.includes(pid!);
    });
    expect([ear.listener.holds, ear.proved]).toEqual([false, []]);
    relay.mood = 'open';
    await ear.holds(true);
  });

  it('are no longer believed in once the network swallows them without a word', async () => {
    const ear = newEar();
    ear.listener.start();
    await ear.holds(true);
    relay.mood = 'silent';
    await ear.holds(false);
    relay.mood = 'open';
    await ear.holds(true);
  });

  it('are not to be had where nobody answers, and stopping does not wait for it', async () => {
    relay.mood = 'silent';
    const ear = newEar(ONCE);
    ear.listener.start();
    await until('it connects', () => Promise.resolve(relay.open > 0));
    await ear.listener.stop();
    expect(ear.proved).toEqual([]);
    await until('the connection is closed', () => Promise.resolve(relay.open === 0));
  });

  it('are tried for again while the door is shut', async () => {
    relay.mood = 'shut';
    const ear = newEar();
    ear.listener.start();
    await until('it tries again', () => Promise.resolve(relay.knocks > 2));
    expect(ear.listener.holds).toBe(false);
    relay.mood = 'open';
    await ear.holds(true);
  });
});
