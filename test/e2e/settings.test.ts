import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS } from '#src/platform/config/settings-table.js';
import { FakeServer } from '#tools/fakes/server.mjs';
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

  it('reports that its port is in use, and prints nothing else', async () => {
    const server = await FakeServer.start();
    const { port } = new URL(server.url);
    const { ending, output } = await startWith({ ...WORKING, HOST: '127.0.0.1', PORT: port });
    await server.close();
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
  const misspelt = {
    RAMP_MAX_RSP: 'planted-1',
    HTTP_PROXY: 'x',
    RAMP_ACCESS_TOKEN: '',
    RAMP_ACCESS_TOKEN_URL: 'https://planted.example',
  };
  const { output } = await startWith({ ...WORKING, ...NOWHERE, AUTH: 'required', SERVICE_KEY, ...misspelt });
  expect(warningsIn(output)).toEqual([
    expect.objectContaining({
      level: 'warn',
      event: 'setting_unknown',
      warning: 'Unknown setting RAMP_MAX_RSP',
    }),
    expect.objectContaining({
      event: 'setting_unknown',
      warning: expect.stringContaining('RAMP_ACCESS_TOKEN_URL needs RAMP_ACCESS_TOKEN_REFUSED_CODES: ') as string,
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
