import { describe, expect, it } from 'vitest';
import { StatementNames } from '#src/platform/database/statement-names.js';

describe('the name of a prepared statement', () => {
  it('is given from the second time on, and stays', () => {
    const names = new StatementNames();
    expect(names.of('SELECT 1')).toBeNull();
    const name = names.of('SELECT 1');
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(names.of('SELECT 1')).toBe(name);
  });

  it('is that of the text, in every process', () => {
    const [one, two] = [new StatementNames(), new StatementNames()];
    for (const names of [one, two]) for (const sql of ['SELECT 1', 'SELECT 2']) names.of(sql);
    expect(one.of('SELECT 1')).toBe(two.of('SELECT 1'));
    expect(one.of('SELECT 1')).not.toBe(one.of('SELECT 2'));
  });

  it('is not given to ever more statements', () => {
    const names = new StatementNames();
    for (let turn = 0; turn < 2; turn++) for (let i = 0; i < 300; i++) names.of(`SELECT ${i}`);
    expect(names.of('SELECT 0')).not.toBeNull();
    expect(names.of('SELECT 299')).toBeNull();
  });
});
