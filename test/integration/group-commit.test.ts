import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import type { DatabaseOptions } from '#src/platform/database/database.js';
import { sqlState } from '#src/platform/database/database-errors.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { inRequestTime, withRequestTime } from '#src/platform/time/request-time.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { emptyDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { FakeTime } from '../support/fake-time.js';
import { until } from '../support/service.js';

/** `fails_once`: raises an error of this state, the first time. */
const SCHEMA = `
  CREATE TABLE kept (key text PRIMARY KEY CHECK (key <> 'forbidden'), n serial, tx text DEFAULT pg_current_xact_id()::text);
  CREATE SEQUENCE tries;
  CREATE FUNCTION fails_once(state text) RETURNS bigint LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('tries') = 1 THEN RAISE EXCEPTION 'as told' USING ERRCODE = state; END IF;
      RETURN lastval();
    END $$`;
const KEEP = 'INSERT INTO kept (key) VALUES ($1) RETURNING key';
const HELD = 'SELECT pg_advisory_xact_lock(7)';

let test: TestDatabase;
let admin: pg.Client;
let source: ReturnType<typeof createDataSource>;
let database: Database;
let commits: number[];
let told: string[];

/** Without a time of its own the lane never lets others pass. */
function open(options: DatabaseOptions = {}, pool: pg.PoolConfig = {}): void {
  source = createDataSource(test.url, pool);
  const committing = (statements: number) => commits.push(statements);
  const tell = (event: string) => told.push(event);
  database = new Database(new PooledStatements(source), { time: new FakeTime(), committing, tell, ...options });
}

beforeEach(async () => {
  test = await emptyDatabase();
  admin = new pg.Client(test.url);
  await admin.connect();
  await admin.query(SCHEMA);
  [commits, told] = [[], []];
});

afterEach(async () => {
  if (source.isInitialized) await source.destroy();
  await admin.end();
  await test.drop();
});

const keep = (key: string): Promise<unknown> => database.together(KEEP, [key], key);
const keys = (count: number): string[] => Array.from({ length: count }, (_, n) => `k${String(n).padStart(3, '0')}`);
const stored = async (): Promise<string[]> =>
  (await admin.query<{ key: string }>('SELECT key FROM kept ORDER BY n')).rows.map(({ key }) => key);
const outcomes = async (works: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(works)).map((one) =>
    one.status === 'fulfilled' ? 'done' : (sqlState(one.reason) ?? String(one.reason)),
  );

const untilWaiting = (query: string): Promise<unknown> =>
  until(`${query} waits for a lock`, async () => {
    const sql = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query = $1 AND datname = current_database()`;
    return (await admin.query<{ pid: number }>(sql, [query])).rows[0];
  });

/** Begins all of the work while a first statement is on its way. */
async function behindOne(work: () => Promise<unknown>[]): Promise<string[]> {
  await admin.query('SELECT pg_advisory_lock(7)');
  const first = database.together(HELD, [], '');
  await untilWaiting(HELD);
  const all = outcomes(work());
  await admin.query('SELECT pg_advisory_unlock(7)');
  await first;
  return all;
}

describe('group commit', () => {
  it('sends a statement at once that comes alone, and commits it by itself', async () => {
    open();
    for (const key of keys(3)) expect(await keep(key)).toEqual([{ key }]);
    expect(commits).toEqual([1, 1, 1]);
    expect((await admin.query('SELECT DISTINCT tx FROM kept')).rowCount).toBe(3);
  });

  it('commits at most 64 together, in the order of their keys, and gives each its own rows', async () => {
    open();
    const rows: unknown[] = [];
    const last = keys(70).reverse();
    await behindOne(() => last.map((key) => keep(key).then((found) => rows.push([key, found]))));
    expect(commits).toEqual([1, 64, 6]);
    expect(rows).toEqual(expect.arrayContaining(last.map((key) => [key, [{ key }]])));
    expect(await stored()).toEqual([...last.slice(0, 64).reverse(), ...last.slice(64).reverse()]);
    expect((await admin.query('SELECT DISTINCT tx FROM kept')).rowCount).toBe(2);
  });

  it('commits each by itself if the settings say so', async () => {
    open({ groupsCommits: false });
    await Promise.all(keys(5).map(keep));
    expect((await admin.query('SELECT DISTINCT tx FROM kept')).rowCount).toBe(5);
  });

  it('reads values as single statements do', async () => {
    open();
    const sql = `SELECT now() AS at, 1::numeric AS money, 'infinity'::timestamptz AS never, $1::bytea AS bytes, $2::jsonb AS json`;
    const parameters = [Buffer.from([0, 255]), { a: [1] }];
    const found: unknown[] = [];
    const ask = () => database.together(sql, parameters, '').then(([row]) => found.push(row));
    await behindOne(() => [ask(), ask(), keep('a')]);
    const [single] = await database.query<object>(sql, parameters);
    for (const row of found) expect(row).toEqual({ ...single, at: expect.any(Date) as Date });
    expect([found.length, commits]).toEqual([2, [1, 3]]);
  });

  it.each([
    ['breaks a unique index', KEEP, ['taken'], '23505'],
    ['breaks a rule', KEEP, ['forbidden'], '23514'],
    ['takes too long', 'SELECT pg_sleep(60)', [], '57014'],
    ['does not exist', 'SELECT nothing', [], '42703'],
    ['fails once by a deadlock', `SELECT fails_once('40P01')`, [], 'done'],
    ['fails once by a conflict', `SELECT fails_once('40001')`, [], 'done'],
    ['is cancelled once', `SELECT fails_once('57014')`, [], '57014 or done'],
    ['finds a row locked once', `SELECT fails_once('55P03')`, [], '55P03 or done'],
  ])('a statement that %s harms none of the others', async (_, sql, parameters, outcome) => {
    // Longer than a busy machine takes for the others.
    open({}, { statement_timeout: 3000 });
    await keep('taken');
    const others = keys(20);
    const all = await behindOne(() => [database.together(sql, parameters, 'k010'), ...others.map(keep)]);
    expect(outcome.split(' or ')).toContain(all[0]);
    expect(all.slice(1)).toEqual(others.map(() => 'done'));
    expect((await stored()).sort()).toEqual([...others, 'taken']);
    expect(told).toEqual([]);
    const committed = ['taken', HELD, ...others, ...(all[0] === 'done' ? [sql] : [])];
    expect(commits.reduce((sum, writes) => sum + writes, 0)).toBe(committed.length);
  });

  it('a locked row delays the others only for a moment', async () => {
    open();
    await keep('row');
    const locker = new pg.Client(test.url);
    await locker.connect();
    await locker.query(`BEGIN; SELECT FROM kept WHERE key = 'row' FOR UPDATE`);
    let waits: Promise<unknown> = Promise.resolve();
    const others = await behindOne(() => {
      waits = database.together(`UPDATE kept SET n = 0 WHERE key = 'row' RETURNING n`, [], 'row');
      return keys(5).map(keep);
    });
    expect(others).toEqual(keys(5).map(() => 'done'));
    await locker.query('COMMIT');
    await locker.end();
    expect(await waits).toEqual([{ n: 0 }]);
  });

  it('rows that a dead machine left locked do not keep other statements waiting', async () => {
    // Without time limits, only the end of the dead session unlocks the rows.
    open({ time: new ProcessTime() }, { statement_timeout: 0, query_timeout: 0, connectionTimeoutMillis: 0 });
    const [dead, lost] = [new pg.Client(test.url), Array.from({ length: 40 }, (_, n) => `lost ${n}`)];
    await dead.connect();
    await dead.query('BEGIN');
    await dead.query('INSERT INTO kept (key) SELECT unnest($1::text[])', [lost]);
    const sql = 'INSERT INTO kept (key) VALUES ($1) ON CONFLICT DO NOTHING';
    const again = (key: string): Promise<unknown> => database.together(sql, [key], key);
    const locked = async (): Promise<number> => {
      const waits = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query = $1 AND datname = current_database()`;
      return (await admin.query(waits, [sql])).rowCount ?? 0;
    };
    const waiting = [...lost, ...lost].map(again);
    try {
      await until('some wait', async () => (await locked()) >= 4);
      for (const key of keys(30)) {
        waiting.push(again(lost[0]!));
        expect(await keep(key)).toEqual([{ key }]);
      }
      await until('most wait without a connection', async () => (await locked()) <= 5);
    } finally {
      await dead.end();
    }
    await Promise.all(waiting);
    expect((await stored()).sort()).toEqual([...keys(30), ...lost].sort());
  });

  it.each(['57P01', '08006', '53100', '25006'])(
    'if the database goes away (%s), each learns it and nothing is repeated',
    async (state) => {
      open();
      const all = await behindOne(() => [
        database.together(`SELECT fails_once('${state}')`, [], 'a'),
        ...keys(3).map(keep),
      ]);
      expect(all).toEqual([state, state, state, state]);
      expect(await stored()).toEqual([]);
      expect(told).toEqual(['database_unavailable']);
      expect(await keep('again')).toEqual([{ key: 'again' }]);
    },
  );

  it.each(['57P01', '08006'])('reads whose connection breaks (%s) run once more, alone or together', async (state) => {
    open();
    const read = (): Promise<unknown> => database.readTogether(`SELECT fails_once('${state}')`, []);
    await admin.query('SELECT pg_advisory_lock(7)');
    const first = database.readTogether(HELD, []);
    await untilWaiting(HELD);
    const all = outcomes([read(), read(), read()]);
    await admin.query('SELECT pg_advisory_unlock(7)');
    await first;
    expect(await all).toEqual(['done', 'done', 'done']);
    await admin.query('ALTER SEQUENCE tries RESTART');
    expect(await outcomes([read()])).toEqual(['done']);
    expect(told).toEqual([]);
  });

  it('reads of a batch whose connection is terminated are answered', async () => {
    open();
    const lock = 'SELECT pg_advisory_xact_lock_shared(8)';
    await admin.query('SELECT pg_advisory_lock(8)');
    const first = database.readTogether(lock, []);
    await untilWaiting(lock);
    const all = outcomes(keys(20).map((key) => database.readTogether('SELECT $1::text AS key', [key])));
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = $1`, [lock]);
    await admin.query('SELECT pg_advisory_unlock(8)');
    await first;
    expect(await all).toEqual(keys(20).map(() => 'done'));
  });

  it.each([
    ['57P01', 2],
    ['53300', 1],
  ])('a read that fails again (%s) is refused after %i tries', async (state, tries) => {
    open();
    await admin.query(`CREATE FUNCTION fails(state text) RETURNS bigint LANGUAGE plpgsql AS $$
      BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'as told' USING ERRCODE = state; END $$`);
    expect(await outcomes([database.readTogether(`SELECT fails('${state}')`, [])])).toEqual([state]);
    expect((await admin.query('SELECT last_value::integer FROM tries')).rows).toEqual([{ last_value: tries }]);
  });

  it('of a batch whose connection is terminated nothing is stored, and each learns it', async () => {
    open();
    const lock = 'SELECT pg_advisory_xact_lock_shared(8)';
    await admin.query('SELECT pg_advisory_lock(8)');
    const all = behindOne(() => [database.together(lock, [], 'k001'), ...keys(3).map(keep)]);
    await untilWaiting(lock);
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = $1`, [lock]);
    expect(new Set(await all)).toEqual(new Set(['57P01']));
    expect(await stored()).toEqual([]);
    await admin.query('SELECT pg_advisory_unlock(8)');
    expect(await keep('again')).toEqual([{ key: 'again' }]);
  });

  it('of a batch with a parameter that cannot be written nothing is stored', async () => {
    open();
    const all = await behindOne(() => [database.together(KEEP, [{ n: 1n }], 'k001'), ...keys(3).map(keep)]);
    expect(all.filter((outcome) => outcome === 'done')).toEqual([]);
    expect(await stored()).toEqual([]);
    expect(await keep('again')).toEqual([{ key: 'again' }]);
  });

  describe('on a connection that loses prepared statements', () => {
    const name = createHash('sha256').update(KEEP).digest('hex').slice(0, 32);
    it.each([
      ['26000', 'DEALLOCATE ALL'],
      ['42P05', `DEALLOCATE ALL; PREPARE "${name}" AS SELECT 1; PREPARE "other" AS SELECT 1`],
    ])('runs one by one, and then unprepared (%s)', async (_, sql) => {
      open({}, { max: 1 });
      if (sql.includes('PREPARE "')) await database.query(sql.slice(sql.indexOf(';') + 1));
      else {
        for (const key of ['x', 'y', 'z']) await keep(key);
        await database.query(sql);
      }
      await database.query(KEEP, ['w']).catch(() => undefined);
      const before = await stored();
      const all = await behindOne(() => keys(6).map(keep));
      expect(all).toEqual(keys(6).map(() => 'done'));
      expect((await stored()).length).toBe(before.length + 6);
      expect(told).toEqual(['statements_not_kept']);
      await behindOne(() => ['p', 'q', 'r'].map(keep));
      expect(commits.at(-1)).toBe(3);
    });
  });

  it('does not send a statement whose request was answered meanwhile', async () => {
    open();
    await admin.query('SELECT pg_advisory_lock(7)');
    const first = database.together(HELD, [], '');
    await untilWaiting(HELD);
    let late: Promise<unknown> = Promise.resolve();
    const answer = new Promise((resolve, reject) => {
      const asked = (): void => {
        late = keep('late');
        inRequestTime(late).then(resolve, reject);
      };
      withRequestTime(new ProcessTime(), 1, () => false, asked);
    });
    await expect(answer).rejects.toMatchObject({ code: 'unavailable' });
    const others = keys(3).map(keep);
    await admin.query('SELECT pg_advisory_unlock(7)');
    await Promise.all([first, ...others]);
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(await stored()).toEqual(keys(3));
  });

  it('while a statement hangs, others pass', async () => {
    open({ time: new ProcessTime() });
    await admin.query('SELECT pg_advisory_lock(7)');
    const hangs = database.together(HELD, [], '');
    await untilWaiting(HELD);
    await Promise.all(keys(3).map(keep));
    expect(commits).toEqual([3]);
    await admin.query('SELECT pg_advisory_unlock(7)');
    await hangs;
    expect(commits).toEqual([3, 1]);
  });
});
