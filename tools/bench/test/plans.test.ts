import { describe, expect, it } from 'vitest';
import { compare, executionsIn, grows, statementTable } from '#tools/bench/growth/plans.mjs';
import type { Execution } from '#tools/bench/growth/plans.mjs';

interface Plan {
  readonly [key: string]: unknown;
}

const entry = (database: string, application: string, text: string, plan: Plan): string =>
  `${database}:${application}:LOG:  duration: 0.1 ms  plan:\n${JSON.stringify(
    { 'Query Text': text, Plan: plan },
    null,
    1,
  )
    .split('\n')
    .map((line) => `\t${line}`)
    .join('\n')}`;

const scan = (relation: string, rows: number, removed: number): Plan => ({
  'Node Type': 'Seq Scan',
  'Relation Name': relation,
  'Actual Rows': rows,
  'Rows Removed by Filter': removed,
});

const execution = (text: string, blocks: number, scans: string[] = []): Execution => ({ text, blocks, scans });

describe('plans of the service', () => {
  it('are taken from the log: of one database and of the service only', async () => {
    const plan = { 'Node Type': 'Limit', 'Shared Hit Blocks': 3, 'Shared Read Blocks': 2 };
    const log = [
      entry('big', 'ramp-checkout', 'SELECT\n  1', plan),
      'big:ramp-checkout:LOG:  duration: 0.1 ms',
      entry('small', 'ramp-checkout', 'SELECT 2', plan),
      entry('big', 'psql', 'SELECT 3', plan),
      entry('big', 'ramp-checkout', 'SELECT 4', { ...plan, 'Shared Read Blocks': 0 }),
      '',
    ].join('\n');
    expect(await executionsIn(log.split('\n'), 'big')).toEqual([execution('SELECT 1', 5), execution('SELECT 4', 3)]);
  });

  it.each<[string, Plan, string[]]>([
    ['a filter over many rows', scan('orders', 1, 9999), ['orders']],
    ['a small table', scan('outbox_head', 1, 0), []],
    ['a part of a plan', { 'Node Type': 'Sort', Plans: [{ Plans: [scan('trades', 6000, 0)] }] }, ['trades']],
    ['an index', { ...scan('orders', 9999, 0), 'Node Type': 'Index Scan' }, []],
  ])('say what is read as a whole: %s', async (_, plan, scans) => {
    expect(await executionsIn(entry('big', 'ramp-checkout', 'SELECT 1', plan).split('\n'), 'big')).toEqual([
      execution('SELECT 1', 0, scans),
    ]);
  });

  it('are compared by the most expensive execution of each text', () => {
    const small = [execution('A', 10), execution('A', 30), execution('B', 400)];
    const large = [execution('A', 20), execution('A', 31, ['orders']), execution('B', 701), execution('C', 9)];
    const statements = compare(small, large);
    expect(statements).toEqual([
      { text: 'B', times: 1, small: 400, large: 701, scans: [] },
      { text: 'A', times: 2, small: 30, large: 31, scans: ['orders'] },
      { text: 'C', times: 1, small: Number.NaN, large: 9, scans: [] },
    ]);
    expect(statements.filter(grows).map(({ text }) => text)).toEqual(['B']);
    expect(statementTable(statements)).toMatch(/400 {6}701 {6}1 {2}B\n.* 30 {7}31 {6}2 {2}A\n +reads all of orders\n/);
  });
});
