import { defineConfig } from 'vitest/config';

const project = (name: string, extra: object = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], pool: 'forks' as const, ...extra },
});

/** Tests that need a database get a migrated template from one embedded Postgres; each file clones it. */
const withPostgres = { globalSetup: ['test/support/global-postgres.ts'], testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [project('unit'), project('sandbox'), project('integration', withPostgres), project('e2e', withPostgres)],
  },
});
