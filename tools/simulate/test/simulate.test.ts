import { describe, expect, it } from 'vitest';
import { startCommand } from '../../../test/support/programs.js';
import { simulate, traceOf } from './run-program.js';

const LONGEST_MS = 20 * 60_000;

/** Busy for half of the time: a machine that is sometimes slow differs more from an idle one than a machine that always is. */
const BUSY_LOOP = 'setInterval(() => { for (const end = Date.now() + 200; Date.now() < end;); }, 400)';

describe.concurrent('simulation', () => {
  it.each([
    [1, 5],
    [6, 10],
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
    'gives the same trace for the same seed, alone, and after another seed on a busy machine',
    async () => {
      const alone = await simulate(['--seed', '33', '--quick']);
      expect(traceOf(alone)).toMatch(/^\w{16}$/);
      const loops = Array.from({ length: 2 }, () => startCommand('loop', process.execPath, ['-e', BUSY_LOOP], {}));
      try {
        expect(traceOf(await simulate(['--seeds', '32-33', '--quick']))).toBe(traceOf(alone));
      } finally {
        await Promise.all(loops.map((loop) => loop.kill()));
      }
    },
    LONGEST_MS,
  );
});
