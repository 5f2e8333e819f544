import { describe, expect, it } from 'vitest';
import { spanOf } from '#src/cli/lib/program.js';
import { momentOf } from '#src/platform/time/time.js';

describe('report: a time argument', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-01-31T12:30:00Z', '2026-01-31T12:30:00.000Z'],
    ['2026-01-31T12:30:00.5Z', '2026-01-31T12:30:00.500Z'],
    ['2026-01-31T00:30:00+08:00', '2026-01-30T16:30:00.000Z'],
  ])('%s is read as %s', (text, moment) => {
    expect(momentOf(text)?.toISOString()).toBe(moment);
  });

  it.each([
    '',
    'today',
    '2026-1-1',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-01-31T12:30:00',
    '2026-01-31T25:00:00Z',
    ' 2026-01-31',
    '0000-01-01',
    '1899-12-31',
    '9999-12-31T23:59:59-23:59',
  ])('%j is invalid', (text) => {
    expect(momentOf(text)).toBeNull();
  });
});

describe('report: --from and --to', () => {
  it('are optional', () => {
    expect(spanOf(undefined, undefined)).toEqual({ from: null, to: null });
    expect(spanOf('2026-01-01', undefined)).toEqual({ from: new Date('2026-01-01'), to: null });
  });

  it.each([
    ['soon', undefined, '--from must be a date'],
    [undefined, '2026-02-30', '--to must be a date'],
    ['2026-02-01', '2026-01-01', '--from must be before --to'],
    ['2026-02-01', '2026-02-01', '--from must be before --to'],
  ])('%s to %s: %s', (from, to, problem) => {
    expect(() => spanOf(from, to)).toThrow(problem);
  });
});
