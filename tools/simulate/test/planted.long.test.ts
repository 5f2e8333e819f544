import { describe, expect, it } from 'vitest';
import { planted } from './run-program.js';

/** Chance decides what a simulation meets within its budget: nine of ten are found as a rule. A second try takes as long. */
describe.concurrent('planted faults', { retry: 0 }, () => {
  it.each([
    ['--finder simulator --part 1/2', 0.8],
    ['--finder simulator --part 2/2', 0.8],
    ['--finder unit', 1],
  ])(
    'are found by their finder: %s, %d of them',
    async (args, share) => {
      const lines = (await planted(args.split(' '))).trimEnd().split('\n');
      expect(lines.length).toBeGreaterThan(10);
      const missed = lines.filter((line) => !line.startsWith('found | '));
      expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(Math.floor(lines.length * (1 - share) + 1e-9));
    },
    60 * 60_000,
  );
});
