import { describe, expect, it } from 'vitest';
import { simulate, traceOf } from './run-program.js';

describe.concurrent('simulation', () => {
  it.each([
    [1, 15],
    [16, 30],
  ])('every invariant holds in seeds %i to %i', async (first, last) => {
    expect(await simulate(['--seeds', `${first}-${last}`])).toMatch(/every invariant held\n$/);
  });

  it('gives the same trace for the same seed, alone and after others', async () => {
    const alone = await simulate(['--seed', '33']);
    expect(traceOf(await simulate(['--seeds', '31-33']))).toBe(traceOf(alone));
  });
});
