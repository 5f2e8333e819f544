import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { EPOCH } from '#src/orders/storage/epoch.repository.js';
import { SimulatedPostgres } from '#tools/simulate/database/simulated-postgres.js';

const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;

let now = BEGIN;
let drawn = 0;
let postgres: SimulatedPostgres;

const start = (): Promise<SimulatedPostgres> =>
  SimulatedPostgres.start(
    () => now,
    (count) =>
      Uint8Array.from({ length: count }, () => (drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0) >>> 24),
  );

beforeAll(async () => {
  postgres = await start();
});

beforeEach(async () => {
  now = BEGIN;
  drawn = 0;
  await postgres.reset();
});

afterAll(() => postgres.close());

const sql = (text: string, ...parameters: unknown[]): Promise<unknown[]> => postgres.run(text, parameters, null);

const TIMES = 'SELECT now(), checkout_now(), clock_timestamp(), statement_timestamp()';
const timesAre = (ms: number) => {
  const at = new Date(ms);
  return [{ now: at, checkout_now: at, clock_timestamp: at, statement_timestamp: at }];
};

it('takes the time from the given clock, also when it goes back', async () => {
  for (const ms of [BEGIN, BEGIN + 365 * 24 * HOUR, BEGIN - HOUR, BEGIN - HOUR + 1]) {
    now = ms;
    expect(await sql(TIMES)).toEqual(timesAre(ms));
  }
});

/** Draws chance, changes tables and reads them in the order in which they are stored. */
async function story(): Promise<unknown[]> {
  const insert = `INSERT INTO erasures (digest, key_id, subject, at)
    SELECT sha256(gen_random_uuid()::text::bytea), random()::text, 'order', checkout_now() FROM generate_series(1, $1)`;
  for (const count of [20, 300]) {
    now += HOUR;
    await postgres.run(insert, [count], 'insert');
    await sql(`DELETE FROM erasures WHERE get_byte(digest, 0) < 80`);
  }
  const identity = 'SELECT system_identifier, epoch FROM pg_control_system(), database_epoch';
  return [...(await sql(identity)), ...(await sql('SELECT * FROM erasures'))];
}

it('gives the same rows for the same calls, after a reset and in another instance', async () => {
  const first = await story();
  expect(first.length).toBeGreaterThan(100);
  [now, drawn] = [BEGIN, 0];
  await postgres.reset();
  expect(await story()).toEqual(first);

  [now, drawn] = [BEGIN, 0];
  const other = await start();
  [now, drawn] = [BEGIN, 0];
  await other.reset();
  const held = postgres;
  postgres = other;
  const again = await story().finally(() => (postgres = held));
  await other.close();
  expect(again).toEqual(first);
});

const lsn = async (): Promise<bigint> => {
  const [row] = await sql(`SELECT ${EPOCH} FROM database_epoch e`);
  return BigInt((row as { lsn: string }).lsn);
};
const count = async (): Promise<unknown[]> => postgres.run('SELECT count(*)::int FROM erasures', [], 'count');

it('returns to a snapshot: rows, log position and prepared statements', async () => {
  await count();
  const [before, snapshot] = [await lsn(), await postgres.snapshot()];
  await story();
  const [kept, after] = [await count(), await lsn()];
  expect(after).toBeGreaterThan(before);
  const later = await postgres.snapshot();

  await postgres.restore(snapshot, 2);
  expect(await lsn()).toBe(before);
  expect(await count()).toEqual([{ count: 0 }]);
  expect(await story()).not.toEqual([]);

  await postgres.restore(later, 2);
  expect(await count()).toEqual(kept);
  await sql('CREATE TABLE things AS SELECT n FROM generate_series(1, 50000) n');
  await sql('CHECKPOINT');
  await postgres.reset();
  await expect(sql('SELECT FROM things')).rejects.toMatchObject({ code: '42P01' });
});

it("throws pg's errors and goes on", async () => {
  const twice = `INSERT INTO call_budget (id, next_at, poll_at, late_ms) VALUES ($1, now(), now(), 0)`;
  for (const name of [null, 'twice']) {
    await expect(postgres.run(twice, [1], name)).rejects.toMatchObject({
      code: '23505',
      constraint: 'call_budget_pkey',
    });
    await expect(postgres.run(twice, [2], name)).rejects.toMatchObject({ constraint: 'call_budget_one_row' });
  }
  expect(await sql('SELECT $1::numeric AS n, $2::jsonb AS j', '1.50', { a: [1] })).toEqual([
    { n: '1.50', j: { a: [1] } },
  ]);
});

it('answers within the current turn of the event loop', async () => {
  const answers: unknown[] = [];
  for (const name of [null, 'pair', 'pair'])
    void postgres.run('SELECT 1 AS one', [], name).then((rows) => answers.push(rows));
  await turn();
  expect(answers).toEqual(Array(3).fill([{ one: 1 }]));
});
