import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Secret } from 'kubernetes-types/core/v1.d.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrateSettings, readSettings } from '#src/platform/config/environment.js';
import { settingVariables } from '#src/platform/config/settings-table.js';
import { settingWarnings } from '#src/platform/config/unknown-settings.js';
import { HAS_KUBECTL, NEEDS_KUBECTL, rendered, workloads } from '../../support/kubernetes.js';
import type { KubernetesObject, Workload } from '../../support/kubernetes.js';
import { PROJECT } from '../../support/programs.js';
import { serviceKey } from '../../support/service-keys.js';
import { problemsOf } from '../../support/settings.js';
import { commandsIn } from '../../support/shell-commands.js';

const EXAMPLE = 'deploy/kubernetes/overlays/example';
const NAMESPACE = 'shop';
const commands = commandsIn(readFileSync(join(PROJECT, 'docs/operations/kubernetes.md'), 'utf8')).filter((command) =>
  command.startsWith('kubectl '),
);

/** What the operator writes into files. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://ramp_service:one@postgres.example/ramp?sslmode=verify-full\n',
  DATABASE_MIGRATE_URL: 'postgres://ramp_owner:other@postgres.example/ramp?sslmode=verify-full\n',
  SERVICE_KEY: serviceKey('7'),
  RAMP_APP_SECRET: 'app-secret',
  RAMP_ACCESS_TOKEN: 'token',
};

describe.skipIf(!HAS_KUBECTL)(`settings and commands of docs/operations/kubernetes.md${NEEDS_KUBECTL}`, () => {
  let folder: string;
  let objects: KubernetesObject[];
  let all: Workload[];
  /** Names and keys of the secrets that the page's commands make. */
  let secrets: Readonly<Record<string, readonly string[]>>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-secrets-'));
    for (const [name, value] of Object.entries(SECRETS)) writeFileSync(join(folder, name), value);
    objects = rendered(EXAMPLE);
    all = workloads(objects);
    const made = commands
      .filter((command) => command.includes(' create secret '))
      .map((command) => execFileSync('sh', ['-c', `${command} --dry-run=client -o json`], { cwd: folder }))
      .map((output) => JSON.parse(output.toString()) as Secret);
    secrets = Object.fromEntries(made.map(({ metadata, data }) => [metadata!.name!, Object.keys(data!)]));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The container's environment as seen from here: its secrets are in `folder`. */
  const local = ({ container, env }: Workload): Record<string, string> => {
    const { mountPath } = container.volumeMounts![0]!;
    return Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value.replace(new RegExp(`^${mountPath}(?=/)`), folder)]),
    );
  };

  it('sets only what the service knows', () => {
    for (const workload of all) {
      expect(Object.keys(workload.env).filter((name) => !settingVariables().includes(name))).toEqual([]);
      expect(settingWarnings(workload.env)).toEqual([]);
    }
  });

  it('mounts secrets that have each file of the settings, as the service reads it', () => {
    for (const { name, container, pod, env } of all) {
      const [mount, ...others] = container.volumeMounts!;
      expect(others).toEqual([]);
      expect(mount!.readOnly).toBe(true);
      const { secretName, defaultMode } = pod.volumes!.find((volume) => volume.name === mount!.name)!.secret!;
      const files = Object.entries(env).filter(([variable]) => variable.endsWith('_FILE'));
      expect(files.map(([, file]) => file).sort(), name).toEqual(
        secrets[secretName!]!.map((key) => `${mount!.mountPath}/${key}`).sort(),
      );
      // Root owns the file, the process is in its group.
      expect([defaultMode, pod.securityContext!.fsGroup]).toEqual([0o440, pod.securityContext!.runAsGroup]);
    }
  });

  it('starts the service, and the migrations alone as the owner', () => {
    const [api, worker, migrate] = all.map(local);
    expect(problemsOf(() => readSettings(api!))).toEqual([]);
    expect(problemsOf(() => readSettings(worker!))).toEqual([]);
    expect(readSettings(api!)).toMatchObject({ roles: { api: true, worker: false }, http: { adminPort: 9000 } });
    expect(readMigrateSettings(migrate!).databaseUrl.reveal()).toBe(SECRETS['DATABASE_MIGRATE_URL']!.trim());
    expect(JSON.stringify([api, worker])).not.toContain('MIGRATE');
  });

  /** How each command of the page is tried where there is no cluster. */
  const names = (kind: string): string[] =>
    objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);
  const TRIALS: readonly (readonly [RegExp, (...parts: string[]) => void])[] = [
    // The overlay of the shop is a copy of the example.
    [/^kubectl (?:kustomize|apply -k) deploy\/kubernetes\/overlays\/shop$/, () => undefined],
    [/^kubectl create namespace (\w+)$/, (name) => expect(name).toBe(objects[0]!.metadata.namespace)],
    [
      /^kubectl -n shop create secret generic ([\w-]+) /,
      (name) => expect(all.flatMap(({ pod }) => pod.volumes!.map(({ secret }) => secret!.secretName))).toContain(name),
    ],
    [/^kubectl -n shop delete job ([\w-]+) --ignore-not-found$/, (name) => expect(names('Job')).toEqual([name])],
    [
      /^kubectl -n shop wait --for=condition=complete --timeout=\d+m job\/([\w-]+)$/,
      (name) => expect(names('Job')).toEqual([name]),
    ],
    [
      /^kubectl -n shop rollout (?:status|restart) deployment\/([\w-]+)(?: deployment\/([\w-]+))?$/,
      (...wanted) => expect(names('Deployment')).toEqual(expect.arrayContaining(wanted.filter(Boolean))),
    ],
    [
      /^kubectl -n shop exec deployment\/([\w-]+) -- node dist\/(\S+)\.js/,
      (name, program) => {
        expect(names('Deployment')).toContain(name);
        expect(existsSync(join(PROJECT, `${program}.ts`)), program).toBe(true);
      },
    ],
    [
      /^kubectl -n shop port-forward service\/([\w-]+) (\d+)$/,
      (name, port) => {
        const found = objects.filter(({ kind, metadata }) => kind === 'Service' && metadata.name === name);
        expect(found).toMatchObject([{ spec: { ports: [{ port: Number(port) }] } }]);
      },
    ],
  ];

  it.each(commands)('%s', (command) => {
    const [trial, parts] = TRIALS.map(([pattern, check]) => [check, pattern.exec(command)] as const).find(
      ([, match]) => match !== null,
    ) ?? [() => expect.fail('the page has a command that this test does not know'), []];
    trial(...(parts ?? []).slice(1));
    expect(command.includes('-n ') ? command.includes(`-n ${NAMESPACE} `) : true).toBe(true);
  });

  it('names the release of the project', () => {
    const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
    for (const { container } of all) expect(container.image).toMatch(new RegExp(`/ramp-checkout:${version}$`));
  });
});
