import { existsSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { builtProgram } from '../../../test/support/programs.js';
import { runDrill } from './run-drill.js';

beforeAll(() => {
  // Built already, or the drill would build under the tests that run beside this one.
  builtProgram('src/main.js');
});

it('nothing is lost or made twice under kills, a crash, a cut, a failover and a restore that lose commits', async () => {
  const size = ['--checkouts', '300', '--kills', '2', '--crashes', '1', '--cuts', '1'];
  const { good, scratch, figures, struck, disturbed } = await runDrill([...size, '--seed', '7']);
  expect(good).toBe(true);
  expect(figures.counts).toMatchObject({ 'orders asked for': 300, 'orders known here': 300 });
  expect(figures.counts['orders at the provider']).toBeGreaterThan(300);
  expect(figures.counts['  paid']).toBeGreaterThan(150);
  expect(figures.counts['  ended, or left unpaid']).toBe(300);
  expect(Object.keys(figures.mustBeNone)).toHaveLength(14);
  expect(Object.values(figures.mustBeNone).flat()).toEqual([]);
  const ofPostgres = struck.filter(({ what }) => what === 'Postgres').map(({ how }) => how);
  expect(ofPostgres.sort()).toEqual(['SIGKILL', 'cut', 'promotion', 'restore']);
  expect(struck.filter(({ what }) => what.startsWith('replica'))).toHaveLength(2);
  expect(struck.filter(({ waiting }) => waiting === 0)).toEqual([]);
  // It was a drill: replies were lost after the provider had acted, and callbacks came twice, late, forged or not at all.
  for (const act of ['reset-after', 'status-after']) expect(disturbed.calls['create']?.[act]).toBeGreaterThan(0);
  for (const what of ['dropped', 'duplicates', 'delayed', 'forged']) {
    expect(disturbed.callbacks[what], what).toBeGreaterThan(0);
  }
  // Most orders have several events, and the shop was often away.
  expect(figures.counts['messages for the shop']).toBeGreaterThan(800);
  expect(disturbed.messages).toBeGreaterThan(0);
  expect(existsSync(scratch)).toBe(false);
}, 240_000);
