import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readMigrateSettings,
  readHistorySettings,
  readKeySettings,
  readReportSettings,
  readSettings,
} from '#src/platform/config/environment.js';
import { SettingsError } from '#src/platform/config/reader.js';
import type { Environment } from '#src/platform/config/reader.js';
import { SETTINGS } from '#src/platform/config/settings-table.js';
import { serviceKey } from '../../../support/service-keys.js';
import { problemsOf } from '../../../support/settings.js';

const KEY = serviceKey('7');
const OTHER_KEY = Buffer.from(serviceKey('8'), 'base64').toString('base64url');

const GOOD: Environment = {
  DATABASE_URL: 'postgres://user:S3CRET@localhost/checkout',
  RAMP_BASE_URL: 'https://ramp.example',
  RAMP_APP_ID: 'app-1',
  RAMP_APP_SECRET: 'S3CRET-app',
  SERVICE_KEY: KEY,
};

const problems = (environment: Environment): readonly string[] => problemsOf(() => readSettings(environment));
const wrong = (more: Environment): readonly string[] => problems({ ...GOOD, ...more });

describe('readSettings', () => {
  it('needs five settings, and has the documented defaults for the others', () => {
    const settings = readSettings(GOOD);
    expect(settings).toMatchObject({
      http: { host: '0.0.0.0', port: 3000, corsOrigins: [] },
      publicUrl: null,
      roles: { api: true, worker: true },
      ramp: {
        baseUrl: 'https://ramp.example',
        appId: 'app-1',
        appSecretNext: null,
        signature: { preset: 'v3', pathPrefix: '/open/api/v3' },
        accessToken: { kind: 'none' },
        accessTokenCodes: [],
        signatureCodes: [],
        notConfiguredCodes: [],
        rateLimitCodes: ['429'],
        timeoutMs: 6000,
        maxRps: 15,
        maxConcurrency: 32,
        timeZone: 'UTC',
      },
      reconcile: { intervalMs: 1000, batch: 100, firstDelayMs: 5000, hintFloorMs: 1000 },
      checkout: { deadlineMs: 15_000, patienceMs: 600_000 },
      orders: {
        expiryMs: 86_400_000,
        saleExpiryMs: 259_200_000,
        payUrlTtlMs: 3_600_000,
        maxTrades: 20,
        watchClosedMs: 2_592_000_000,
      },
      redirectOrigins: [],
      auth: 'required',
      access: { guests: false, customerNumbers: true, jwt: null },
      callbacks: {
        reply: { status: 200, type: 'text/plain', body: 'success' },
      },
      logLevel: 'info',
    });
    expect(settings.databaseUrl.reveal()).toBe(GOOD['DATABASE_URL']);
    expect(settings.ramp.appSecret.reveal()).toBe('S3CRET-app');
    expect(settings.ramp.statusMap.size).toBe(0);
    expect(settings.ramp.notFound).toEqual({ BUY: new Set(), SELL: new Set() });
    expect(settings.serviceKeys.map(({ id, key }) => [id, key.reveal()])).toEqual([['1', KEY]]);
  });

  it('never prints a secret', () => {
    const settings = readSettings({ ...GOOD, RAMP_ACCESS_TOKEN: 'S3CRET-token' });
    expect(inspect(settings, { depth: null })).not.toContain('S3CRET');
    expect(JSON.stringify(settings)).not.toContain('S3CRET');
    expect(inspect(settings, { depth: null })).not.toContain(KEY);
  });

  it('says it all in one message, with what each setting means', () => {
    const given = { ...GOOD, PORT: 'x', AUTH: 'y', RAMP_APP_SECRET_FILE: '/no/such', RAMP_APP_SECRET: '' };
    expect(() => readSettings(given)).toThrow(
      new SettingsError([
        'AUTH must be one of required, none',
        'PORT must be a whole number from 0 to 65535',
        'RAMP_APP_SECRET_FILE names a file that cannot be read',
      ]),
    );
    const lines = new SettingsError(['PORT is odd', 'RAMP_APP_SECRET_FILE is odd', 'AUTH=none is odd']).message.split(
      '\n',
    );
    expect(lines).toEqual([
      'The settings are not right:',
      '  - PORT is odd',
      `      ${SETTINGS.PORT.says}`,
      '  - RAMP_APP_SECRET_FILE is odd',
      `      ${SETTINGS.RAMP_APP_SECRET.says}`,
      '  - AUTH=none is odd',
      `      ${SETTINGS.AUTH.says}`,
    ]);
  });

  describe('addresses', () => {
    it('http elsewhere is a decision', () => {
      const settings = readSettings({ ...GOOD, RAMP_BASE_URL: 'http://ramp.lan', RAMP_ALLOW_HTTP: 'true' });
      expect(settings.ramp.baseUrl).toBe('http://ramp.lan');
      expect(wrong({ RAMP_BASE_URL: 'http://ramp.lan', RAMP_ALLOW_HTTP: 'false' })).toHaveLength(1);
    });
  });

  it('reads lists', () => {
    const settings = readSettings({
      ...GOOD,
      CORS_ORIGINS: ' https://a.example , http://localhost:5173 , capacitor://localhost',
      REDIRECT_ORIGINS: 'https://a.example,myapp:,com.example.app:,app://shop.example',
      RAMP_STATUS_MAP: 'BUY:REFUNDED=REFUNDED, BUY:RISK_CONTROL=REJECTED, SELL:9=REFUNDED',
      RAMP_ACCESS_TOKEN_REFUSED_CODES: '4001,4002',
      RAMP_SIGNATURE_REFUSED_CODES: '4003, SIGN_ERROR',
      RAMP_NOT_CONFIGURED_CODES: '4004,4004',
      RAMP_NOT_FOUND: 'null, SELL:3200',
    });
    expect(settings.http.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173', 'capacitor://localhost']);
    expect(settings.redirectOrigins).toEqual(['https://a.example', 'myapp:', 'com.example.app:', 'app://shop.example']);
    const own = { PUBLIC_URL: 'https://pay.example:8443/', REDIRECT_ORIGINS: 'myapp:' };
    expect(readSettings({ ...GOOD, ...own }).redirectOrigins).toEqual(['myapp:', 'https://pay.example:8443']);
    const under = { ...GOOD, PUBLIC_URL: 'https://pay.example/shop/' };
    expect(readSettings({ ...under, PAGES: 'false', PAGES_CONSOLE: 'false' }).redirectOrigins).toEqual([]);
    expect(() => readSettings(under)).toThrow('PUBLIC_URL must have no path');
    expect([...settings.ramp.statusMap]).toEqual([
      ['BUY:REFUNDED', 'REFUNDED'],
      ['BUY:RISK_CONTROL', 'REJECTED'],
      ['SELL:9', 'REFUNDED'],
    ]);
    expect(settings.ramp.notFound).toEqual({ BUY: new Set(['null']), SELL: new Set(['null', '3200']) });
    expect(settings.ramp.accessTokenCodes).toEqual(['4001', '4002']);
    expect(settings.ramp.signatureCodes).toEqual(['4003', 'SIGN_ERROR']);
    expect(settings.ramp.notConfiguredCodes).toEqual(['4004', '4004']);
  });

  it.each([
    ['RAMP_ACCESS_TOKEN_REFUSED_CODES', 'RAMP_SIGNATURE_REFUSED_CODES'],
    ['RAMP_SIGNATURE_REFUSED_CODES', 'RAMP_NOT_CONFIGURED_CODES'],
    ['RAMP_NOT_CONFIGURED_CODES', 'RAMP_ACCESS_TOKEN_REFUSED_CODES'],
    ['RAMP_RATE_LIMIT_CODES', 'RAMP_ACCESS_TOKEN_REFUSED_CODES'],
    ['RAMP_RATE_LIMIT_CODES', 'RAMP_NOT_FOUND'],
    ['RAMP_NOT_FOUND', 'RAMP_SIGNATURE_REFUSED_CODES'],
  ])('a code has one meaning: not in %s and %s', (one, other) => {
    expect(wrong({ [one]: '4001,4002', [other]: '4003,4002' })).toEqual([
      expect.stringMatching(/must not share a code$/),
    ]);
  });

  it.each([
    ['SUCCESS', 'text/plain'],
    ['{"code":"0000"}', 'application/json'],
    ['["ok"]', 'application/json'],
    ['"success"', 'application/json'],
    ['{code:0}', 'text/plain'],
    ['true', 'text/plain'],
  ])('the reply %s to a callback is %s', (body, type) => {
    const { reply } = readSettings({ ...GOOD, RAMP_CALLBACK_REPLY_BODY: body }).callbacks;
    expect(reply).toEqual({ status: 200, type, body });
  });

  it.each([
    ['api', { api: true, worker: false }],
    ['worker', { api: false, worker: true }],
    ['worker, api', { api: true, worker: true }],
  ])('ROLES=%s', (value, roles) => {
    expect(readSettings({ ...GOOD, ROLES: value }).roles).toEqual(roles);
  });

  describe('SERVICE_KEY', () => {
    it('may be a list for rotation, newest first', () => {
      const { serviceKeys } = readSettings({ ...GOOD, SERVICE_KEY: `b:${OTHER_KEY}, a:${KEY}` });
      expect(serviceKeys.map(({ id, key }) => [id, key.reveal()])).toEqual([
        ['b', OTHER_KEY],
        ['a', KEY],
      ]);
    });
  });

  it.each([
    [{ RETAIN_ORDERS_MS: '0' }, []],
    [{ RETAIN_ORDERS_MS: '7776000000' }, []],
    [{ RETAIN_ORDERS_MS: '7775999999' }, ['RETAIN_ORDERS_MS must be 0, or 90 days (7776000000) at least']],
    ...['WATCH_CLOSED_MS', 'RETAIN_BY_LAW_MS'].map((needed) => [
      { RETAIN_ORDERS_MS: '7776000000', [needed]: '7776000001' },
      [`RETAIN_ORDERS_MS must be 0, or not less than ${needed}`],
    ]),
    [{ RETAIN_ORDERS_MS: '0', RETAIN_BY_LAW_MS: '7776000001' }, []],
  ] as [Environment, string[]][])('orders are kept as long as something of them is needed: %j', (given, found) => {
    expect(wrong(given)).toEqual(found);
  });

  describe('secrets from files', () => {
    let folder: string;

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'settings-'));
      writeFileSync(join(folder, 'secret'), 'S3CRET from file\n');
      writeFileSync(join(folder, 'database'), 'postgresql://u:S3CRET@localhost/x\n');
      writeFileSync(join(folder, 'empty'), '\n');
    });
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    it('are read without the line end', () => {
      const settings = readSettings({
        ...GOOD,
        RAMP_APP_SECRET: '',
        DATABASE_URL: '',
        RAMP_APP_SECRET_FILE: join(folder, 'secret'),
        DATABASE_URL_FILE: join(folder, 'database'),
      });
      expect(settings.ramp.appSecret.reveal()).toBe('S3CRET from file');
      expect(settings.databaseUrl.reveal()).toBe('postgresql://u:S3CRET@localhost/x');
    });

    it.each(['RAMP_ACCESS_TOKEN', 'RAMP_APP_SECRET', 'DATABASE_URL', 'SERVICE_KEY'])(
      '%s: a bad file is told once',
      (name) => {
        const other = { ...GOOD, [name]: '' };
        const empty = problems({ ...other, [`${name}_FILE`]: join(folder, 'empty') });
        const missing = problems({ ...other, [`${name}_FILE`]: join(folder, 'missing') });
        expect(empty).toEqual([`${name}_FILE names an empty file`]);
        expect(missing).toEqual([`${name}_FILE names a file that cannot be read`]);
      },
    );

    it('and directly at once is a mistake', () => {
      expect(wrong({ RAMP_APP_SECRET_FILE: join(folder, 'secret') })).toEqual([
        'RAMP_APP_SECRET and RAMP_APP_SECRET_FILE are both set: set one of them',
      ]);
    });
  });
});

describe('readMigrateSettings', () => {
  const [owner, service] = ['postgres://owner@localhost/x', 'postgres://service@localhost/x'];

  it('takes the owner from DATABASE_MIGRATE_URL, and the role of the service from DATABASE_URL', () => {
    const both = readMigrateSettings({ DATABASE_URL: service, DATABASE_MIGRATE_URL: owner });
    expect(both.databaseUrl.reveal()).toBe(owner);
    expect(both.serviceRole).toBe('service');
    expect(readMigrateSettings({ DATABASE_URL: owner, DATABASE_MIGRATE_URL: owner }).serviceRole).toBeNull();
    expect(() => readMigrateSettings({ DATABASE_URL: service, DATABASE_MIGRATE_URL: 'S3CRET' })).toThrow(
      /^(?![^]*S3CRET)[^]*DATABASE_MIGRATE_URL must begin with/,
    );
  });
});

describe('settings of the programs that only read', () => {
  const { DATABASE_URL } = GOOD;

  it('of the report are the database and what decides about overdue, with the defaults of the service', () => {
    expect(readReportSettings({ DATABASE_URL })).toMatchObject({ firstDelayMs: 5000, expiryMs: 86_400_000 });
    const given = { DATABASE_URL, RECONCILE_FIRST_DELAY_MS: '300', ORDER_EXPIRY_MS: '2000' };
    expect(readReportSettings(given)).toMatchObject({ firstDelayMs: 300, expiryMs: 2000 });
    expect(() => readReportSettings({ ORDER_EXPIRY_MS: 'S3CRET' })).toThrow(
      /DATABASE_URL is required[^]*ORDER_EXPIRY_MS must be (?!.*S3CRET)/,
    );
  });

  it('of the verification are the database and all keys; none is none', () => {
    const { serviceKeys } = readHistorySettings({ DATABASE_URL, SERVICE_KEY: `b:${OTHER_KEY},a:${KEY}` });
    expect(serviceKeys.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(readHistorySettings({ DATABASE_URL }).serviceKeys).toEqual([]);
    expect(() => readHistorySettings({ DATABASE_URL, SERVICE_KEY: 'S3CRET' })).toThrow(
      /^(?![^]*S3CRET)[^]*SERVICE_KEY must be/,
    );
  });

  it('of the keys are the database and the service keys, both required', () => {
    const { serviceKeys } = readKeySettings({ DATABASE_URL, SERVICE_KEY: `b:${OTHER_KEY},a:${KEY}` });
    expect(serviceKeys.map(({ id }) => id)).toEqual(['b', 'a']);
    const told = (environment: Environment): readonly string[] => problemsOf(() => readKeySettings(environment));
    const required = [
      'DATABASE_URL is required (or DATABASE_URL_FILE)',
      'SERVICE_KEY is required (or SERVICE_KEY_FILE)',
    ];
    expect(told({})).toEqual(required);
    expect(told({ AUTH: 'none' })).toEqual(required);
    expect(told({ DATABASE_URL, SERVICE_KEY: 'S3CRET' })).toEqual([
      expect.stringMatching(/^SERVICE_KEY must be 32 bytes/),
    ]);
    expect(told({ DATABASE_URL, SERVICE_KEY_FILE: '/no/such' })).toEqual([
      'SERVICE_KEY_FILE names a file that cannot be read',
    ]);
  });
});
