import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import type { ConfigMap, PodSpec } from 'kubernetes-types/core/v1.d.ts';
import { parseAllDocuments } from 'yaml';
import { packageCommand } from '#scripts/lib/project.mjs';
import { run } from '#scripts/lib/run.mjs';
import { PROJECT } from './programs.js';

/** Older ones do not know all fields of our kustomization. */
const KUSTOMIZE = /^Kustomize Version: v([5-9]|\d\d)\./m;

export const HAS_KUBECTL = KUSTOMIZE.test(String(spawnSync('kubectl', ['version', '--client']).stdout));
/** Suffix for tests that need it, so that a run without it names what it left out. */
export const NEEDS_KUBECTL = HAS_KUBECTL ? '' : ' (left out: no kubectl with kustomize 5 here)';

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** The objects that `kubectl apply -k` would apply. Throws with kubectl's own message. */
export function rendered(folder: string): KubernetesObject[] {
  const text = execFileSync('kubectl', ['kustomize', folder], { cwd: PROJECT, encoding: 'utf8', stdio: 'pipe' });
  return parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);
}

export function ofKind<T>(objects: readonly KubernetesObject[], kind: string): T[] {
  return objects.filter((object) => object.kind === kind) as T[];
}

export interface Workload {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: PodSpec;
  readonly container: PodSpec['containers'][number];
  /** Its variables, with those of its ConfigMaps. */
  readonly env: Readonly<Record<string, string>>;
}

export function workloads(objects: readonly KubernetesObject[]): Workload[] {
  const all = [...ofKind<Deployment>(objects, 'Deployment'), ...ofKind<Job>(objects, 'Job')];
  return all.map(({ metadata, spec }) => {
    const { metadata: { labels = {} } = {}, spec: pod } = spec!.template;
    const container = pod!.containers[0]!;
    const shared = (container.envFrom ?? []).map(({ configMapRef }) => configMapData(objects, configMapRef!.name!));
    const own = (container.env ?? []).map(({ name, value = '' }) => ({ [name]: value }));
    const env = Object.fromEntries([...shared, ...own].flatMap((variables) => Object.entries(variables)));
    return { name: metadata!.name!, labels, pod: pod!, container, env };
  });
}

function configMapData(objects: readonly KubernetesObject[], name: string): Readonly<Record<string, string>> {
  const found = ofKind<ConfigMap>(objects, 'ConfigMap').find(({ metadata }) => metadata!.name === name);
  if (found === undefined) throw new Error(`there is no ConfigMap ${name}`);
  return found.data ?? {};
}

/** The package's module of an API version: `apps/v1`, `core/v1` for `v1`, `networking/v1` for `networking.k8s.io/v1`. */
function moduleOf(apiVersion: string): string {
  const [group = '', version] = apiVersion.split('/');
  return version === undefined ? `core/${group}` : `${group.split('.')[0]}/${version}`;
}

/**
 * The compiler's complaints about objects as literals of the API's published types: an unknown field is one, so are a missing
 * one and a value of another type. Empty: none.
 */
export async function typeProblems(objects: readonly KubernetesObject[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-kubernetes-'));
  const lines = objects.map((object, index) => {
    const type = `import('kubernetes-types/${moduleOf(object.apiVersion)}').${object.kind}`;
    return `export const ${object.kind}${index}: ${type} = ${JSON.stringify(object)};`;
  });
  const config = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      module: 'preserve',
      moduleResolution: 'bundler',
      types: [],
      paths: { 'kubernetes-types/*': [join(PROJECT, 'node_modules/kubernetes-types/*')] },
    },
  };
  writeFileSync(join(folder, 'objects.ts'), lines.join('\n'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = packageCommand('typescript-native', 'tsc');
  const { output } = await run(process.execPath, [compiler, '-p', folder]);
  rmSync(folder, { recursive: true });
  return output;
}
