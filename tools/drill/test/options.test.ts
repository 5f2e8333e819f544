import { describe, expect, it } from 'vitest';
import { HELP, parseDrillOptions } from '#tools/drill/options.mjs';

const noChance = () => 0.5;

describe('options of npm run drill', () => {
  it('have defaults, and a random seed', () => {
    expect(parseDrillOptions([], noChance)).toEqual({
      ...{
        help: false,
        checkouts: 5000,
        replicas: 2,
        kills: 4,
        crashes: 3,
        cuts: 3,
        promotions: 1,
        restores: 1,
        clients: 40,
      },
      ...{ seed: 500_000, json: false, keep: false, ha: false, async: false, leaders: 0 },
    });
  });

  it('are all parsed', () => {
    const args =
      '--checkouts 300 --replicas 3 --kills 2 --crashes 0 --cuts 1 --promotions 0 --restores 0 --clients 7 --seed 0 --json --keep'.split(
        ' ',
      );
    expect(parseDrillOptions(args, noChance)).toEqual({
      ...{
        help: false,
        checkouts: 300,
        replicas: 3,
        kills: 2,
        crashes: 0,
        cuts: 1,
        promotions: 0,
        restores: 0,
        clients: 7,
      },
      ...{ seed: 0, json: true, keep: true, ha: false, async: false, leaders: 0 },
    });
  });

  it.each([
    ['--ha', { leaders: 3, promotions: 0, async: false }],
    ['--ha --failovers 2', { leaders: 2, promotions: 0, async: false }],
    ['--ha --async --failovers 2', { leaders: 0, promotions: 2, async: true }],
  ])('with %s kill only leaders', (args, expected) => {
    expect(parseDrillOptions(args.split(' '), noChance)).toMatchObject({
      ...{ ha: true, kills: 0, crashes: 0, cuts: 0, restores: 0 },
      ...expected,
    });
  });

  it('refuse --async without --ha', () => {
    expect(() => parseDrillOptions(['--async'], noChance)).toThrow('--async needs --ha');
  });

  it.each([
    '--checkouts=0',
    '--checkouts=1e3',
    '--replicas=5',
    '--kills=-1',
    '--crashes=x',
    '--cuts=-1',
    '--promotions=2',
    '--failovers=x',
    '--clients=',
    '--seed=1.5',
  ])('refuse %s', (argument) => {
    expect(() => parseDrillOptions([argument], noChance)).toThrow(`${argument.split('=')[0]!} needs a whole number`);
  });

  it('refuse an unknown option and name all', () => {
    expect(() => parseDrillOptions(['--chekouts', '3'], noChance)).toThrow('--chekouts');
    const names = Object.keys(parseDrillOptions([], noChance)).filter((name) => name !== 'leaders');
    for (const name of [...names, 'failovers']) expect(HELP).toContain(`--${name}`);
  });
});
