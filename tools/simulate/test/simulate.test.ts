import { describe, expect, it } from 'vitest';
import { simulate, traceOf } from './run-program.js';

const LONGEST_MS = 20 * 60_000;

describe.concurrent('simulation', () => {
  it.each([
    [1, 15],
    [16, 30],
  ])(
    'every invariant holds in seeds %i to %i',
    async (first, last) => {
      expect(await simulate(['--seeds', `${first}-${last}`, '--quick'])).toMatch(/every invariant held\n$/);
    },
    LONGEST_MS,
  );

  it(
    'a failover forgets a trade whose page was returned: a payment on it is noticed without a callback',
    async () => {
      const faults = 'commits_lost,callback_lost,call_refused';
      const plan = `--seed 3 --orders 6 --days 1 --replicas 2 --intensity 10 --faults ${faults} --quick`;
      expect(await simulate(plan.split(' '))).toMatch(/every invariant held\n$/);
    },
    LONGEST_MS,
  );

  it(
    'gives the same trace for the same seed, alone and after others',
    async () => {
      const alone = await simulate(['--seed', '33', '--quick']);
      expect(traceOf(alone)).toMatch(/^\w{16}$/);
      expect(traceOf(await simulate(['--seeds', '32-33', '--quick']))).toBe(traceOf(alone));
    },
    LONGEST_MS,
  );
});
