import { test, expect } from 'vitest';
import { SimulatedPostgres } from '#tools/simulate/database/simulated-postgres.js';

test('x', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  let c = 0;
  const t0 = performance.now();
  const db = await SimulatedPostgres.start(() => now, (n) => Uint8Array.from({ length: n }, () => (c = (c * 31 + 7) % 251)));
  console.log('start', performance.now() - t0);
  const q = (s: string) => db.run(s, [], null);
  console.log(await q(`SELECT now(), checkout_now(), clock_timestamp(), gen_random_uuid(), random()`));
  console.log(await q(`SELECT pg_current_wal_flush_lsn(), pg_walfile_name(pg_current_wal_flush_lsn()), system_identifier from pg_control_system()`));
  now -= 1e6;
  console.log(await q(`SELECT now(), checkout_now(), clock_timestamp(), gen_random_uuid(), random()`));
  console.log(await q(`SELECT version(), current_setting('statement_timeout'), (select count(*) from migrations), current_setting('shared_buffers') b, current_setting('TimeZone') tz`));
  console.log(await db.run('select $1::int + 1 as x', [2], 'abc'));
  let t = performance.now();
  const s = await db.snapshot(); console.log('snapshot', performance.now() - t, new Set(s.image.pages).size, s.image.nodes.length, s.image.nodes.reduce((n, x) => n + (x.contents instanceof Uint8Array ? x.contents.length : 0), 0));
  await q(`create table zzz as select i, gen_random_uuid() u from generate_series(1, 100000) i`);
  console.log(await q(`SELECT pg_current_wal_flush_lsn(), count(*) from zzz`));
  console.log(await db.run('select $1::int + 2 as x', [2], 'abd'));
  t = performance.now();
  await db.restore(s); console.log('restore', performance.now() - t);
  console.log(await q(`SELECT pg_current_wal_flush_lsn()`));
  console.log(await db.run('select $1::int + 2 as x', [2], 'abd'));
  console.log(await db.run('select $1::int + 1 as x', [2], 'abc'));
  await expect(q('select count(*) from zzz')).rejects.toMatchObject({ code: '42P01' });
  for (let i = 0; i < 4; i++) { t = performance.now(); await db.snapshot(); console.log('snapshot', performance.now() - t); t = performance.now(); await db.reset(); console.log('reset', performance.now() - t); }
  t = performance.now();
  for (let i = 0; i < 2000; i++) await db.run('select $1::int + 1 as x', [2], 'abe');
  console.log('per trivial', (performance.now() - t) / 2000);
  await db.close();
});
