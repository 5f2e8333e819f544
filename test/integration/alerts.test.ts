import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metricsText, Metrics } from '#src/platform/telemetry/metrics.js';
import { alertRules, selectorsOf } from '../support/alert-rules.js';
import type { Selector } from '../support/alert-rules.js';
import { PROJECT } from '../support/programs.js';
import { readMetrics } from '../support/promtool.js';
import type { Sample } from '../support/promtool.js';
import { startWholeApp } from '../support/whole-app.js';
import { ProcessTime } from '#src/platform/time/time.js';

let whole: Awaited<ReturnType<typeof startWholeApp>>;
let types: Map<string, string>;
let samples: Sample[];

beforeAll(async () => {
  whole = await startWholeApp();
  ({ types, samples } = readMetrics((await metricsText(whole.app.get(Metrics).registry, new ProcessTime())).text));
});
afterAll(() => whole.close());

const DASHBOARD = JSON.parse(readFileSync(join(PROJECT, 'deploy/grafana/ramp-checkout.json'), 'utf8')) as {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
};
const queries = DASHBOARD.panels.flatMap(({ title, targets = [] }) =>
  targets.flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => ({ title, metric }))),
);

const selectors = alertRules().flatMap(({ name, expression }) =>
  selectorsOf(expression).map((selector) => ({ alert: name, ...selector })),
);

describe('what the alerts ask for, of a service that has just started', () => {
  it.each(selectors)('$alert: $metric is a metric of the service', ({ metric }) => {
    expect([...types.keys()]).toContain(metric.replace(/_count$/, ''));
  });

  it.each(queries)('dashboard, $title: $metric is a metric of the service', ({ metric }) => {
    expect([...types.keys()]).toContain(metric.replace(/_(count|sum|bucket)$/, ''));
  });

  const withLabels = selectors.filter(({ matchers }) => matchers.length > 0);
  it.each(withLabels)('$alert: $metric has such labels, so that an increase from 0 is seen', ({ metric, matchers }) => {
    const found = samples.filter((sample) => sample.name === metric && fits(sample, matchers));
    expect(found).not.toEqual([]);
  });

  it('includes labels: a selector of the rules has some', () => {
    expect(withLabels.length).toBeGreaterThan(3);
  });
});

const fits = ({ labels }: Sample, matchers: Selector['matchers']): boolean =>
  matchers.every(({ label, isEqual, value }) => label in labels && (labels[label] === value) === isEqual);
