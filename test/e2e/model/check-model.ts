import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLists } from './commands.js';
import { startModelWorld } from './model-world.js';
import type { ModelWorld } from './model-world.js';
import { runModel } from './run-model.js';
import { Tally } from './tally.js';

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

const COMMANDS = setting('MODEL_COMMANDS', 30);
const PATH = process.env['MODEL_PATH'];
/** Shrinking ends then too: it runs the list again and again, and a shorter one is worth only so much waiting. */
const LONGEST_MS = setting('MODEL_MS', 240_000);

/** Fixed, so that a failure is due to a change of the code; other seeds search further. */
export const SEED = setting('MODEL_SEED', 20_261_121);

/**
 * Lists of commands, `runs` for each seed. Replay: `MODEL_SEED=… MODEL_PATH=… npx vitest run test/e2e/model.test.ts`.
 * Processes and clocks take part, so that a rare order of events may need more than one try. Another search:
 * `MODEL_SEED=$RANDOM`. Longer: `MODEL_RUNS`, `MODEL_COMMANDS`, `MODEL_MS`.
 */
export function checkModel(seeds: readonly number[], runs: number): void {
  let world: ModelWorld;
  beforeAll(async () => {
    world = await startModelWorld();
  });
  afterAll(() => world.close());

  describe('whatever customers, the provider, the network, crashes and clocks do, in whatever order', () => {
    it.each(seeds)(
      'every invariant holds: seed %i',
      async (seed) => {
        const tally = new Tally();
        // Print the first failure too: one that depends on timing may shrink to another.
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
          numRuns: setting('MODEL_RUNS', runs),
          seed,
          ...(PATH === undefined ? {} : { path: PATH }),
          plugins: [fc.interruptAfterTimeLimit(LONGEST_MS)],
        });
        console.log(`model: seed ${seed}; ${tally.toString()}`);
        const replay = `MODEL_SEED=${seed} MODEL_PATH=${result.counterexamplePath ?? ''} MODEL_COMMANDS=${COMMANDS}`;
        const told = [replay, 'first:', failures.at(0), 'shrunk:', failures.at(-1)];
        expect(result.failed ? told.join('\n') : 'all invariants hold').toBe('all invariants hold');
        // A model that never gets anywhere finds nothing.
        expect(tally.of('event created')).toBeGreaterThan(0);
      },
      LONGEST_MS + 60_000,
    );
  });
}

const lines = (commands: readonly unknown[]): string[] => commands.map((command) => JSON.stringify(command));
