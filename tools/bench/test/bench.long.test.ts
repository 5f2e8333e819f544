import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ROWS } from '../lib/table.mjs';
import type { Round } from '../lib/table.mjs';
import { builtProgram, PROJECT, startProgram } from '../../../test/support/programs.js';

beforeAll(() => {
  // Built already, or the bench would build under the tests that run beside this one.
  builtProgram('src/main.js');
});

it('the bench has the service and its rivals make checkouts, each with two durable writes, and says what they cost', async () => {
  const small = ['--rounds', '1', '--seconds', '0.4', '--connections', '4', '--warm', '20', '--json'];
  const bench = startProgram('bench', join(PROJECT, 'tools/bench/main.mjs'), {}, small);
  const ending = await bench.ended;
  const said = bench.output();
  expect(ending, said).toBe(0);
  const rounds = JSON.parse(said.slice(said.indexOf('[\n'))) as Round[];
  expect(rounds.map(({ subject }) => subject)).toEqual(['service', 'usual', 'floor']);
  for (const { subject, figures } of rounds) {
    // Rivals ask about nothing, and have no guests.
    const rows = Object.keys(ROWS).filter((row) => subject === 'service' || !/poll|flood|stream|follower/.test(row));
    expect([subject, Object.keys(figures).sort()]).toEqual([subject, rows.sort()]);
    expect([subject, figures['failures']]).toEqual([subject, 0]);
    expect(figures['checkouts a second'], subject).toBeGreaterThan(0);
    // Reserved, and recorded.
    expect(figures['transactions a checkout'], subject).toBeGreaterThanOrEqual(2);
    for (const [row, figure] of Object.entries(figures)) expect(figure, `${subject}: ${row}`).toBeGreaterThanOrEqual(0);
  }
}, 600_000);
