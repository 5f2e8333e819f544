import { describe, expect, it } from 'vitest';
import { simulate } from './run-program.js';

const FIRST = 11;
const SEEDS = 30;
const PROGRAMS = 2;

describe.concurrent('simulation', () => {
  it.each(Array.from({ length: PROGRAMS }, (_, index) => index))(
    'every invariant holds in many seeds: part %i',
    async (index) => {
      const share = SEEDS / PROGRAMS;
      const seeds = `${FIRST + index * share}-${FIRST - 1 + (index + 1) * share}`;
      expect(await simulate(['--seeds', seeds, '--quick'])).toMatch(/every invariant held\n$/);
    },
    2 * 60 * 60_000,
  );
});
