import { describe, expect, it } from 'vitest';
import { readOptions } from '#scripts/lib/options.mjs';
import { drillOf, PROGRAM } from '#tools/drill/options.mjs';

const read = (args: string) => drillOf(readOptions(PROGRAM.options, args.split(' '))!, () => 0.5);

describe('options of npm run drill', () => {
  it.each([
    ['--json', { seed: 500_000, kills: 4, crashes: 3, cuts: 3, promotions: 1, restores: 1, leaders: 0 }],
    ['--seed 0', { seed: 0 }],
    ['--ha', { ha: true, kills: 0, crashes: 0, cuts: 0, restores: 0, leaders: 3, promotions: 0 }],
    ['--ha --failovers 2', { leaders: 2, promotions: 0, async: false }],
    ['--ha --async --failovers 2', { leaders: 0, promotions: 2, async: true }],
  ])('with %s', (args, expected) => {
    expect(read(args)).toMatchObject(expected);
  });

  it('refuse --async without --ha', () => {
    expect(() => read('--async')).toThrow('--async needs --ha');
  });
});
