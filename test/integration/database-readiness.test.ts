import { afterEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { Readiness } from '#src/platform/database/readiness.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { freshDatabase } from '../support/database.js';
import { startDatabasePair } from '../support/postgres-pair.js';
import { until } from '../support/service.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Readiness by one connection, whose session stays as a test leaves it. */
function open(url: string) {
  const source = createDataSource(url, { max: 1 });
  opened.push(() => (source.isInitialized ? source.destroy() : Promise.resolve()));
  const told: string[] = [];
  const database = new Database(source, { tell: (event) => told.push(event) });
  const metrics = new Metrics();
  const readiness = new Readiness(database, metrics);
  const isReadOnly = async () =>
    /^ramp_checkout_database_read_only (\d)/m.exec(await metrics.registry.metrics())?.[1] === '1';
  return { database, told, check: () => readiness.check(), isReadOnly };
}

async function openFresh() {
  const fresh = await freshDatabase();
  opened.push(() => fresh.drop());
  return open(fresh.url);
}

const UP = { database: 'up', migrations: 'applied' };
const READ_ONLY = { database: 'read_only', migrations: 'unknown' };

describe('a database that takes no writes', () => {
  it('is not ready, and the metric says so: sessions are read-only', async () => {
    const { database, check, isReadOnly } = await openFresh();
    expect([await check(), await isReadOnly()]).toEqual([UP, false]);
    await database.query('SET default_transaction_read_only = on');
    expect([await check(), await isReadOnly()]).toEqual([READ_ONLY, true]);
    // The pool gives up a connection whose statement failed; the next one is set anew.
    await expect(database.query('CREATE TABLE t ()')).rejects.toThrow(/read-only/);
    expect([await check(), await isReadOnly()]).toEqual([UP, false]);
  });

  it('is not ready, and the metric says so: a standby, until it is promoted', async () => {
    const pair = await startDatabasePair('shop');
    opened.push(() => pair.release());
    const { check, isReadOnly } = open(pair.standbyUrl);
    await until('the standby has the database', async () => (await check()).database !== 'down');
    expect([await check(), await isReadOnly()]).toEqual([READ_ONLY, true]);
    await pair.failOver();
    await until('the standby is promoted', async () => (await check()).database === 'up');
    expect([await check(), await isReadOnly()]).toEqual([{ ...UP, migrations: 'pending' }, false]);
  });
});

describe('settings that a pooler does not keep', () => {
  it.each([
    ['TimeZone', 'Asia/Kolkata'],
    ['TimeZone', 'Etc/UTC'],
    ['DateStyle', 'ISO, DMY'],
    ['extra_float_digits', '3'],
  ])('%s %j makes no answer wrong: it is told once, and the service is ready', async (name, value) => {
    const { database, check, told } = await openFresh();
    await database.query(`SET ${name} = '${value}'`);
    expect(await database.settingsNotKept()).toEqual({ harmful: [], harmless: [name] });
    expect([await check(), await check()]).toEqual([UP, UP]);
    expect(told).toEqual(['session_differs']);
  });

  it.each([
    ['DateStyle', 'SQL, MDY'],
    ['IntervalStyle', 'sql_standard'],
    ['extra_float_digits', '0'],
    ['bytea_output', 'escape'],
    ['array_nulls', 'off'],
    ['standard_conforming_strings', 'off'],
    ['default_transaction_isolation', 'serializable'],
  ])('%s %j may make answers wrong: the service is not ready', async (name, value) => {
    const { database, check, told } = await openFresh();
    await database.query(`SET ${name} = '${value}'`);
    expect(await check()).toEqual({ database: 'down', migrations: 'unknown' });
    expect(told).toEqual(['session_not_kept']);
  });
});
