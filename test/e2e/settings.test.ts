import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS } from '#src/platform/config/settings-table.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { builtProgram, startProgram } from '../support/programs.js';
import { Service, SERVICE_KEY } from '../support/service.js';

const WORKING = {
  DATABASE_URL: 'postgres://nobody:planted-password@127.0.0.1:1/none',
  RAMP_BASE_URL: 'http://127.0.0.1:1',
  RAMP_APP_ID: 'planted-app-id',
  RAMP_APP_SECRET: 'planted-secret',
  AUTH: 'none',
  HOST: '127.0.0.1',
};

const WEBHOOK = {
  WEBHOOK_URL: 'https://shop.example/webhooks',
  WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
};

async function startWith(environment: Readonly<Record<string, string>>): Promise<{ ending: unknown; output: string }> {
  const program = startProgram('service', builtProgram('src/main.js'), environment);
  const timer = setTimeout(() => void program.kill(), 120_000);
  const ending = await program.ended;
  clearTimeout(timer);
  return { ending, output: program.output() };
}

describe('a start with bad settings', () => {
  it('ends with code 1 and names every missing setting', async () => {
    const { ending, output } = await startWith({});
    expect(ending).toBe(1);
    for (const name of ['DATABASE_URL', 'RAMP_BASE_URL', 'RAMP_APP_ID', 'RAMP_APP_SECRET', 'SERVICE_KEY']) {
      expect(output).toMatch(new RegExp(`^ *- ${name} `, 'm'));
    }
    expect(output).not.toMatch(/^\s+at /m);
    // A line of its own names and explains each.
    expect(output.trim().split('\n')).toHaveLength(1 + 2 * 5);
    expect(output).toContain(`\n      ${SETTINGS.SERVICE_KEY.says}\n`);
  });

  it('names every malformed setting in one message, and shows no value', async () => {
    const bad = {
      DATABASE_URL: 'mysql://planted-1:planted-2@db/x',
      RAMP_BASE_URL: 'http://planted-3.example',
      PUBLIC_URL: 'planted-4',
      PORT: 'planted-5',
      ROLES: 'planted-6',
      RAMP_SIGNATURE: 'planted-7',
      RAMP_TIMEOUT_MS: '-1',
      RAMP_MAX_RPS: '1.5',
      RAMP_MAX_CONCURRENCY: 'planted-8',
      RAMP_TIME_ZONE: 'planted-9',
      RECONCILE_INTERVAL_MS: 'planted-10',
      RECONCILE_BATCH: '0',
      RECONCILE_FIRST_DELAY_MS: 'planted-11',
      HINT_FLOOR_MS: 'planted-12',
      CHECKOUT_DEADLINE_MS: 'planted-13',
      CHECKOUT_PATIENCE_MS: 'planted-14',
      ORDER_EXPIRY_MS: 'planted-15',
      PAY_URL_TTL_MS: 'planted-16',
      WATCH_CLOSED_MS: 'planted-17',
      REDIRECT_ORIGINS: 'https://planted-18.example/path',
      CORS_ORIGINS: '*planted-19',
      AUTH: 'planted-20',
      SERVICE_KEY: 'planted-21',
      RAMP_ALLOW_HTTP: 'planted-22',
      RAMP_STATUS_MAP: 'planted-23',
      RAMP_CALLBACK_REPLY_STATUS: 'planted-29',
      LOG_LEVEL: 'planted-25',
    };
    const { ending, output } = await startWith({ ...WORKING, ...bad });
    expect(ending).toBe(1);
    for (const name of Object.keys(bad)) expect(output).toMatch(new RegExp(`^ *- ${name} `, 'm'));
    expect(output).not.toContain('planted');
    expect(output).not.toMatch(/^\s+at /m);
  });

  it.each([
    ['a file that is not there', { SERVICE_KEY_FILE: '/nowhere/planted-file' }, 'SERVICE_KEY_FILE'],
    ['a key that is too short', { SERVICE_KEY: Buffer.alloc(31).toString('base64') }, 'SERVICE_KEY'],
    ['two keys of one id', { SERVICE_KEY: `a:${SERVICE_KEY},a:${SERVICE_KEY}` }, 'SERVICE_KEY'],
    ['a secret given twice', { RAMP_APP_SECRET_FILE: '/dev/null' }, 'RAMP_APP_SECRET'],
    ['plain http to elsewhere', { RAMP_BASE_URL: 'http://10.0.0.1' }, 'RAMP_BASE_URL'],
    ['webhooks into the inside', { ...WEBHOOK, WEBHOOK_URL: 'https://169.254.169.254/planted' }, 'WEBHOOK_URL'],
    ['webhooks without TLS', { ...WEBHOOK, WEBHOOK_URL: 'http://planted.example/' }, 'WEBHOOK_URL'],
    ['webhooks of unknown events', { ...WEBHOOK, WEBHOOK_EVENTS: 'order.planted' }, 'WEBHOOK_EVENTS'],
    ['an address with a user', { RAMP_BASE_URL: 'https://planted-user:x@ramp.example' }, 'RAMP_BASE_URL'],
  ])('%s', async (_, given, name) => {
    const { ending, output } = await startWith({ ...WORKING, ...given });
    expect(ending).toBe(1);
    expect(output).toContain(`- ${name} `);
    expect(output).not.toContain('planted');
    expect(output.trim().split('\n')).toHaveLength(3);
  });

  it('reports that its port is in use, and prints nothing else', async () => {
    const { createServer } = await import('node:net');
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const { ending, output } = await startWith({ ...WORKING, HOST: '127.0.0.1', PORT: String(port) });
    server.close();
    expect(ending).toBe(1);
    expect(output).toContain('EADDRINUSE');
    expect(output).not.toContain('planted');
  });
});

/** No machine has this address, so the service warns and ends when it listens. */
const NOWHERE = { HOST: '192.0.2.1' };

const warningsIn = (output: string): unknown[] =>
  output
    .split('\n')
    .filter((line) => line.includes('"context":"Settings"'))
    .map((line): unknown => JSON.parse(line));

it('a misspelt setting, and one that lacks another, each give a warning without its value', async () => {
  const misspelt = { RAMP_MAX_RSP: 'planted-1', HTTP_PROXY: 'x', RAMP_APP_SECRET_NEXT: 'planted-2' };
  const { output } = await startWith({ ...WORKING, ...NOWHERE, AUTH: 'required', SERVICE_KEY, ...misspelt });
  expect(warningsIn(output)).toEqual([
    expect.objectContaining({
      level: 'warn',
      event: 'setting_unknown',
      warning: 'Unknown setting RAMP_MAX_RSP; did you mean RAMP_MAX_RPS?',
    }),
    expect.objectContaining({
      event: 'setting_unknown',
      warning: expect.stringContaining('RAMP_APP_SECRET_NEXT needs RAMP_SIGNATURE_REFUSED_CODES: ') as string,
    }),
  ]);
  expect(output).not.toContain('planted');
});

describe('AUTH=none at a public address', () => {
  it.each([{}, { NODE_ENV: 'production' }, { NODE_ENV: 'staging' }])('ends the start, with %j', async (node) => {
    const { ending, output } = await startWith({ ...WORKING, ...NOWHERE, ...node });
    expect(ending).toBe(1);
    expect(output).toContain('- AUTH=none lets everybody who can connect do everything');
  });

  it('starts with a warning when AUTH_NONE_LETS_STRANGERS_IN confirms it', async () => {
    const { output } = await startWith({ ...WORKING, ...NOWHERE, AUTH_NONE_LETS_STRANGERS_IN: 'true' });
    expect(warningsIn(output)).toEqual([expect.objectContaining({ level: 'warn', event: 'auth_none' })]);
    expect(output).toContain('EADDRNOTAVAIL');
  });
});

it('a missing setting names a misspelt one', async () => {
  const { ending, output } = await startWith({ ...WORKING, RAMP_APP_ID: '', RAMP_APP_IDD: 'planted-1' });
  expect(ending).toBe(1);
  expect(output).toMatch(/- RAMP_APP_ID is required\n.*\nUnknown setting RAMP_APP_IDD; did you mean RAMP_APP_ID\?\n$/);
  expect(output).not.toContain('planted');
});

it('--help lists the settings, whatever the environment', async () => {
  const program = startProgram('service', builtProgram('src/main.js'), { PORT: 'planted-1' }, ['--help']);
  expect(await program.ended).toBe(0);
  expect(program.output()).toMatch(/^ {2}RAMP_MAX_RPS\n {6}Calls a second .*\n {6}1 to 10000 \[15\]$/m);
  expect(program.output()).not.toContain('planted');
  for (const name of Object.keys(SETTINGS)) expect(program.output()).toContain(`\n  ${name}\n`);
});

describe('a start with secrets in files', () => {
  let database: TestDatabase;
  const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-files-'));
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('takes them from the files', async () => {
    const secrets = { DATABASE_URL: database.url, RAMP_APP_SECRET: 'from a file', SERVICE_KEY };
    const env: Record<string, string> = { AUTH: 'required' };
    for (const [name, value] of Object.entries(secrets)) {
      writeFileSync(join(folder, name), `${value}\n`);
      Object.assign(env, { [name]: '', [`${name}_FILE`]: join(folder, name) });
    }
    const service = await Service.start({ databaseUrl: '', rampUrl: 'http://127.0.0.1:1', env, process: true });
    try {
      expect((await service.get('/health/ready')).body).toMatchObject({ status: 'ok', database: 'up' });
    } finally {
      await service.stop();
    }
  });
});

describe('migrate', () => {
  it('needs only DATABASE_URL, and reports errors without values', async () => {
    const missing = startProgram('migrate', builtProgram('src/cli/migrate/main.js'), {});
    expect(await missing.ended).toBe(1);
    expect(missing.output()).toContain('DATABASE_URL');
    const away = startProgram('migrate', builtProgram('src/cli/migrate/main.js'), {
      DATABASE_URL: WORKING.DATABASE_URL,
    });
    expect(await away.ended).toBe(1);
    expect(away.output()).toContain('ECONNREFUSED');
    expect(away.output()).not.toContain('planted');
  });
});
