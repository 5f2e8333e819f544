import { describe, expect, it } from 'vitest';
import { parseBenchOptions } from '../lib/options.mjs';
import { benchTable, median, ROWS } from '../lib/table.mjs';

const round = (subject: string, figure: number) => ({
  subject,
  figures: Object.fromEntries(Object.keys(ROWS).map((row) => [row, figure])),
});

describe('bench table', () => {
  it('has medians, their spread, and the ratio to the usual service', () => {
    const rounds = [3, 9, 6].flatMap((figure) => [round('service', figure), round('usual', figure / 3)]);
    const [head = '', first = ''] = benchTable(rounds, ['service', 'usual']).split('\n');
    expect(head.trim().split(/ {2,}/)).toEqual(['service', 'usual', 'service ÷ usual']);
    expect(first.split(/ {2,}/)).toEqual(['checkouts a second', '6.0 (3.0–9.0)', '2.0 (1.0–3.0)', '3.00']);
  });

  it('has no ratio if one of the two is missing', () => {
    const [head = ''] = benchTable([round('floor', 1)], ['floor']).split('\n');
    expect(head.trim()).toBe('floor');
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
  it('measure everything by default', () => {
    const { subjects, rounds, warm, delayMs } = parseBenchOptions([]);
    expect({ subjects, rounds, warm, delayMs }).toEqual({
      subjects: ['service', 'usual', 'floor'],
      rounds: 3,
      warm: 2000,
      delayMs: 0,
    });
    expect(parseBenchOptions(['--only', 'floor', '--delay', '50'])).toMatchObject({ subjects: ['floor'], delayMs: 50 });
  });

  it.each(['--only=all', '--rounds=0', '--rounds=1.5', '--seconds=0', '--seconds=1.55', '--delay=-1', '--fast'])(
    'refuse %s',
    (option) => {
      expect(() => parseBenchOptions([option])).toThrow();
    },
  );
});
