import { describe, expect, it } from 'vitest';
import { leaksOf, quartersOf } from '#tools/drill/steadiness.mjs';
import type { Sample, TableSample } from '#tools/drill/steadiness.mjs';
import { quartersTable } from '#tools/drill/words.mjs';

const MB = 2 ** 20;
const SAMPLES = 80;
const PAUSE_MS = 15_000;

interface Course {
  readonly residentMB?: (nth: number) => number;
  readonly connections?: (nth: number) => number;
  readonly table?: (nth: number) => Partial<TableSample>;
}

/** A steady run of 20 minutes, but for what `course` says. */
const run = ({ residentMB = () => 200, connections = () => 20, table = () => ({}) }: Course = {}): Sample[] =>
  Array.from({ length: SAMPLES }, (_, nth) => ({
    atMs: nth * PAUSE_MS,
    replicas: { 'replica 1': { residentBytes: residentMB(nth) * MB, heapBytes: (50 + (nth % 7)) * MB } },
    connections: connections(nth),
    databaseBytes: nth * MB,
    indexBytes: 0,
    tables: { schedules: { live: 1000, dead: 200, changed: 0, bytes: MB, ...table(nth) } },
  }));

const names = (samples: Sample[]): string[] =>
  Object.entries(leaksOf(samples)).flatMap(([name, findings]) => (findings.length > 0 ? [name] : []));

describe('steadiness of a drill', () => {
  it.each<[string, string[], Course]>([
    ['a flat run', [], {}],
    ['memory that grows until warm', [], { residentMB: (nth) => Math.min(200, 100 + 5 * nth) }],
    ['memory within 10 %', [], { residentMB: (nth) => 200 + nth / 4 }],
    ['memory that grows by a megabyte per sample', ['memory that grows'], { residentMB: (nth) => 200 + nth }],
    ['a single peak of memory', [], { residentMB: (nth) => (nth === 75 ? 900 : 200) }],
    ['connections that come and go', [], { connections: (nth) => 18 + (nth % 5) }],
    ['connections that are never closed', ['connections that pile up'], { connections: (nth) => 10 + nth }],
    ['few connections that vary', [], { connections: (nth) => (nth < 60 ? 4 : 6) }],
    ['dead rows up to the share that autovacuum tolerates', [], { table: () => ({ dead: 250 }) }],
    ['dead rows beyond it', ['dead rows that pile up'], { table: () => ({ dead: 251 }) }],
    ['dead rows of a table with 10 changes a second', [], { table: (nth) => ({ dead: 1900, changed: 150 * nth }) }],
    [
      'dead rows of ten minutes of them',
      ['dead rows that pile up'],
      { table: (nth) => ({ dead: 6000, changed: 150 * nth }) },
    ],
    ['dead rows before the last quarter only', [], { table: (nth) => ({ dead: nth < 60 ? 9000 : 0 }) }],
  ])('judges %s', (_, expected, course) => {
    expect(names(run(course))).toEqual(expected);
  });

  it('leaves out replicas that did not answer, and a run without samples', () => {
    const samples = run().map((sample, nth) => (nth % 3 === 0 ? { ...sample, replicas: {} } : sample));
    expect(names(samples)).toEqual([]);
    expect(names([])).toEqual([]);
  });

  it('summarises each quarter: median memory, least heap, largest database, most dead rows', () => {
    const rows = quartersOf(run({ residentMB: (nth) => nth, table: (nth) => ({ dead: nth }) }));
    const quartersIn = (what: string): unknown => rows.find((row) => row.what === what)?.quarters;
    expect(quartersIn('replica 1: resident memory, MB')).toEqual([10, 30, 50, 70]);
    expect(quartersIn('replica 1: least heap, MB')).toEqual([50, 50, 50, 50]);
    expect(quartersIn('database, MB')).toEqual([19, 39, 59, 79]);
    expect(quartersIn('  dead rows at most')).toEqual([19, 39, 59, 79]);
  });

  it('prints a blank for what was not measured', () => {
    const late = run().map((sample, nth) => (nth < 20 ? { ...sample, tables: {} } : sample));
    const line = quartersTable(quartersOf(late))
      .split('\n')
      .find((each) => each.includes('schedules'));
    expect(line).toMatch(/schedules: live rows {5,}1,000 +1,000 +1,000$/);
  });
});
