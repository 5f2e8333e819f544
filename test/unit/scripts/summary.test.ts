import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, afterEach, beforeEach } from 'vitest';
import { parseCheckOptions } from '#scripts/lib/checks/options.mjs';
import { indented, summary } from '#scripts/lib/checks/summary.mjs';
import { projectRoot } from '#scripts/lib/project.mjs';

const NO_TESTS = { passed: 0, failed: 0, unsteady: [], skipped: [] };

/** The lines that a reader looks for: two counts and nothing else. */
function closingLines(text: string): string[] {
  return text.split('\n').filter((line) => /^\d+ passed, \d+ failed$/.test(line));
}

describe('end of npm test', () => {
  it('counts each check and each test once', () => {
    const outcomes = [
      { name: 'format', ok: true, ms: 1200 },
      { name: 'tests', ok: false, ms: 61_000 },
    ];
    const text = summary(outcomes, { ...NO_TESTS, passed: 40, failed: 2 });
    expect(closingLines(text)).toEqual(['41 passed, 3 failed']);
    expect(text.endsWith('\n41 passed, 3 failed\n')).toBe(true);
  });

  it('names each skipped test with its reason, and does not count it', () => {
    const skipped = [
      { name: 'a.test.ts > metrics', reason: 'promtool is not there' },
      { name: 'b.test.ts > page', reason: '' },
    ];
    const text = summary([], { ...NO_TESTS, passed: 1, skipped });
    expect(text).toContain('a.test.ts > metrics: promtool is not there\n');
    expect(text).toContain('b.test.ts > page: no reason given\n');
    expect(closingLines(text)).toEqual(['1 passed, 0 failed']);
  });

  it('shows the first failure of a test that passed when run again, and counts it once', () => {
    const reason = `${'said\n'.repeat(20)}3 passed, 1 failed\nexpected 1 to be 0\n`;
    const text = summary([], { ...NO_TESTS, passed: 1, unsteady: [{ name: 'a.test.ts > waits', reason }] });
    expect(text).toContain('Passed only when run again (1):\n  a.test.ts > waits\n    | said\n');
    expect(text).toContain('\n    | expected 1 to be 0\n\n');
    expect(text.match(/ said$/gm)).toHaveLength(10);
    expect(closingLines(text)).toEqual(['1 passed, 0 failed']);
  });

  it('shows the duration of each check', () => {
    const text = summary([{ name: 'lint', ok: true, ms: 12_340 }], NO_TESTS);
    expect(text).toMatch(/^ {2}lint {2}ok {8}12\.3 s$/m);
  });

  it('has no second closing line, even if a check prints one', () => {
    const written = indented('7 passed, 0 failed\n\n1 passed, 1 failed');
    expect(written).toBe('    7 passed, 0 failed\n\n    1 passed, 1 failed');
    expect(closingLines(written)).toEqual([]);
  });
});

describe('options of npm test', () => {
  it('run every check by default, the tests last', () => {
    const names = parseCheckOptions([]).checks.map(({ name }) => name);
    expect(names).toEqual(['format', 'lint', 'types', 'unused', 'directions', 'build', 'tests']);
  });

  it('needs only the build for the long tests, and runs each test once', () => {
    const usual = parseCheckOptions([]);
    const long = parseCheckOptions(['--long']);
    expect(long.checks.map(({ name }) => name)).toEqual(['build', 'tests']);
    const projects = [usual, long].flatMap(({ checks, extent }) => checks.at(-1)!.commands(extent).flat());
    const named = projects.filter((_, index) => projects[index - 1] === '--project');
    expect(named.sort()).toEqual(['alone', 'clocks', 'e2e', 'long', 'parts']);
    expect(() => parseCheckOptions(['--long', '--quick'])).toThrow('either --quick or --long');
  });

  it('run only named checks, in their usual order', () => {
    const names = parseCheckOptions(['--only', 'tests', '--only', 'format']).checks.map(({ name }) => name);
    expect(names).toEqual(['format', 'tests']);
  });

  it('refuse an unknown check', () => {
    expect(() => parseCheckOptions(['--only', 'speed'])).toThrow('there is no check "speed"');
  });
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-ci-'));
  for (const name of ['chromium', 'promtool', 'pgbouncer', 'buildah']) script(name, '');
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
