import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { run } from '#scripts/lib/run.mjs';
import type { Ended } from '#scripts/lib/run.mjs';
import { emptyDatabase } from '../support/database.js';
import { builtProgram, PROJECT } from '../support/programs.js';
import { CREDENTIALS } from '../support/sandbox-client.js';
import { checkoutBody, newNumber, SERVICE_KEY, until } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { commandsIn } from '../support/shell-commands.js';

const README = readFileSync(join(PROJECT, 'README.md'), 'utf8');
const DEMO = 'http://127.0.0.1:3000';
const NUMBER = 'A-1001';

type Env = Readonly<Record<string, string>>;

/** Runs a command as a reader does, but with nothing in the environment that the README does not name. */
function shell(command: string, env: Env = {}, more: { signal?: AbortSignal } = {}): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  return run('sh', ['-c', command], { cwd: PROJECT, env: { PATH, HOME, ...env }, ...more });
}

async function succeeds(command: string, env: Env = {}): Promise<string> {
  const { code, output } = await shell(command, env);
  expect(code, `${command}\n${output}`).toBe(0);
  return output;
}

/** The service that the README's section *Production* leads to, with only the settings that its table names. */
interface Production {
  readonly env: Env;
  readonly url: string;
  readonly migrated: string;
  readonly ask: (method: string, path: string, key: string, body?: unknown) => Promise<Response>;
}

let world: World;
const endings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  // Built already, or a command would build under the tests that run beside this one.
  builtProgram('src/main.js');
  world = await startWorld();
  endings.push(() => world.close());
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

let production: Promise<Production> | undefined;
const inProduction = (): Promise<Production> => (production ??= startProduction());

async function startProduction(): Promise<Production> {
  const database = await emptyDatabase();
  endings.push(() => database.drop());
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const values: Env = {
    DATABASE_URL: database.url,
    RAMP_BASE_URL: world.sandbox.url,
    RAMP_APP_ID: CREDENTIALS.appId,
    RAMP_APP_SECRET: CREDENTIALS.appSecret,
    RAMP_ACCESS_TOKEN: CREDENTIALS.accessToken,
    PUBLIC_URL: url,
    SERVICE_KEY,
    REDIRECT_ORIGINS: 'myapp:',
  };
  const table = [...README.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)].flatMap(([, names]) =>
    names!.replaceAll('`', '').split(', '),
  );
  expect(table.sort(), 'the settings that the README names').toEqual(Object.keys(values).sort());
  const env = { ...values, HOST: '127.0.0.1', PORT: port, DRAIN_MS: '0' };

  const migrated = await succeeds('npm run migrate', env);
  const stopping = new AbortController();
  const ended = shell('npm start', env, { signal: stopping.signal });
  endings.push(() => {
    stopping.abort();
    return ended;
  });
  const ready = async (): Promise<boolean> => (await fetch(`${url}/health/ready`).catch(() => null))?.status === 200;
  await Promise.race([
    until('npm start is ready', ready),
    ended.then(({ output }) => expect.fail(`npm start ended:\n${output}`)),
  ]);
  const ask: Production['ask'] = (method, path, key, body) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    return fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  };
  return { env, url, migrated, ask };
}

/** Makes the key as written, and gives what a reader copies from the screen. */
async function makeKey(command: string): Promise<{ key: string; ask: Production['ask'] }> {
  const { env, ask } = await inProduction();
  const [, key = ''] = /^ {2}(\S+)$/m.exec(await succeeds(command, env)) ?? [];
  return { key, ask };
}

/** A command that takes long, or would pull the floor from under this test, and where it is run instead; null: here. */
function runElsewhere(script: string, program: string, where: string | null): void {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts[script]).toBe(`exec node ${program}`);
  expect(existsSync(join(PROJECT, program))).toBe(true);
  if (where !== null) expect(readFileSync(join(PROJECT, where), 'utf8')).toContain(program);
}

/** How each command of the README is tried. */
const TRIALS: readonly (readonly [command: RegExp, trial: (command: string) => Promise<void> | void])[] = [
  // Already done to run this test.
  [
    /^npm ci( --ignore-scripts)?$/,
    async (command) => {
      await succeeds(`${command} --dry-run --offline --ignore-scripts`);
    },
  ],
  [/^npm run demo$/, () => runElsewhere('demo', 'tools/demo/main.mjs', 'test/e2e/demo.test.ts')],
  [/^npm run drill$/, () => runElsewhere('drill', 'tools/drill/main.mjs', 'tools/drill/test/run-drill.ts')],
  // Its seeds are run by tools/simulate/test.
  [/^npm run simulate$/, async (command) => expect(await succeeds(`${command} -- --help`)).toContain('--seed')],
  // This run itself.
  [/^npm test$/, () => runElsewhere('test', 'scripts/check.mjs', null)],
  [
    // Without --check it writes into the project.
    /^npm run client$/,
    async (command) => {
      expect(await succeeds(`${command} -- --check`)).toContain('are what the service says');
    },
  ],
  [
    /^curl /,
    async (command) => {
      expect(command).toContain(DEMO);
      const answers: { status: string; order: Record<string, unknown> }[] = [];
      for (let time = 1; time <= 2; time++) {
        const asked = `${command.replace(DEMO, world.service.url)} -w '\\n%{http_code}'`;
        const [text = '', status = ''] = (await succeeds(asked)).split(/\n(?=\d+$)/);
        answers.push({ status, order: JSON.parse(text) as Record<string, unknown> });
      }
      expect(answers.map(({ status }) => status)).toEqual(['201', '200']);
      const [first, again] = answers.map(({ order }) => order);
      expect(first).toMatchObject({ merchantOrderNo: NUMBER, status: 'AWAITING_PAYMENT' });
      expect(first!['payUrl']).toMatch(/^http/);
      expect(again!['payUrl']).toBe(first!['payUrl']);
      expect(await world.sandbox.creates(NUMBER), 'no second one at the provider').toHaveLength(1);
    },
  ],
  [
    /^npm run build$/,
    async (command) => {
      expect(await succeeds(command)).toContain('dist: up to date');
    },
  ],
  [
    /^npm run migrate$/,
    async (command) => {
      const { env, migrated } = await inProduction();
      expect(migrated).toMatch(/\d{13}/);
      expect(await succeeds(command, env), 'a second time there is nothing to do').not.toMatch(/\d{13}/);
    },
  ],
  [
    /^npm start$/,
    async () => {
      const { ask, url } = await inProduction();
      expect((await fetch(`${url}/checkout`)).status).toBe(200);
      expect((await ask('POST', '/v1/checkouts', '', checkoutBody())).status, 'callers must authenticate').toBe(401);
    },
  ],
  [
    /^npm run key -- create --role checkout /,
    async (command) => {
      const { key, ask } = await makeKey(command);
      const number = newNumber();
      const answer = await ask('POST', '/v1/checkouts', key, checkoutBody({ merchantOrderNo: number }));
      expect([answer.status, await answer.json()]).toEqual([201, expect.objectContaining({ merchantOrderNo: number })]);
      expect((await ask('GET', '/v1/admin/orders', key)).status, 'it is no key of staff').toBe(403);
    },
  ],
  [
    /^npm run key -- create --role admin /,
    async (command) => {
      const { key, ask } = await makeKey(command);
      expect((await ask('GET', '/v1/admin/orders', key)).status).toBe(200);
      expect((await ask('GET', '/v1/admin/keys', key)).status).toBe(200);
    },
  ],
  [
    /^npm run doctor$/,
    async (command) => {
      const { env } = await inProduction();
      const { output } = await shell(command, env);
      const [, name = '', value = ''] = /Set (RAMP_NOT_FOUND)=(\w+)/.exec(output) ?? [];
      const { code, output: mended } = await shell(command, { ...env, [name]: value });
      expect(mended, 'what it said was right').not.toContain('Set RAMP_NOT_FOUND');
      // Postgres of the tests waits for no disk, which is nothing for production.
      const faults = [...mended.matchAll(/^FAIL +(.+)$/gm)].map(([, fault]) => fault!);
      expect(faults.filter((fault) => !/^database .*(fsync|synchronous_commit) is off/.test(fault))).toEqual([]);
      expect(code, mended).toBe(faults.length);
      expect(mended.match(/^pass /gm)!.length).toBeGreaterThan(10);
    },
  ],
  [
    /^openssl rand -base64 32$/,
    async (command) => {
      expect(Buffer.from((await succeeds(command)).trim(), 'base64')).toHaveLength(32);
    },
  ],
];

describe('the commands of the README', () => {
  const commands = commandsIn(README);

  it.each(commands)('%s', async (command) => {
    const [, trial] = TRIALS.find(([pattern]) => pattern.test(command)) ?? [];
    if (trial === undefined) throw new Error(`README.md has a command that this test cannot run: ${command}`);
    await trial(command);
  });

  it('are all that this test can run: none is left of a text that is gone', () => {
    const idle = TRIALS.filter(([pattern]) => !commands.some((command) => pattern.test(command)));
    expect(idle.map(([pattern]) => String(pattern))).toEqual([]);
  });
});
