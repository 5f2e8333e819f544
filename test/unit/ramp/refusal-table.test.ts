import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentedReason, REFUSALS, refusalByProblem } from '#src/ramp/port/refusal-table.js';
import { Problem } from '#src/platform/problems/problem.js';

const rows = Object.values(REFUSALS);

describe('the refusal table', () => {
  /** The contract's codes, and the promised meaning of each. */
  it.each([
    ['3100', 502, 'ramp_configuration', false, 'operator'],
    ['3101', 422, 'crypto_not_available', false, 'operator'],
    ['3102', 422, 'amount_out_of_range', false, 'customer'],
    ['3103', 502, 'ramp_configuration', true, 'operator'],
    ['3104', 502, 'ramp_configuration', false, 'operator'],
    ['3105', 422, 'address_invalid', false, 'customer'],
    ['3106', 422, 'address_at_risk', false, 'customer'],
    ['3107', 502, 'ramp_configuration', false, 'operator'],
  ])('has one row for %s: %i %s, sent again: %s, who acts: %s', (returnCode, status, problem, resendable, acts) => {
    const found = rows.filter((row) => row.returnCode === returnCode);
    expect(found).toMatchObject([{ problem, resendable, acts }]);
    expect(new Problem(found[0]!.problem, '').status).toBe(status);
    expect(REFUSALS[documentedReason(returnCode)!]).toBe(found[0]);
  });

  it('has no row for another code', () => {
    expect(rows.flatMap(({ returnCode }) => returnCode ?? []).sort()).toEqual(
      ['3100', '3101', '3102', '3103', '3104', '3105', '3106', '3107'].sort(),
    );
    for (const code of ['', '0000', '3108', '9999']) expect(documentedReason(code)).toBeNull();
  });

  it('has one text per problem, for customers', () => {
    for (const { problem, words } of rows) {
      expect(refusalByProblem(problem)?.words).toBe(words);
      expect(words).toMatch(/^[A-Z][^%]{10,}\.$/);
      expect(words).not.toMatch(/contact|our team|3\d{3}/i);
    }
    expect(refusalByProblem('internal')).toBeNull();
  });

  it('is documented, with the problem for callers', () => {
    const handbook = readFileSync(new URL('../../../docs/operations/refusal-codes.md', import.meta.url), 'utf8');
    for (const { returnCode, problem } of rows.filter((row) => row.returnCode !== null)) {
      const line = handbook.split('\n').find((text) => text.startsWith(`| \`${returnCode}\` |`));
      expect(line, returnCode ?? '').toContain(`\`${problem}\``);
    }
  });
});
