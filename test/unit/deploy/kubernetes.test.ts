import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { Probe, Service } from 'kubernetes-types/core/v1.d.ts';
import type { LabelSelector } from 'kubernetes-types/meta/v1.d.ts';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { HealthController } from '#src/health/health.controller.js';
import { SETTINGS } from '#src/platform/config/settings-table.js';
import { HAS_KUBECTL, NEEDS_KUBECTL, ofKind, rendered, typeProblems, workloads } from '../../support/kubernetes.js';
import type { KubernetesObject, Workload } from '../../support/kubernetes.js';

const BASE = 'deploy/kubernetes/base';
const EXAMPLE = 'deploy/kubernetes/overlays/example';

/** From the end of the drain to that of the process (docs/operations/rolling.md). */
const REST_OF_END_S = 11;

/** The API's words, which its types give as any text. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  protocol: ['TCP', 'UDP'],
  pathType: ['Prefix', 'Exact'],
  whenUnsatisfiable: ['ScheduleAnyway', 'DoNotSchedule'],
  restartPolicy: ['Never', 'OnFailure'],
  operator: ['In', 'NotIn', 'Exists'],
  type: ['Resource', 'AverageValue', 'RuntimeDefault'],
};

const pathOf = (target: object): string => String(Reflect.getMetadata('path', target));
const healthPath = (of: 'live' | 'ready'): string =>
  `/${pathOf(HealthController)}/${pathOf(HealthController.prototype[of])}`;

describe.skipIf(!HAS_KUBECTL)(`the objects of deploy/kubernetes${NEEDS_KUBECTL}`, () => {
  let objects: KubernetesObject[];
  let all: Workload[];
  let serving: Workload[];
  beforeAll(() => {
    objects = rendered(EXAMPLE);
    all = workloads(objects);
    serving = all.filter(({ env }) => env['ROLES'] !== undefined);
  });

  const selected = ({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string[] =>
    all
      .filter(({ labels }) => Object.entries(matchLabels).every(([name, value]) => labels[name] === value))
      .filter(({ labels }) => matchExpressions.every(({ key, values }) => values?.includes(labels[key] ?? '')))
      .map(({ name }) => name);
  const portOf = ({ container }: Workload, name: string): number | undefined =>
    container.ports?.find((port) => port.name === name)?.containerPort;

  it.each([BASE, EXAMPLE])('%s has only fields of the API, with values of their types', async (folder) => {
    expect(await typeProblems(rendered(folder))).toBe('');
  });

  it.each<[string, (text: string) => string]>([
    ['a misspelt field', (text) => text.replace('"terminationGracePeriodSeconds"', '"terminationGracePeriod"')],
    ['a number as text', (text) => text.replace('"replicas":2', '"replicas":"2"')],
    ['a missing field', (text) => text.replaceAll('"selector":', '"selektor":')],
  ])('%s would be found', async (_what, spoil) => {
    const text = JSON.stringify(ofKind(objects, 'Deployment'));
    expect(spoil(text)).not.toBe(text);
    expect(await typeProblems(JSON.parse(spoil(text)) as KubernetesObject[])).toMatch(/error TS\d+/);
  });

  it('use words that the API knows', () => {
    const unknown: string[] = [];
    JSON.stringify(objects, (name, value: unknown) => {
      if (name in WORDS && !WORDS[name]!.includes(String(value))) unknown.push(`${name}: ${String(value)}`);
      return value;
    });
    expect(unknown).toEqual([]);
  });

  it('run api, worker and the migrations', () => {
    expect(all.map(({ name, env }) => [name, env['ROLES'], ...(workloadCommand(name) ?? [])])).toEqual([
      ['ramp-checkout-api', 'api'],
      ['ramp-checkout-worker', 'worker'],
      ['ramp-checkout-migrate', undefined, 'node', 'dist/src/cli/migrate/main.js'],
    ]);
  });
  const workloadCommand = (wanted: string) => all.find(({ name }) => name === wanted)!.container.command;

  it('give no pod more rights than it needs', () => {
    for (const { name, pod, container } of all) {
      expect(pod, name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(container.securityContext, name).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      });
      expect(container.resources, name).toMatchObject({ requests: { cpu: '250m' }, limits: { memory: '512Mi' } });
      expect(pod.containers, name).toHaveLength(1);
    }
  });

  it('name the ports on which the service listens', () => {
    for (const workload of serving) {
      expect(portOf(workload, 'http')).toBe(SETTINGS.PORT.default);
      expect(portOf(workload, 'admin')).toBe(Number(workload.env['ADMIN_PORT']));
    }
  });

  it.each<[keyof Workload['container'], 'live' | 'ready']>([
    ['startupProbe', 'live'],
    ['livenessProbe', 'live'],
    ['readinessProbe', 'ready'],
  ])('%s asks /health/%s on the customers’ port', (name, of) => {
    for (const { container } of serving)
      expect((container[name] as Probe).httpGet).toEqual({ path: healthPath(of), port: 'http' });
  });

  it('leave a pod the time to drain, and Kubernetes the time to notice', () => {
    for (const { pod, container, env } of serving) {
      const drainS = Number(env['DRAIN_MS']) / 1000;
      const { periodSeconds = 10, failureThreshold = 3, timeoutSeconds = 1 } = container.readinessProbe!;
      expect(drainS).toBeGreaterThanOrEqual(periodSeconds * failureThreshold + timeoutSeconds + 1);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainS + REST_OF_END_S);
      // The time of a hook would count as well.
      expect(container.lifecycle).toBeUndefined();
    }
  });

  it('replace pods without a gap', () => {
    const names = ofKind<Deployment>(objects, 'Deployment').map(({ metadata, spec }) => {
      expect(spec!.strategy).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
      return metadata!.name;
    });
    const budgets = ofKind<PodDisruptionBudget>(objects, 'PodDisruptionBudget');
    expect(budgets.map(({ spec }) => [spec!.maxUnavailable, ...selected(spec!.selector!)])).toEqual(
      names.map((name) => [1, name]),
    );
  });

  it('scale the api, within the connections that the page counts', () => {
    const [scaler, ...others] = ofKind<HorizontalPodAutoscaler>(objects, 'HorizontalPodAutoscaler');
    expect(others).toEqual([]);
    expect(scaler!.spec).toMatchObject({
      ...{ minReplicas: 2, maxReplicas: 4 },
      scaleTargetRef: { kind: 'Deployment', name: 'ramp-checkout-api' },
    });
    const [api, worker] = ofKind<Deployment>(objects, 'Deployment');
    // With a number of its own, each `apply` would undo what the scaler has done.
    expect(api!.spec!.replicas).toBeUndefined();
    expect(worker!.spec!.replicas).toBe(2);
  });

  it('lead from the host to the api, and from the admin service to its other port', () => {
    const services = ofKind<Service>(objects, 'Service');
    const ways = services.map(({ metadata, spec }) => [
      metadata!.name,
      spec!.ports![0]!.targetPort,
      ...selected({ matchLabels: spec!.selector! }),
    ]);
    expect(ways).toEqual([
      ['ramp-checkout', 'http', 'ramp-checkout-api'],
      ['ramp-checkout-admin', 'admin', 'ramp-checkout-api'],
    ]);
    const [ingress] = ofKind<Ingress>(objects, 'Ingress');
    const [rule] = ingress!.spec!.rules!;
    expect(rule!.http!.paths[0]!.backend.service).toEqual({ name: 'ramp-checkout', port: { name: 'http' } });
    expect(services[0]!.spec!.ports![0]!.name).toBe('http');
    expect(`https://${rule!.host}`).toBe(serving[0]!.env['PUBLIC_URL']);
    expect(ingress!.spec!.tls![0]!.hosts).toEqual([rule!.host]);
  });

  it('let in and out only what is needed', () => {
    const policies = ofKind<NetworkPolicy>(objects, 'NetworkPolicy').map(({ spec }) => spec!);
    const closed = policies.filter(({ policyTypes }) => policyTypes?.length === 2);
    expect(closed.flatMap(({ podSelector }) => selected(podSelector)).sort()).toEqual(
      all.map(({ name }) => name).sort(),
    );
    const openings = policies.flatMap(({ podSelector, ingress = [], egress = [] }) =>
      [
        ...ingress.map(({ ports }) => ({ way: 'in', ports })),
        ...egress.map(({ ports }) => ({ way: 'out', ports })),
      ].map(({ way, ports = [] }) => `${way} ${ports.map(({ port }) => port).join()} ${selected(podSelector).join()}`),
    );
    const [api, worker, migrate] = all.map(({ name }) => name);
    expect(openings).toEqual([
      `in 9000 ${api},${worker},${migrate}`,
      `out 53,53 ${api},${worker},${migrate}`,
      `out 5432 ${api},${worker},${migrate}`,
      `in 3000 ${api}`,
      `out 443 ${api},${worker}`,
      `out 4317,4318 ${api},${worker}`,
    ]);
  });
});
