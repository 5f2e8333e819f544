import { describe, expect, it } from 'vitest';
import { HELP, parseDrillOptions } from '#tools/drill/options.mjs';

const noChance = () => 0.5;

describe('options of npm run drill', () => {
  it('have defaults, and a random seed', () => {
    expect(parseDrillOptions([], noChance)).toEqual({
      ...{ help: false, checkouts: 5000, replicas: 2, kills: 4, crashes: 3, cuts: 3, promotions: 1, clients: 40 },
      ...{ seed: 500_000, json: false, keep: false },
    });
  });

  it('are all parsed', () => {
    const args =
      '--checkouts 300 --replicas 3 --kills 2 --crashes 0 --cuts 1 --promotions 0 --clients 7 --seed 0 --json --keep'.split(
        ' ',
      );
    expect(parseDrillOptions(args, noChance)).toEqual({
      ...{ help: false, checkouts: 300, replicas: 3, kills: 2, crashes: 0, cuts: 1, promotions: 0, clients: 7 },
      ...{ seed: 0, json: true, keep: true },
    });
  });

  it.each([
    '--checkouts=0',
    '--checkouts=1e3',
    '--replicas=5',
    '--kills=-1',
    '--crashes=x',
    '--cuts=-1',
    '--promotions=2',
    '--clients=',
    '--seed=1.5',
  ])('refuse %s', (argument) => {
    expect(() => parseDrillOptions([argument], noChance)).toThrow(`${argument.split('=')[0]!} needs a whole number`);
  });

  it('refuse an unknown option and name all', () => {
    expect(() => parseDrillOptions(['--chekouts', '3'], noChance)).toThrow('--chekouts');
    for (const name of Object.keys(parseDrillOptions([], noChance))) expect(HELP).toContain(`--${name}`);
  });
});
