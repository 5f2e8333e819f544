import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** A busy machine is no failure: tests say what must happen, not how quickly. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

const project = (name: string, extra: object = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], pool: 'forks' as const, ...PATIENT, ...extra },
});

/** Tests that need a database get a migrated template from one embedded Postgres; each file clones it. */
const withPostgres = { globalSetup: ['test/support/global-postgres.ts'] };

export default defineConfig({
  test: {
    // Tests of whole processes wait for some of their time: a few more of them than cores are worth running at once.
    maxWorkers: Math.max(3, availableParallelism()),
    maxConcurrency: 3,
    projects: [
      project('unit'),
      project('sandbox'),
      project('integration', withPostgres),
      project('e2e', withPostgres),
      project('browser', withPostgres),
    ],
  },
});
