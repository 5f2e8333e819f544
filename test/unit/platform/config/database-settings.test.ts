import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readMigrateSettings, readReportSettings } from '#src/platform/config/environment.js';
import { SettingsError } from '#src/platform/config/reader.js';

const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-ca-'));
const CA = join(folder, 'ca.pem');
writeFileSync(CA, 'a certificate');
afterAll(() => rmSync(folder, { recursive: true }));

const AWAY = 'postgres://user:S3CRET@db.example/checkout';

/** The problem with this address, after its name; null if there is none. */
function problem(DATABASE_URL: string, more: Readonly<Record<string, string>> = {}): string | null {
  try {
    readReportSettings({ DATABASE_URL, ...more });
    return null;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    expect(error.message).not.toContain('S3CRET');
    return error.problems.join('\n');
  }
}

describe('a database on another machine', () => {
  it.each([
    '',
    '?sslmode=disable',
    '?ssl=0',
    '?application_name=x',
    '?uselibpqcompat=true&sslmode=disable',
    '?sslmode=no-verify',
    '?uselibpqcompat=true&sslmode=prefer',
    '?uselibpqcompat=true&sslmode=require',
  ])(
    'is refused without TLS that verifies it (%s), and taken on this machine or where that is said in words',
    (query) => {
      expect(problem(AWAY + query)).toMatch(
        /^DATABASE_URL leads to another machine without verified TLS: add sslmode=verify-full/,
      );
      expect(problem(AWAY.replace('db.example', 'localhost') + query)).toBeNull();
      expect(problem(AWAY + query, { DATABASE_ALLOW_PLAINTEXT: 'true' })).toBeNull();
    },
  );

  it.each([
    '?sslmode=verify-full',
    '?sslmode=require',
    '?ssl=true',
    `?sslrootcert=${CA}`,
    `?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${CA}`,
  ])('is taken with TLS: %s', (query) => {
    expect(problem(AWAY + query)).toBeNull();
  });

  it.each(['10.0.0.7', '[fd00::7]', '127.0.0.1.example', 'localhost.example'])('is %s too', (host) => {
    expect(problem(`postgres://user:S3CRET@${host}/checkout`)).toContain('another machine');
    expect(problem(`postgres://user:S3CRET@localhost/checkout?host=${host}`)).toContain('another machine');
  });

  it('is refused for migrations as it is for the service', () => {
    const both = { DATABASE_URL: 'postgres://localhost/x', DATABASE_MIGRATE_URL: AWAY };
    expect(() => readMigrateSettings(both)).toThrow(/DATABASE_MIGRATE_URL leads to another machine/);
  });
});

it.each([
  ...['localhost', '127.0.0.1', '127.8.9.1', '[::1]'].map((host) => `postgres://user:S3CRET@${host}:5433/checkout`),
  'postgres:///checkout?host=/var/run/postgresql',
  'postgres://user:S3CRET@%2Fvar%2Frun%2Fpostgresql/checkout',
])('a database on this machine needs no TLS: %s', (url) => {
  expect(problem(url)).toBeNull();
});

it('an address that the driver cannot read is named, and not shown', () => {
  expect(problem('postgres://user:S3CRET@[x/checkout')).toMatch(/^DATABASE_URL cannot be read/);
  expect(problem(`${AWAY}?sslrootcert=/nowhere/S3CRET.pem`)).toMatch(/^DATABASE_URL cannot be read/);
});
