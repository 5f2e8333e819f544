import { describe, expect, it } from 'vitest';
import { readOptions } from '#scripts/lib/options.mjs';
import { benchOf, PROGRAM } from '../lib/options.mjs';
import { benchTable, median } from '../lib/table.mjs';

const round = (number: number, subject: string, figure: number) => ({
  round: number,
  subject,
  isOwn: subject !== 'usual',
  figures: { 'MB resident, idle': figure },
});

const cellsOf = (line = ''): string[] => line.trim().split(/ {2,}/);

describe('bench table', () => {
  it('has medians, and the median of the ratios within a round with the least and the most', () => {
    // A machine that slows down: the ratio of the medians would be 1.5.
    const rounds = [
      [round(1, 'service', 10), round(1, 'usual', 5)],
      [round(2, 'usual', 10), round(2, 'service', 30)],
      [round(3, 'service', 15), round(3, 'usual', 12)],
    ].flat();
    const [head, row] = benchTable(rounds).split('\n').map(cellsOf);
    expect(head).toEqual(['service', 'usual', 'service ÷ usual']);
    expect(row).toEqual(['MB resident, idle', '15', '10', '2.00 (1.25–3.00)']);
  });

  it('compares builds with the usual service and with each other', () => {
    const [head, row] = benchTable([round(1, 'service', 8), round(1, 'before', 16), round(1, 'usual', 4)])
      .split('\n')
      .map(cellsOf);
    expect(head?.slice(3)).toEqual(['service ÷ usual', 'before ÷ usual', 'service ÷ before']);
    expect(row?.slice(4)).toEqual(['2.00 (2.00–2.00)', '4.00 (4.00–4.00)', '0.50 (0.50–0.50)']);
  });

  it('has no ratio if one of the two is missing, and no row that nobody has', () => {
    expect(benchTable([round(1, 'service', 1)]).split('\n')).toEqual([
      expect.stringMatching(/^ +service$/),
      expect.any(String),
      '',
    ]);
  });

  it.each([
    [[1, 9, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[7], 7],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

describe('bench options', () => {
  const read = (...args: string[]) => benchOf(readOptions(PROGRAM.options, args)!);
  const namesOf = (...args: string[]) => read(...args).subjects.map(({ name }) => name);

  it('measure checkouts of all by default', () => {
    expect(namesOf()).toEqual(['service', 'usual', 'floor']);
    expect(read()).toMatchObject({ rounds: 3, warm: null, all: false });
    expect(read('--warm', '12000')).toMatchObject({ warm: 12_000 });
  });

  it('name another build by its folder', () => {
    expect(namesOf('--beside', '/builds/before/')).toEqual(['service', 'before', 'usual', 'floor']);
    expect(namesOf('--beside=/builds/before', '--only=before', '--only=floor')).toEqual(['before', 'floor']);
    expect(() => namesOf('--beside=/one/build', '--beside=/other/build')).toThrow('two subjects');
  });

  it.each(['--only=all', '--seconds=0', '--seconds=1.55'])('refuse %s', (option) => {
    expect(() => read(option)).toThrow();
  });
});
