import { execFile } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { FakeServer } from '#tools/fakes/server.mjs';
import { emptyDatabase } from '../support/database.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { builtProgram } from '../support/programs.js';
import { CREDENTIALS } from '../support/sandbox-client.js';
import { checkoutBody, SERVICE_KEY, serviceEnvironment } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { serviceKey } from '../support/service-keys.js';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly state: 'pass' | 'warning' | 'fail' | 'not_run';
  readonly detail: string;
  readonly fix: string | null;
  readonly accepted?: string | null;
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const NAMES = [
  'settings',
  'database',
  'migrations',
  'service-keys',
  'reachability',
  'clock',
  'signature',
  'token',
  'quote',
  'not-found',
  'callback',
  'redirects',
  'identity',
  'pages',
];

const world = useWorld();
afterEach(() => world.sandbox.control('POST', '/reset'));

const says = (text: string): unknown => expect.stringContaining(text);

type Env = Readonly<Record<string, string>>;

/** The settings of the world's own service, with changes. */
const environment = (changes: Env): Env => ({
  ...serviceEnvironment({ databaseUrl: world.databaseUrl, rampUrl: world.sandbox.url }, world.service.port),
  REDIRECT_ORIGINS: 'myapp:',
  ...changes,
});

function run(args: readonly string[], env: Env): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [builtProgram('tools/provider-kit/doctor/main.js'), ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr });
      },
    );
  });
}

async function examined(changes: Env = {}, args: readonly string[] = []) {
  const { code, stdout, stderr } = await run(['--json', ...args], environment(changes));
  expect(stderr).toBe('');
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  expect(checks.map(({ name }) => name)).toEqual(NAMES);
  expect(code).toBe(ok ? 0 : 1);
  for (const { name, ok: isOk, state, fix } of checks) {
    expect([name, isOk]).toEqual([name, ['pass', 'warning'].includes(state)]);
    expect([name, fix === null]).toEqual([name, state === 'pass']);
  }
  const failed = checks.filter((check) => !check.ok).map(({ name }) => name);
  return { failed, of: (name: string) => checks.find((check) => check.name === name)!, stdout };
}

describe('a configuration that works', () => {
  it('passes every check while the service runs, and creates nothing at the provider', async () => {
    const { failed, of } = await examined();
    expect(failed).toEqual([]);
    expect(of('signature')).toMatchObject({ accepted: 'v3' });
    expect(of('database').detail).toMatch(/^Postgres \d+/);
    expect(of('not-found')).toMatchObject({ detail: says('BUY null; SELL null'), fix: null });
    expect(of('callback').detail).toContain('the service answers there');
    expect((await world.sandbox.summary()).orders).toBe(0);
  });

  it('passes before the service runs: the doctor listens on its port', async () => {
    const port = String(await freePort());
    const { failed, of } = await examined({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
    expect(failed).toEqual([]);
    expect(of('callback').detail).toContain('arrives here');
  });

  it('prints a table that ends with the verdict', async () => {
    const { code, stdout } = await run([], environment({}));
    expect(code).toBe(0);
    expect(stdout.match(/^(?:pass|WARN) {2}\w+/gm)).toHaveLength(NAMES.length);
    expect(stdout).toContain(`\nAll ${NAMES.length} checks passed; with a warning: database`);
  });

  it('prints --help, and refuses unknown options', async () => {
    expect(await run(['--help'], {})).toMatchObject({ code: 0, stdout: says('npm run doctor') });
    expect((await run(['--jsno'], {})).code).toBe(2);
  });
});

describe('not found', () => {
  it.each([
    ['null-data', '', true, 'Set RAMP_NOT_FOUND=null'],
    ['refusal', 'BUY:1006,SELL:null', false, 'Set RAMP_NOT_FOUND=1006'],
    ['not-found-404', '', true, says('Ask the provider')],
  ])('%s, with RAMP_NOT_FOUND="%s"', async (unknownOrder, setting, ok, fix) => {
    await world.sandbox.control('POST', '/behaviour', { unknownOrder });
    const check = (await examined({ RAMP_NOT_FOUND: setting })).of('not-found');
    expect(check).toMatchObject({ ok, fix, detail: says('an order that was never made: BUY ') });
  });
});

describe('the signature', () => {
  it.each(['v4', 'legacy'])('a provider that requires %s is recognised, with the setting', async (accepted) => {
    await world.sandbox.control('POST', '/behaviour', { signature: accepted });
    const { failed, of } = await examined();
    expect(failed).toEqual(['signature']);
    expect(of('signature')).toMatchObject({ accepted, fix: `Set RAMP_SIGNATURE=${accepted}` });
    expect((await examined({ RAMP_SIGNATURE: accepted })).failed).toEqual([]);
  });

  it('a wrong secret is refused under every scheme, and not shown', async () => {
    const { failed, of, stdout } = await examined({ RAMP_APP_SECRET: 'S3CRET-wrong' });
    expect(failed).toEqual(['signature', 'quote', 'not-found']);
    expect(of('signature')).toMatchObject({ accepted: null, fix: says('RAMP_APP_SECRET') });
    expect(stdout).not.toContain('S3CRET');
  });

  it('the code of a refusal is shown in any form', async () => {
    await world.sandbox.control('POST', '/behaviour', { signatureRefusedCode: '81003' });
    const { of } = await examined({ RAMP_APP_SECRET: 'S3CRET-wrong' });
    expect(of('signature').detail).toContain('v3 is refused (81003 ');
  });

  describe.each([
    ['before the provider switches', { RAMP_APP_SECRET_NEXT: 'S3CRET-next' }, 'v3 is accepted'],
    [
      'after it has switched',
      { RAMP_APP_SECRET: 'S3CRET-old', RAMP_APP_SECRET_NEXT: CREDENTIALS.appSecret },
      'v3 is accepted with RAMP_APP_SECRET_NEXT',
    ],
  ])('in a rotation, %s', (_, secrets, accepted) => {
    it('needs the code of the refusal: without it no process would change to the other secret', async () => {
      const { failed, of, stdout } = await examined({ ...secrets, RAMP_SIGNATURE_REFUSED_CODES: 'X1' });
      expect(failed).toEqual(['signature']);
      const fix = 'Set RAMP_SIGNATURE_REFUSED_CODES=X1,1002';
      expect(of('signature')).toMatchObject({ accepted: 'v3', detail: says('1002 Invalid signature'), fix });
      expect(stdout).not.toContain('S3CRET');
      expect((await examined(secrets)).of('settings')).toMatchObject({
        state: 'fail',
        detail: says('RAMP_APP_SECRET_NEXT needs RAMP_SIGNATURE_REFUSED_CODES'),
      });
    });

    it('passes with the code, or with HTTP 401', async () => {
      const { failed, of } = await examined({ ...secrets, RAMP_SIGNATURE_REFUSED_CODES: '1002' });
      expect(failed).toEqual([]);
      expect(of('signature')).toMatchObject({ accepted: 'v3', detail: accepted, fix: null });
      expect(of('settings').state).toBe('pass');
      await world.sandbox.control('POST', '/behaviour', { signatureRefusedHttpStatus: 401 });
      const only401 = { ...secrets, RAMP_SIGNATURE_REFUSED_CODES: '401' };
      expect((await examined(only401)).failed).toEqual([]);
    });
  });

  it('an unknown application is not blamed on the signature', async () => {
    const { of } = await examined({ RAMP_APP_ID: 'nobody' });
    expect(of('signature')).toMatchObject({ ok: false, accepted: null, fix: says('RAMP_APP_ID') });
  });
});

describe('faults and their remedies', () => {
  it('settings: all at once, and no other check runs', async () => {
    const { failed, of, stdout } = await examined({ RAMP_TIMEOUT_MS: 'S3CRET', RAMP_APP_ID: '' });
    expect(failed).toEqual(NAMES);
    expect(of('settings').detail).toMatch(/RAMP_APP_ID.*RAMP_TIMEOUT_MS|RAMP_TIMEOUT_MS.*RAMP_APP_ID/);
    expect(of('signature')).toMatchObject({ accepted: null, state: 'not_run' });
    expect(of('settings').state).toBe('fail');
    expect(stdout).not.toContain('S3CRET');
  });

  it('an unknown setting, which stops nothing', async () => {
    const { failed, of } = await examined({ RAMP_MAX_RSP: 'S3CRET' });
    expect(failed).toEqual([]);
    expect(of('settings')).toMatchObject({ state: 'warning', detail: says('Unknown setting RAMP_MAX_RSP') });
    expect(of('settings').detail).not.toContain('S3CRET');
  });

  it('a missing service key that the database needs', async () => {
    const other = serviceKey('another');
    const renamed = { SERVICE_KEY: `new:${other},old:${SERVICE_KEY}` };
    // Not migrated yet.
    const empty = await emptyDatabase();
    try {
      expect((await examined({ ...renamed, DATABASE_URL: empty.url })).of('service-keys').state).toBe('not_run');
    } finally {
      await empty.drop();
    }
    await world.service.order(checkoutBody());
    const { failed, of } = await examined(renamed);
    expect(failed).toEqual(['service-keys']);
    expect(of('service-keys')).toMatchObject({ state: 'fail', detail: says('lacks the key 1') });
    expect((await examined({ SERVICE_KEY: `new:${other},1:${SERVICE_KEY}` })).failed).toEqual([]);
  });

  it('an identity provider whose keys cannot be fetched', async () => {
    const jwt = (url: string): Env => ({
      AUTH_JWT_ISSUER: 'https://id.example',
      AUTH_JWT_AUDIENCE: 'shop',
      AUTH_JWKS_URL: url,
    });
    expect((await examined()).of('identity').detail).toContain('no JWT is accepted');
    const away = await examined(jwt(`http://127.0.0.1:${await freePort()}/jwks`));
    expect(away.failed).toEqual(['identity']);
    expect(away.of('identity').detail).toContain('ECONNREFUSED');
    const wrong = await examined(jwt(`${world.service.url}/health/live`));
    expect(wrong.of('identity')).toMatchObject({ state: 'fail', fix: says('AUTH_JWKS_URL') });
    const provider = await IdentityProvider.start();
    try {
      expect((await examined(jwt(provider.jwksUrl))).of('identity')).toMatchObject({ state: 'pass' });
    } finally {
      await provider.close();
    }
  });

  it('a database that is down, without showing its password', async () => {
    const port = await freePort();
    const { failed, of, stdout } = await examined({ DATABASE_URL: `postgres://u:S3CRET@127.0.0.1:${port}/x` });
    expect(failed).toEqual(['database', 'migrations', 'service-keys']);
    expect([of('migrations').state, of('service-keys').state]).toEqual(['not_run', 'not_run']);
    expect(of('database').detail).toContain('ECONNREFUSED');
    expect(stdout).not.toContain('S3CRET');
  });

  it('a database without durable commits, unless for development', async () => {
    // The tests' Postgres runs without fsync.
    const { failed, of } = await examined({ AUTH: 'required' });
    expect(failed).toEqual(['database']);
    expect(of('database').detail).toMatch(/(fsync|synchronous_commit) is off/);
    expect((await examined()).of('database')).toMatchObject({ ok: true, fix: says('AUTH=none') });
  });

  it('pending migrations', async () => {
    const empty = await emptyDatabase();
    try {
      const { failed, of } = await examined({ DATABASE_URL: empty.url });
      expect(failed).toEqual(['migrations', 'service-keys']);
      expect(of('migrations').fix).toContain('npm run migrate');
    } finally {
      await empty.drop();
    }
  });

  it('an unreachable provider', async () => {
    const { failed } = await examined({ RAMP_BASE_URL: `http://127.0.0.1:${await freePort()}` });
    expect(failed).toEqual(['reachability', 'clock', 'signature', 'quote', 'not-found']);
  });

  it('a wrong clock, whether or not the provider still accepts our timestamps', async () => {
    await world.sandbox.control('POST', '/clock', { offsetMs: 120_000 });
    const { failed, of } = await examined();
    expect(failed).toEqual(['clock']);
    expect(of('clock').detail).toMatch(/this machine is 1(19|2\d) s behind/);
    await world.sandbox.control('POST', '/clock', { offsetMs: -1_200_000 });
    expect((await examined()).failed).toEqual(['clock']);
  });

  it('a pair that is not configured', async () => {
    await world.sandbox.fault({ endpoint: 'quote', act: 'answer', returnCode: '3101', returnMsg: 'no', times: 0 });
    const { failed, of } = await examined();
    expect(failed).toEqual(['quote']);
    expect(of('quote').fix).toContain('provider');
    expect((await examined({}, ['--crypto', 'NOSUCH'])).of('quote').detail).toContain('can be bought');
  });

  it('a token endpoint that issues none; and one that works', async () => {
    const endpoint = { RAMP_ACCESS_TOKEN: '', RAMP_ACCESS_TOKEN_URL: '/open/api/v3/merchant/getToken' };
    expect((await examined(endpoint)).of('token')).toMatchObject({
      ok: true,
      fix: says('--customer'),
    });
    const tried = await examined(endpoint, ['--customer', 'jane@customer.example']);
    expect(tried.of('token')).toMatchObject({ ok: true, detail: 'the endpoint issues tokens' });
    expect(tried.stdout).not.toContain('jane@');
    const wrong = { ...endpoint, RAMP_ACCESS_TOKEN_URL: '/nowhere' };
    expect((await examined(wrong, ['--customer', 'jane@customer.example'])).failed).toEqual(['token']);
  });

  it('a PUBLIC_URL with another server, or none', async () => {
    const other = await FakeServer.start((response) => response.writeHead(200).end('<h1>Hello</h1>'));
    try {
      const { failed, of } = await examined({ PUBLIC_URL: other.url });
      expect(failed).toEqual(['callback']);
      expect(of('callback').detail).toContain('something else answers');
    } finally {
      await other.close();
    }
    expect((await examined({ PUBLIC_URL: other.url })).failed).toEqual(['callback']);
    expect((await examined({ PUBLIC_URL: '' })).of('callback')).toMatchObject({ ok: true });
  });

  it('redirects over plain http', async () => {
    const { failed } = await examined({ REDIRECT_ORIGINS: 'http://shop.example' });
    expect(failed).toEqual(['redirects']);
    const unseen = await examined({ REDIRECT_ORIGINS: `http://127.0.0.1:${await freePort()},myapp:` });
    expect(unseen.of('redirects')).toMatchObject({ ok: true, fix: says('REDIRECT_ORIGINS') });
  });
});
