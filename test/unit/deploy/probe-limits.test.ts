import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PATIENCE_MS } from '#src/health/health.controller.js';
import { PROJECT } from '../../support/programs.js';

const NO_TELEPHONE = /name="format-detection" content="telephone=no/;

it.each([
  ['docs/operations/rolling.md', /\/health\/ready\n\s+timeout check (\d+)s/],
  ['deploy/kubernetes/base/process.yaml', /readinessProbe:\n.*\/health\/ready.*\n.*\n\s+timeoutSeconds: (\d+)/],
  ['Dockerfile', /HEALTHCHECK .*--timeout=(\d+)s/],
])('%s waits longer than readiness may take', (file, limit) => {
  const [, seconds] = limit.exec(readFileSync(join(PROJECT, file), 'utf8')) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(PATIENCE_MS);
});

it.each<[string, string, RegExp]>([
  [
    'a name is resolved anywhere',
    'deploy/kubernetes/base/network.yaml',
    /egress:\n(?: +#.*\n)* {4}- ports:\n.*UDP, port: 53.*\n.*TCP, port: 53/,
  ],
  ['no variables of other Services', 'deploy/kubernetes/base/pod.yaml', /enableServiceLinks: false/],
  ['numbers are no telephone links', 'web/checkout.html', NO_TELEPHONE],
  ['numbers are no telephone links', 'web/order.html', NO_TELEPHONE],
  ['numbers are no telephone links', 'web/console.html', NO_TELEPHONE],
])('%s: %s', (_, file, holds) => {
  expect(readFileSync(join(PROJECT, file), 'utf8')).toMatch(holds);
});
