import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectRoot } from '#scripts/lib/project.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-ci-'));
  for (const name of ['chromium', 'promtool', 'pgbouncer']) script(name, '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const script = (name: string, body: string): void =>
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });

/** Runs `.ci/run` with an npm that does nothing but say and end like this. */
function ciRun(test: string, long: string): { code: number; lines: string[] } {
  script('npm', `case "$*" in ci) ;; "run test") ${test} ;; "run test:long") ${long} ;; *) exit 9 ;; esac`);
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  try {
    const output = execFileSync('bash', [join(projectRoot, '.ci/run')], { env, encoding: 'utf8' });
    return { code: 0, lines: output.trimEnd().split('\n') };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { code: status, lines: stdout.trimEnd().split('\n') };
  }
}

const says = (text: string, code = 0): string => `echo 'checks'; echo '${text}'; exit ${code}`;

it.each([
  ['both pass', says('40 passed, 0 failed'), says('7 passed, 0 failed'), 0, '47 passed, 0 failed'],
  ['the usual tests fail', says('39 passed, 1 failed', 1), says('7 passed, 0 failed'), 1, '46 passed, 1 failed'],
  ['the long tests fail', says('40 passed, 0 failed'), says('5 passed, 2 failed', 1), 1, '45 passed, 2 failed'],
  ['one of them ends uncounted', says('40 passed, 0 failed'), 'exit 2', 1, '40 passed, 1 failed'],
  [
    'one of them counts no failure and fails',
    says('4 passed, 0 failed', 3),
    says('7 passed, 0 failed'),
    1,
    '11 passed, 1 failed',
  ],
])('.ci/run adds up the usual and the long tests: %s', (_what, test, long, code, closing) => {
  const run = ciRun(test, long);
  expect(run.code).toBe(code);
  expect(run.lines.at(-1)).toBe(closing);
  expect(run.lines.filter((line) => /^\d+ passed, \d+ failed$/.test(line))).toEqual([closing]);
});
