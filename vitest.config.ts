import { availableParallelism, cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineConfig } from 'vitest/config';
import SlowestFirst from './scripts/lib/checks/slowest-first.mjs';

/** A busy machine is no failure: tests say what must happen, not how quickly. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** Who counts the timers that are left must not see those of other files. */
const CLOCKS = '**/*.clock.test.ts';

/** What these leave behind, drives that go on and places that nobody takes any more, ends with their process. */
const ALONE = 'test/integration/{call-places,checkout-token,order-writer-lease,price-guard}.test.ts';

const LONG = '**/*.long.test.ts';

/**
 * Of whole programs `npm test` runs those that alone find a fault, and one purchase on the pages; `npm run test:long` runs
 * the others, and all that are named long.
 */
const USUAL_PROGRAMS = [
  'test/e2e/{altered-orders,api-keys,callbacks,client-made,compatibility,create-faults,customer-link,feed,forget}.test.ts',
  'test/e2e/{guests,jwt,lost-connections,main-path,openapi,order-events,permissions,repeats,retry,scenarios}.test.ts',
  'test/e2e/{settings,shutdown,stopping,webhooks}.test.ts',
  'web/test/browser/{console,first-load,pages,whole-way}.test.ts',
];

/** Files share a process and its modules: loading them anew for each is more than half of the work of small ones. */
const SHARED = { isolate: false, exclude: [CLOCKS, ALONE, LONG] };

/** Whole processes share the cores with others: a test that fails runs once more, and is named if it passes then. */
const WHOLE = { ...SHARED, retry: 1 };

const LOOK_MS = 500;

/** The share of the cores, 0 to 1, that others leave free just now. */
async function freeShare(): Promise<number> {
  const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
  const before = idleMs();
  await sleep(LOOK_MS);
  return Math.min(1, (idleMs() - before) / LOOK_MS / availableParallelism());
}

const FREE = await freeShare();

/** So many on an idle machine. On a busy one fewer, so that each is served as quickly: services have deadlines to keep. */
const workers = (idle: number): number => Math.max(2, Math.round(Math.max(idle, availableParallelism()) * FREE));

/**
 * They compute more than they wait, and each process of theirs loads all of `src`: few processes, and all done before those
 * of whole programs begin.
 */
const BEFORE = { maxWorkers: workers(4), sequence: { groupOrder: 1 } };
const AFTERWARDS = { sequence: { groupOrder: 2 } };

/** Each keeps the machine busy by itself. */
const FEW = { maxWorkers: workers(2), sequence: { groupOrder: 3 } };

/** Tests that need a database get a migrated template from one embedded Postgres; each file clones it. */
const WITH_POSTGRES = { globalSetup: ['test/support/global-postgres.ts'] };

const project = (name: string, extra: { include: string[] } & object) => ({
  test: { name, pool: 'forks' as const, ...PATIENT, ...extra },
});

export default defineConfig({
  test: {
    // Tests of whole processes wait for half of their time: a few more of them than cores are worth running at once.
    maxWorkers: workers(6),
    maxConcurrency: 3,
    sequence: { sequencer: SlowestFirst },
    projects: [
      project('clocks', { include: [CLOCKS], ...BEFORE }),
      project('alone', { include: [ALONE], ...WITH_POSTGRES, ...BEFORE }),
      project('parts', {
        include: [
          'test/{unit,integration}/**/*.test.ts',
          '{sandbox,client,tools/*}/test/**/*.test.ts',
          'web/test/unit/**/*.test.ts',
        ],
        ...{ ...SHARED, ...WITH_POSTGRES, ...BEFORE },
      }),
      // Those of a browser keep the cores busy while the others wait.
      project('e2e', {
        include: USUAL_PROGRAMS,
        ...WHOLE,
        ...WITH_POSTGRES,
        ...AFTERWARDS,
      }),
      project('programs', {
        include: ['test/e2e/**/*.test.ts', 'web/test/browser/**/*.test.ts'],
        ...{ ...WHOLE, exclude: [...WHOLE.exclude, ...USUAL_PROGRAMS] },
        ...WITH_POSTGRES,
        ...AFTERWARDS,
      }),
      project('long', { include: [LONG], ...{ ...WHOLE, exclude: [] }, ...WITH_POSTGRES, ...FEW }),
    ],
  },
});
