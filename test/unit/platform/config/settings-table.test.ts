import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMigrateSettings, readSettings } from '#src/platform/config/environment.js';
import { SettingsReader } from '#src/platform/config/reader.js';
import type { Environment } from '#src/platform/config/reader.js';
import { settingVariables, SETTINGS } from '#src/platform/config/settings-table.js';
import type { Setting } from '#src/platform/config/table/kinds.js';
import { settingWarnings } from '#src/platform/config/unknown-settings.js';
import { OPEN, problemsOf, REQUIRED_SETTINGS } from '../../../support/settings.js';

const GOOD: Environment = {
  ...REQUIRED_SETTINGS,
  // Some settings are refused where they would do nothing.
  RAMP_SIGNATURE: 'custom',
  AUTH_JWT_ISSUER: 'https://id.example',
  AUTH_JWT_AUDIENCE: 'shop',
  AUTH_JWKS_URL: 'https://id.example/keys',
  GUEST_CHALLENGE_URL: 'https://challenge.example/verify',
  GUEST_CHALLENGE_SECRET: 'challenge-secret',
  GUEST_CHALLENGE_SITE_KEY: 'site-key',
  GUEST_CHALLENGE_SCRIPT_URL: 'https://challenge.example/api.js',
};

const rows: readonly (readonly [string, Setting])[] = Object.entries(SETTINGS);

/** Beyond the limits, or a choice in another letter case; `wrong-values.test.ts` has the values of another kind. */
function wrongValues(setting: Setting): readonly string[] {
  if (setting.kind === 'integer') return [setting.min - 1, setting.max + 1].map(String);
  if (setting.kind !== 'choice') return [];
  const { values } = setting;
  return values
    .flatMap((value) => [value.toUpperCase(), value.toLowerCase()])
    .filter((value) => !values.includes(value));
}

/** Every name that is looked up on the way to the settings of the service and of its migrations. */
function namesRead(): Set<string> {
  const names = new Set<string>();
  const watched = new Proxy(GOOD, {
    get: (environment, name: string) => {
      names.add(name);
      return environment[name];
    },
  });
  readSettings(watched);
  readMigrateSettings(watched);
  return names;
}

describe('the table of settings', () => {
  it('has what is read, and all of it is read', () => {
    const names = namesRead();
    expect([...names].sort()).toEqual(settingVariables().sort());
  });

  it('knows what must be set', () => {
    const required = rows.filter(([, setting]) => setting.required).map(([name]) => name);
    const problems = problemsOf(() => readSettings(OPEN));
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(required.sort());
  });

  it.each(rows)('%s is explained in one sentence', (_, { says }) => {
    expect(says).toMatch(/^[A-Z](?!.*\. [A-Z`]).{8,118}\.$/);
  });

  const withDefault = rows.filter(([, setting]) => setting.default !== null && setting.defaultNote === undefined);
  it.each(withDefault)('%s may be set to its default, which changes nothing', (name, { default: usual }) => {
    expect(readSettings({ ...GOOD, [name]: GOOD[name] ?? String(usual) })).toEqual(readSettings(GOOD));
  });

  it.each(rows.flatMap(([name, setting]) => wrongValues(setting).map((value) => [name, value] as const)))(
    '%s may not be %j',
    (name, value) => {
      const problems = problemsOf(() => readSettings({ ...GOOD, [name]: value }));
      expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must `))]);
    },
  );

  it('knows all names, kinds and values that the code may use', () => {
    const read = new SettingsReader({});
    const { integer, oneOf, given } = {
      // @ts-expect-error: there is no such setting
      given: () => read.given('RAMP_MAX_RSP'),
      // @ts-expect-error: it is a text
      integer: () => read.integer('RAMP_APP_ID'),
      // @ts-expect-error: it is never that
      oneOf: () => read.oneOf('AUTH') === 'maybe',
    };
    expect([integer, oneOf, given]).toHaveLength(3);
  });
});

const told = (...names: string[]): string[] =>
  settingWarnings(Object.fromEntries(names.map((name) => [name, 'S3CRET'])));

describe('settings that nobody knows', () => {
  it.each(['RAMP_MAX_RSP', 'AUTH_GUEST', 'RAMP_APP_SECRET_FIEL', 'HTTP_CONNECTIONS_PER_KEY'])('%s', (name) => {
    expect(told(name)).toEqual([`Unknown setting ${name}`]);
  });

  it.each([
    'HTTP_PROXY',
    'http_proxy',
    'NODE_ENV',
    'PORTS',
    'LOG_FORMAT',
    'SERVICE_NAME',
    'SANDBOX_PORT',
    'RAMP_CHECKOUT_SERVICE_HOST',
    'RAMP_CHECKOUT_KEY',
    'PAGES_PORT',
    'HTTP_HOST',
    'DATABASE_PORT_5432_TCP_ADDR',
    'AUTH_SERVICE_PORT_HTTP',
  ])('are not those of others: %s', (name) => {
    expect(told(name)).toEqual([]);
  });
});

describe('a setting that needs another', () => {
  const NEEDS = rows.flatMap(([name, { needs }]) => (needs === undefined ? [] : [[name, needs[0], needs[2]] as const]));
  const someOf = (name: string): Environment => ({ [name]: name === 'AUTH_GUESTS' ? 'true' : 'S3CRET' });
  const words = (name: string, needed: string): unknown =>
    expect.stringMatching(new RegExp(`^${name} needs ${needed}: [a-z][^.]+$`));

  it('lists the settings that need another', () => {
    expect(NEEDS.map(([name, needed]) => `${name} ${needed}`)).toEqual([
      'GUEST_CHALLENGE_URL AUTH_GUESTS',
      'AUTH_CONSOLE_CLIENT_ID AUTH_JWT_ROLE_CLAIM',
      'AUTH_JWT_STAFF_ACR AUTH_JWT_ROLE_CLAIM',
      'RAMP_ACCESS_TOKEN_URL RAMP_ACCESS_TOKEN_REFUSED_CODES',
      'RAMP_APP_SECRET_NEXT RAMP_SIGNATURE_REFUSED_CODES',
      'RAMP_ASK_BEFORE_SEND RAMP_NOT_FOUND',
    ]);
    expect(NEEDS.filter(([, needed]) => !(needed in SETTINGS))).toEqual([]);
  });

  it.each(NEEDS)('%s without %s is warned of at start, or refused', (name, needed, refused) => {
    if (refused === undefined) expect(settingWarnings(someOf(name))).toEqual([words(name, needed)]);
    else expect(problemsOf(() => readSettings({ ...GOOD, [name]: 'true' }))).toEqual([words(name, needed)]);
    expect(settingWarnings({ ...someOf(name), ...someOf(needed) })).toEqual([]);
  });

  it.each([
    ['at its default', { RAMP_ASK_BEFORE_SEND: 'false' }, 0],
    [
      'without the one that is needed, which is set to its default',
      { AUTH_JWT_STAFF_ACR: 'mfa', AUTH_JWT_ROLE_CLAIM: 'none' },
      1,
    ],
  ])('%s', (_, environment, warnings) => {
    expect(settingWarnings(environment)).toHaveLength(warnings);
  });

  it('may find it in the profile of the provider', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-needs-'));
    writeFileSync(join(folder, 'provider.env'), 'RAMP_SIGNATURE_REFUSED_CODES=1002\n');
    const rotation = { RAMP_APP_SECRET_NEXT: 'next', RAMP_PROFILE: join(folder, 'provider.env') };
    expect(problemsOf(() => readSettings({ ...GOOD, ...rotation }))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
