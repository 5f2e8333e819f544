// npm test, npm run test:long, npm run check: all checks; they need only `npm ci`. See --help.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { checksOf, PROGRAM } from './lib/checks/options.mjs';
import { indented, summary } from './lib/checks/summary.mjs';
import { TALLY_FILE } from './lib/checks/vitest-reporter.mjs';
import { MAKE_CLIENT_TYPES } from './lib/build.mjs';
import { runTool } from './lib/options.mjs';
import { projectRoot, secondsSince } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const LANES = Math.max(1, Math.min(3, availableParallelism()));

const say = (/** @type {string} */ text) => void process.stdout.write(text);

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort());

/**
 * @param {import('./lib/checks/list.mjs').Check} check
 * @param {NodeJS.ProcessEnv} env
 * @param {{ verbose: boolean, extent: import('./lib/checks/list.mjs').Extent }} options
 * @returns {Promise<import('./lib/checks/summary.mjs').Outcome>}
 */
async function perform(check, env, { verbose, extent }) {
  const title = `== ${check.name}: ${check.asks}\n`;
  const isLive = verbose || check.alone === true;
  if (isLive) say(title);
  const since = performance.now();
  const { code, output } = await runCheck(
    () => check.commands(extent),
    env,
    verbose ? (text) => say(indented(text)) : undefined,
  );
  const ok = code === 0;
  // Parallel checks print everything at their end.
  if (!isLive) say(title);
  if (!ok && !verbose) say(`${indented(output.trimEnd())}\n`);
  say(`   ${ok ? 'ok' : `FAILED (exit code ${code})`}, ${secondsSince(since)}\n\n`);
  return { name: check.name, ok, ms: performance.now() - since };
}

/**
 * Performs checks, up to `atOnce` in parallel: most of them use one core.
 * @param {readonly import('./lib/checks/list.mjs').Check[]} checks
 * @param {number} atOnce
 * @param {(check: import('./lib/checks/list.mjs').Check) => Promise<import('./lib/checks/summary.mjs').Outcome>}
 *   performOne
 * @param {(outcomes: readonly import('./lib/checks/summary.mjs').Outcome[]) => boolean} isOver
 */
async function performAll(checks, atOnce, performOne, isOver) {
  const waiting = [...checks];
  /** @type {import('./lib/checks/summary.mjs').Outcome[]} */
  const outcomes = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined && !isOver(outcomes); next = waiting.shift()) {
      outcomes.push(await performOne(next));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return outcomes;
}

/**
 * @param {() => readonly string[][]} commands throws when a tool is not installed
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} [onOutput]
 */
async function runCheck(commands, env, onOutput) {
  try {
    const options = { cwd: projectRoot, env, signal: interrupted.signal, onOutput };
    let all = '';
    for (const command of commands()) {
      const { code, output } = await run(process.execPath, command, options);
      all += output;
      if (code !== 0) return { code, output: all };
    }
    return { code: 0, output: all };
  } catch (error) {
    onOutput?.(`${/** @type {Error} */ (error).message}\n`);
    return { code: -1, output: /** @type {Error} */ (error).message };
  }
}

/** @param {string} file @returns {import('./lib/checks/vitest-reporter.mjs').TestTally} */
function readTally(file) {
  return existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0, unsteady: [], skipped: [] };
}

await runTool(PROGRAM, async ({ bail, verbose, ...chosen }) => {
  const { extent, checks } = checksOf(chosen);
  const scratch = mkdtempSync(join(tmpdir(), 'ramp-checkout-check-'));
  try {
    const { FORCE_COLOR: _, ...inherited } = process.env;
    const tallyFile = join(scratch, 'tests.json');
    const env = { ...inherited, NO_COLOR: '1', [TALLY_FILE]: tallyFile };
    const isOver = (/** @type {readonly import('./lib/checks/summary.mjs').Outcome[]} */ outcomes) =>
      interrupted.signal.aborted || (bail && outcomes.some(({ ok }) => !ok));
    const performOne = (/** @type {import('./lib/checks/list.mjs').Check} */ check) =>
      perform(check, env, { verbose, extent });
    // Static checks run beside the build.
    const { code, output } = await run(process.execPath, [MAKE_CLIENT_TYPES], { cwd: projectRoot, env });
    if (code !== 0) throw new Error(`the types of the client cannot be made:\n${output}`);
    const beside = checks.filter(({ alone }) => alone !== true);
    const outcomes = await performAll(beside, verbose ? 1 : LANES, performOne, isOver);
    const last = isOver(outcomes) ? [] : checks.filter(({ alone }) => alone === true);
    outcomes.push(...(await performAll(last, 1, performOne, isOver)));
    if (interrupted.signal.aborted) throw new Error('interrupted');
    say(summary(outcomes, readTally(tallyFile)));
    if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
