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
  const { good, scratch, counts, problems, disturbed } = await runDrill([...size, '--seed', '7']);
  expect(good).toBe(true);
  expect(counts).toMatchObject({ 'orders asked for': 300, 'orders known here': 300, 'orders with a difference': 0 });
  expect(counts['orders at the provider']).toBeGreaterThan(300);
  expect(Object.keys(problems)).toHaveLength(9);
  expect([counts['kills, crashes and cuts'], counts['of them with requests waiting']]).toEqual([6, 6]);
  expect(counts['orders lost with commits']).toBeGreaterThan(0);
  // It was a drill: replies were lost after the provider had acted, and callbacks came twice, late, forged or not at all.
  for (const act of ['reset-after', 'status-after']) expect(disturbed.calls['create']?.[act]).toBeGreaterThan(0);
  for (const what of ['dropped', 'duplicates', 'delayed', 'forged']) {
    expect(disturbed.callbacks[what], what).toBeGreaterThan(0);
  }
  // Most orders have several events, and the shop was often away.
  expect(counts['messages for the shop']).toBeGreaterThan(800);
  expect(counts['attempts that met a dead shop']).toBeGreaterThan(0);
  expect(existsSync(scratch)).toBe(false);
}, 240_000);
