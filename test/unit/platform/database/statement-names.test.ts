import { describe, expect, it } from 'vitest';
import { StatementNames } from '#src/platform/database/statement-names.js';

describe('statement names', () => {
  it("exist from a statement's second use on, and stay", () => {
    const names = new StatementNames();
    expect(names.of('SELECT 1')).toBeNull();
    const name = names.of('SELECT 1');
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(names.of('SELECT 1')).toBe(name);
  });

  it('depend on the text only, in every process', () => {
    const [one, two] = [new StatementNames(), new StatementNames()];
    for (const names of [one, two]) for (const sql of ['SELECT 1', 'SELECT 2']) names.of(sql);
    expect(one.of('SELECT 1')).toBe(two.of('SELECT 1'));
    expect(one.of('SELECT 1')).not.toBe(one.of('SELECT 2'));
  });

  it('are limited in number', () => {
    const names = new StatementNames();
    for (let turn = 0; turn < 2; turn++) for (let i = 0; i < 300; i++) names.of(`SELECT ${i}`);
    expect(names.of('SELECT 0')).not.toBeNull();
    expect(names.of('SELECT 299')).toBeNull();
  });
});
