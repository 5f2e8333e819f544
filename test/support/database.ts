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

/**
 * The same database as the service reaches it: by its own role, which owns nothing. Of a server that is not the run's, the
 * address as it is.
 */
export function asServiceRole(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return databaseUrl;
  const { adminUrl, serviceRole } = inject('testServer');
  const [url, admin] = [new URL(databaseUrl), new URL(adminUrl)];
  if (url.username !== admin.username || url.password !== admin.password) return databaseUrl;
  return Object.assign(url, { username: serviceRole.name, password: serviceRole.password }).href;
}

async function make(template: string | undefined): Promise<TestDatabase> {
  const { adminUrl, prefix } = inject('testServer');
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(adminUrl, name, template);
  return { url: urlOf(adminUrl, name), drop: () => dropDatabase(adminUrl, name) };
}
