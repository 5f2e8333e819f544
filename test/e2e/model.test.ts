import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLists } from './model/commands.js';
import { startModelWorld } from './model/model-world.js';
import type { ModelWorld } from './model/model-world.js';
import { runModel } from './model/run-model.js';
import { Tally } from './model/tally.js';

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

const RUNS = setting('MODEL_RUNS', 8);
const COMMANDS = setting('MODEL_COMMANDS', 30);
/** The same for everybody, so that a change is judged by what it changed; other seeds are for whoever looks for more. */
const SEED = setting('MODEL_SEED', 20_261_121);
const PATH = process.env['MODEL_PATH'];
/** Shrinking ends then too: it runs the list again and again, and a shorter one is worth only so much waiting. */
const LONGEST_MS = setting('MODEL_MS', 240_000);

let world: ModelWorld;
beforeAll(async () => {
  world = await startModelWorld();
});
afterAll(() => world.close());

/**
 * Replay: `MODEL_SEED=… MODEL_PATH=… npx vitest run --project e2e test/e2e/model.test.ts`. Processes and clocks take
 * part, so that a rare order of events may need more than one try. Another search: `MODEL_SEED=$RANDOM`. Longer: `MODEL_RUNS`, `MODEL_COMMANDS`, `MODEL_MS`.
 */
describe('whatever customers, the provider, the network, crashes and clocks do, in whatever order', () => {
  it(
    'every invariant holds',
    async () => {
      const tally = new Tally();
      // The first failure is told too: what depends on timing may shrink to something else.
      const failures: string[] = [];
      const property = fc.asyncProperty(commandLists(COMMANDS), async (commands) => {
        try {
          await runModel(world, commands, tally);
        } catch (error) {
          failures.push([String(error), ...lines(commands)].join('\n'));
          throw error;
        }
      });
      const result = await fc.check(property, {
        numRuns: RUNS,
        seed: SEED,
        ...(PATH === undefined ? {} : { path: PATH }),
        plugins: [fc.interruptAfterTimeLimit(LONGEST_MS)],
      });
      console.log(`model: seed ${SEED}; ${tally.toString()}`);
      const replay = `MODEL_SEED=${SEED} MODEL_PATH=${result.counterexamplePath ?? ''} MODEL_COMMANDS=${COMMANDS}`;
      const told = [replay, 'first:', failures.at(0), 'shrunk:', failures.at(-1)];
      expect(result.failed ? told.join('\n') : 'all invariants hold').toBe('all invariants hold');
      // A model that never gets anywhere finds nothing.
      expect(tally.of('event created')).toBeGreaterThan(0);
    },
    LONGEST_MS + 60_000,
  );
});

const lines = (commands: readonly unknown[]): string[] => commands.map((command) => JSON.stringify(command));
