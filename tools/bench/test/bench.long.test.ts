import { basename, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ROWS } from '../lib/rows.mjs';
import type { Round } from '../lib/table.mjs';
import { builtProgram, PROJECT, startProgram } from '../../../test/support/programs.js';

beforeAll(() => {
  // Built already, or the bench would build under the tests that run beside this one.
  builtProgram('src/main.js');
});

// Few connections: a busy machine would refuse some of 200.
const SMALL = ['--connections', '4', '--rounds', '1', '--seconds', '0.4', '--warm', '20', '--json'];

async function roundsOf(...options: string[]): Promise<Round[]> {
  const bench = startProgram('bench', join(PROJECT, 'tools/bench/main.mjs'), {}, [...SMALL, ...options]);
  const ending = await bench.ended;
  const said = bench.output();
  expect(ending, said).toBe(0);
  return JSON.parse(said.slice(said.indexOf('[\n'))) as Round[];
}

it('the bench has the service and its rivals make checkouts, each with two durable writes, and says what they cost', async () => {
  const rounds = await roundsOf();
  expect(rounds.map(({ subject }) => subject)).toEqual(['service', 'usual', 'floor']);
  for (const { subject, figures } of rounds) {
    expect([subject, Object.keys(figures).sort()]).toEqual([subject, Object.keys(ROWS).sort()]);
    expect([subject, figures['failures'], figures['answered but not stored']]).toEqual([subject, 0, 0]);
    // Reserved, and recorded.
    expect(figures['one, 50/s: transactions'], subject).toBeGreaterThanOrEqual(2);
    for (const [row, figure] of Object.entries(figures)) expect(figure, `${subject}: ${row}`).toBeGreaterThanOrEqual(0);
  }
}, 600_000);

it('another build is measured in the same rounds', async () => {
  const rounds = await roundsOf('--beside', PROJECT, '--only', 'service', '--only', basename(PROJECT));
  expect(rounds.map(({ subject }) => subject)).toEqual(['service', basename(PROJECT)]);
}, 600_000);
