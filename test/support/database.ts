import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, dropDatabase, urlOf } from './test-server.js';

export interface TestDatabase {
  url: string;
  /** Cuts the connections that are still open. */
  drop(): Promise<void>;
}

/** A database of one's own with every migration applied: a clone of the run's template, made in some 50 ms. */
export function freshDatabase(): Promise<TestDatabase> {
  return make(inject('testServer').template);
}

/** A database of one's own with nothing in it, for tests of the migrations themselves. */
export function emptyDatabase(): Promise<TestDatabase> {
  return make(undefined);
}

/** A copy as a backup holds it. Nobody may be connected to what is copied. */
export function copyOf({ url }: TestDatabase): Promise<TestDatabase> {
  return make(new URL(url).pathname.slice(1));
}

async function make(template: string | undefined): Promise<TestDatabase> {
  const { adminUrl, prefix } = inject('testServer');
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(adminUrl, name, template);
  return { url: urlOf(adminUrl, name), drop: () => dropDatabase(adminUrl, name) };
}
