import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { startContained } from '../support/contained.js';
import type { Contained } from '../support/contained.js';
import { emptyDatabase } from '../support/database.js';
import { buildImage, CAN_BUILD_IMAGE, NEEDS_BUILDAH } from '../support/image.js';
import type { Image } from '../support/image.js';
import { HAS_KUBECTL, NEEDS_KUBECTL, rendered, workloads } from '../support/kubernetes.js';
import type { Workload } from '../support/kubernetes.js';
import { PROJECT } from '../support/programs.js';
import { CREDENTIALS, pressButton } from '../support/sandbox-client.js';
import { checkoutBody, deploymentSecrets, until } from '../support/service.js';
import { commandsIn } from '../support/shell-commands.js';

const BUILD_MS = 30 * 60_000;
const [BUILD = ''] = commandsIn(readFileSync(join(PROJECT, 'docs/operations/image.md'), 'utf8')).filter((command) =>
  command.startsWith('buildah build '),
);
const MIGRATE = ['node', 'dist/src/cli/migrate/main.js'];
/** A busy machine answers two requests meanwhile. */
const DRAIN_MS = 10_000;

type Env = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

async function ask(url: string, init: RequestInit = {}): Promise<{ status: number; body: Json }> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as Json) : {} };
}

const statusOf = (url: string): Promise<number> =>
  ask(url).then(
    ({ status }) => status,
    () => 0,
  );

/** A guest's purchase, paid by the customer, until the worker has seen it completed. */
async function buy(url: string): Promise<void> {
  const body = JSON.stringify({ ...checkoutBody(), merchantOrderNo: undefined });
  const headers = { 'content-type': 'application/json' };
  const made = await ask(`${url}/v1/checkouts`, { method: 'POST', headers, body });
  expect(made).toMatchObject({ status: 201, body: { status: 'AWAITING_PAYMENT' } });
  await pressButton(String(made.body['payUrl']), 'pay');
  const secret = { 'x-client-secret': String(made.body['clientSecret']) };
  await until('the order is completed', async () => {
    const order = await ask(`${url}/v1/orders/${String(made.body['merchantOrderNo'])}`, { headers: secret });
    return order.body['status'] === 'COMPLETED';
  });
}

describe.skipIf(!CAN_BUILD_IMAGE)(`the image${NEEDS_BUILDAH}`, () => {
  let image: Image;
  let secrets: Env;
  let sandboxUrl: string;
  const endings: (() => unknown)[] = [];

  function start(name: string, env: Env, ...more: [command?: readonly string[], mounts?: object]): Contained {
    const program = startContained(name, image, env, ...more);
    endings.push(() => (program.isRunning() ? program.kill() : undefined));
    return program;
  }

  beforeAll(async () => {
    image = await buildImage(BUILD);
    endings.push(() => image.remove());
    const database = await emptyDatabase();
    endings.push(() => database.drop());
    const port = await freePort();
    sandboxUrl = `http://127.0.0.1:${port}`;
    secrets = deploymentSecrets(database.url);
    const sandbox = {
      SANDBOX_PORT: String(port),
      SANDBOX_PUBLIC_URL: sandboxUrl,
      SANDBOX_PACE_MS: '50',
      SANDBOX_STATE_FILE: '/state/sandbox.json',
      SANDBOX_APP_ID: CREDENTIALS.appId,
      SANDBOX_APP_SECRET: CREDENTIALS.appSecret,
      SANDBOX_ACCESS_TOKEN: CREDENTIALS.accessToken,
    };
    await start('sandbox', sandbox, ['node', 'dist/sandbox/main.js'], { writable: ['/state'] }).says(/listening/);
    const { DATABASE_URL = '', DATABASE_MIGRATE_URL = '' } = secrets;
    const migrate = start('migrate', { DATABASE_URL, DATABASE_MIGRATE_URL }, MIGRATE);
    expect(await migrate.ended, migrate.output()).toBe(0);
    expect(migrate.output()).toContain('Granted the rights of the service to');
  }, BUILD_MS);
  afterAll(async () => {
    for (const end of endings.reverse()) await end();
  });

  /** The settings of docker-compose.yml, with ports of this machine. */
  async function settings(roles: string): Promise<Env & { readonly PORT: string; readonly ADMIN_PORT: string }> {
    const { DATABASE_MIGRATE_URL: _, ...known } = secrets;
    const [port, adminPort] = [await freePort(), await freePort()];
    return {
      ...known,
      RAMP_BASE_URL: sandboxUrl,
      RAMP_ALLOW_HTTP: 'true',
      RAMP_APP_ID: CREDENTIALS.appId,
      AUTH_GUESTS: 'true',
      ROLES: roles,
      DRAIN_MS: String(DRAIN_MS),
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
  }

  it('says what it is, and which revision', () => {
    const { version } = readJson(PROJECT, 'package.json') as { version: string };
    expect(image.config.Labels).toMatchObject({
      'org.opencontainers.image.title': 'Ramp Checkout',
      'org.opencontainers.image.version': version,
    });
    expect(image.config.Labels['org.opencontainers.image.revision']).toMatch(/^[0-9a-f]{40}$/);
    expect(BUILD).toContain(` -t ramp-checkout:${version} `);
    expect(image.config.User).toBe('1000:1000');
  });

  it('has the packages of its bill of materials, and no package for development', () => {
    const { components } = readJson(image.root, 'app/dist/sbom.cdx.json') as {
      components: { name: string; version: string; properties?: { name: string }[] }[];
    };
    const isDevelopment = new Map(
      components.map(({ name, version, properties = [] }) => [
        `${name}@${version}`,
        properties.some((property) => property.name === 'cdx:npm:package:development'),
      ]),
    );
    const { packages } = readJson(image.root, 'app/node_modules/.package-lock.json') as {
      packages: Record<string, { version: string }>;
    };
    const installed = Object.entries(packages).map(
      ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
    );
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter((name) => isDevelopment.get(name) !== false)).toEqual([]);
  });

  it('has the built programs, no sources and nothing of the build', () => {
    expect(readdirSync(join(image.root, 'app')).sort()).toEqual(
      ['.npmrc', 'dist', 'node_modules', 'package-lock.json', 'package.json'].sort(),
    );
    expect(existsSync(join(image.root, 'app/dist/src/main.js'))).toBe(true);
    expect(existsSync(join(image.root, 'root/.npm/_cacache'))).toBe(false);
  });

  it('serves as api and worker, as an ordinary user without rights, on a read-only file system', async () => {
    const [api, worker] = [await settings('api'), await settings('worker')];
    const programs = [start('api', api), start('worker', worker)];
    const url = `http://127.0.0.1:${api.PORT}`;
    await until('both are ready', async () => {
      const ready = await Promise.all(
        [api, worker].map(({ PORT }) => statusOf(`http://127.0.0.1:${PORT}/health/ready`)),
      );
      return ready.every((status) => status === 200);
    });
    for (const program of programs) {
      const status = readFileSync(`/proc/${program.innerPid()}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
      expect(status).toMatch(/^CapEff:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      // Process 1 of its namespace.
      expect(status).toMatch(/^NSpid:\t\d+\t1$/m);
    }
    expect((await fetch(`${url}/checkout`)).status).toBe(200);
    expect(await statusOf(`${url}/metrics`)).toBe(404);
    expect(await statusOf(`http://127.0.0.1:${api.ADMIN_PORT}/metrics`)).toBe(200);
    const [, ...healthCheck] = image.config.Healthcheck.Test;
    expect(await start('health check', { PORT: api.PORT }, healthCheck).ended).toBe(0);
    expect(await start('health check', { PORT: '1' }, healthCheck).ended).toBe(1);
    await buy(url);
    const written = start('touch', {}, ['touch', 'dist/x']);
    expect(await written.ended).not.toBe(0);
    expect(written.output()).toContain('Read-only file system');

    const began = performance.now();
    const ended = Promise.all(programs.map((program) => program.stop()));
    await until('it drains', async () => (await statusOf(`${url}/health/ready`)) === 503);
    expect(await statusOf(`${url}/health/live`)).toBe(200);
    expect(await ended).toEqual([0, 0]);
    expect(performance.now() - began).toBeGreaterThan(DRAIN_MS);
  });

  it('migrates a second time without harm', async () => {
    const { DATABASE_URL = '', DATABASE_MIGRATE_URL = '' } = secrets;
    const again = start('migrate', { DATABASE_URL, DATABASE_MIGRATE_URL }, MIGRATE);
    expect(await again.ended).toBe(0);
    expect(again.output()).toContain('The database is up to date.');
  });

  it.skipIf(!HAS_KUBECTL)(`runs with what deploy/kubernetes says, and answers its probes${NEEDS_KUBECTL}`, async () => {
    const all = workloads(rendered('deploy/kubernetes/overlays/example'));
    /** The volumes of a pod: root's files, which its group may read. */
    const mountsOf = ({ container, pod }: Workload) => {
      const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-secrets-'));
      endings.push(() => rmSync(folder, { recursive: true }));
      const isMigrate = pod.volumes![0]!.secret!.secretName!.endsWith('-migrate');
      const { DATABASE_MIGRATE_URL = '', DATABASE_URL = '', ...others } = secrets;
      const files = { DATABASE_URL, ...(isMigrate ? { DATABASE_MIGRATE_URL } : others) };
      for (const [name, value] of Object.entries(files)) {
        writeFileSync(join(folder, name), `${value}\n`, { mode: 0o440 });
        chownSync(join(folder, name), 0, pod.securityContext!.fsGroup!);
      }
      chownSync(folder, 0, pod.securityContext!.fsGroup!);
      chmodSync(folder, 0o750);
      return { folders: { [container.volumeMounts![0]!.mountPath]: folder } };
    };
    const [api, worker, migrate] = all;
    const migrated = start('migrate', migrate!.env, migrate!.container.command, mountsOf(migrate!));
    expect(await migrated.ended, migrated.output()).toBe(0);

    const here: string[] = [
      'PORT',
      'ADMIN_PORT',
      'PUBLIC_URL',
      'RAMP_BASE_URL',
      'RAMP_ALLOW_HTTP',
      'RAMP_APP_ID',
      'HOST',
    ];
    const run = async (workload: Workload) => {
      const ofMachine = Object.entries(await settings('api')).filter(([name]) => here.includes(name));
      const env: Env = { ...workload.env, ...(Object.fromEntries(ofMachine) as Env), DRAIN_MS: '0' };
      return { env, program: start(workload.name, env, image.config.Cmd, mountsOf(workload)), workload };
    };
    const running = [await run(api!), await run(worker!)];
    for (const { env, program, workload } of running) {
      const { startupProbe, livenessProbe, readinessProbe } = workload.container;
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
        const { path, port } = probe!.httpGet!;
        const at = `http://127.0.0.1:${env[{ http: 'PORT', admin: 'ADMIN_PORT' }[String(port)]!]}${path}`;
        await until(`${program.name} answers ${at}`, async () => (await statusOf(at)) === 200);
      }
    }
    await buy(`http://127.0.0.1:${running[0]!.env['PORT']}`);
    expect(await Promise.all(running.map(({ program }) => program.stop()))).toEqual([0, 0]);
  });
});
