import { describe, expect, it } from 'vitest';
import { readMigrateSettings, readSettings } from '#src/platform/config/environment.js';
import { SettingsError, SettingsReader } from '#src/platform/config/reader.js';
import type { Environment } from '#src/platform/config/reader.js';
import { SETTING_GROUPS, settingVariables, SETTINGS } from '#src/platform/config/settings-table.js';
import type { Setting } from '#src/platform/config/table/kinds.js';
import { serviceKey } from '../../../support/service-keys.js';

const GOOD: Environment = {
  DATABASE_URL: 'postgres://localhost/checkout',
  RAMP_BASE_URL: 'https://ramp.example',
  RAMP_APP_ID: 'app-1',
  RAMP_APP_SECRET: 'secret',
  SERVICE_KEY: serviceKey('7'),
  // Some settings are refused where they would do nothing.
  RAMP_SIGNATURE: 'custom',
  AUTH_JWT_ISSUER: 'https://id.example',
  AUTH_JWT_AUDIENCE: 'shop',
  AUTH_JWKS_URL: 'https://id.example/keys',
};

const rows: readonly (readonly [string, Setting])[] = Object.entries(SETTINGS);

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

  it('has a row only once', () => {
    const names = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings));
    expect(names.sort()).toEqual(rows.map(([name]) => name).sort());
  });

  it('knows what must be set', () => {
    const required = rows.filter(([, setting]) => setting.required).map(([name]) => name);
    let problems: readonly string[] = [];
    try {
      readSettings({ AUTH: 'none', HOST: '127.0.0.1' });
    } catch (error) {
      if (error instanceof SettingsError) problems = error.problems;
    }
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(required.sort());
  });

  it.each(rows)('%s is explained in one sentence', (_, { says }) => {
    expect(says).toMatch(/^[A-Z](?!.*\. [A-Z`]).{8,118}\.$/);
  });

  const withDefault = rows.filter(([, setting]) => setting.default !== null && setting.defaultNote === undefined);
  it.each(withDefault)('%s may be set to its default, which changes nothing', (name, { default: usual }) => {
    expect(readSettings({ ...GOOD, [name]: GOOD[name] ?? String(usual) })).toEqual(readSettings(GOOD));
  });

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
