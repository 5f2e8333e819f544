import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, dropDatabase, urlOf } from './test-server.js';

export interface TestDatabase {
  url: string;
  /** Closes open connections too. */
  drop(): Promise<void>;
}

/** A migrated database: a clone of the run's template, made in about 50 ms. */
export function freshDatabase(): Promise<TestDatabase> {
  return make(inject('testServer').template);
}

export function emptyDatabase(): Promise<TestDatabase> {
  return make(undefined);
}

/** A copy, as in a backup. The original must have no connections. */
export function copyOf({ url }: TestDatabase): Promise<TestDatabase> {
  return make(new URL(url).pathname.slice(1));
}

/** The same database under the service's role, which owns nothing. Addresses of other servers are returned unchanged. */
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
