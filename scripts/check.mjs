// npm test: every check there is, with no other set-up than `npm ci`. See --help.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELP, parseCheckOptions } from './lib/checks/options.mjs';
import { indented, summary } from './lib/checks/summary.mjs';
import { TALLY_FILE } from './lib/checks/vitest-reporter.mjs';
import { projectRoot, secondsSince } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const say = (/** @type {string} */ text) => process.stdout.write(text);

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort());

/**
 * @param {import('./lib/checks/list.mjs').Check} check
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} verbose
 * @returns {Promise<import('./lib/checks/summary.mjs').Outcome>}
 */
async function perform(check, env, verbose) {
  say(`== ${check.name}: ${check.asks}\n`);
  const since = performance.now();
  const { code, output } = await runCheck(check, env, verbose ? (text) => say(indented(text)) : undefined);
  const ok = code === 0;
  if (!ok && !verbose) say(`${indented(output.trimEnd())}\n`);
  say(`   ${ok ? 'ok' : `FAILED (exit code ${code})`}, ${secondsSince(since)}\n\n`);
  return { name: check.name, ok, ms: performance.now() - since };
}

/**
 * @param {import('./lib/checks/list.mjs').Check} check
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} [onOutput]
 */
async function runCheck(check, env, onOutput) {
  try {
    return await run(process.execPath, check.command(), {
      cwd: projectRoot,
      env,
      signal: interrupted.signal,
      onOutput,
    });
  } catch (error) {
    onOutput?.(`${error.message}\n`);
    return { code: -1, output: error.message };
  }
}

/** @param {string} file @returns {import('./lib/checks/vitest-reporter.mjs').TestTally} */
function readTally(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: [] };
}

async function main() {
  const { help, bail, verbose, checks } = parseCheckOptions(process.argv.slice(2));
  if (help) return say(HELP);
  const scratch = mkdtempSync(join(tmpdir(), 'ramp-checkout-check-'));
  try {
    const { FORCE_COLOR: _, ...inherited } = process.env;
    const tallyFile = join(scratch, 'tests.json');
    const env = { ...inherited, NO_COLOR: '1', [TALLY_FILE]: tallyFile };
    const outcomes = [];
    for (const check of checks) {
      outcomes.push(await perform(check, env, verbose));
      if (interrupted.signal.aborted) throw new Error('interrupted');
      if (bail && !outcomes.at(-1).ok) break;
    }
    say(summary(outcomes, readTally(tallyFile)));
    if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
