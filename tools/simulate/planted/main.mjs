import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { startVitest } from 'vitest/node';
import { buildIfNeeded } from '../../../scripts/lib/build.mjs';
import { flag, runTool, text } from '../../../scripts/lib/options.mjs';
import { projectRoot } from '../../../scripts/lib/project.mjs';

/** For each fault. */
const BUDGET_S = 60;
const INTENSITIES = [10, 4, 20];
/** What strikes in a simulation, by invariant; the others need no faults. In each second seed the first strikes alone. */
const STRIKES = new Map([
  [2, 'statement_delayed statement_failed statement_reply_lost answer_lost'],
  [3, 'answer_lost answer_5xx'],
  [7, 'callback_forged callback_repeated'],
  [10, 'wrong_record answer_of_another_order'],
  [12, 'statement_failed statement_timeout'],
  [13, 'database_clock_step process_killed'],
  [14, 'create_refused paid_late callback_lost'],
  [16, 'commits_lost callback_lost call_refused restored_in_place'],
  [17, 'keys_rotated'],
  [18, 'wrong_record provider_forgets'],
  [24, 'lock_wait batch_half_sent transaction_open'],
  [25, 'price_moves answer_lost'],
  [19, 'answer_lost process_killed receiver_dead receiver_slow receiver_answer_lost'],
]);
const HOUR_MS = 3_600_000;
const NOT_COPIED = new Set(['.git', 'node_modules', 'build', 'dist']);

/** @param {string} text */
function faultOf(text) {
  const [name = '', how = '', file = '', ...lines] = text.trimEnd().split('\n');
  const [, invariant, finder = '', test, only] = /^(\d+) (\w+)(?: ([^:]+))?(?:: (.*))?$/.exec(how) ?? [];
  /** @param {string} sign */
  const marked = (sign) => lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : [])).join('\n');
  const path = `test/${finder}/${test}.test.ts`;
  return { name, invariant: Number(invariant), finder, path, only, file, find: marked('-'), replace: marked('+') };
}

/** @typedef {ReturnType<typeof faultOf>} Fault */

/** @param {Fault} fault */
async function plantedText({ name, file, find, replace }) {
  const parts = (await fs.readFile(join(projectRoot, file), 'utf8')).split(find);
  if (parts.length !== 2)
    throw new Error(`"${name}" cannot be planted: ${file} holds its text ${parts.length - 1} times`);
  return parts.join(replace);
}

/** Its first failure in a test, or null. @param {string} root @param {Fault} fault */
async function testedProblem(root, fault) {
  const copy = await fs.mkdtemp(join(root, 'tree-'));
  for (const name of await fs.readdir(projectRoot)) {
    if (!NOT_COPIED.has(name)) await fs.cp(join(projectRoot, name), join(copy, name), { recursive: true });
  }
  await linkPackages(copy);
  await fs.writeFile(join(copy, fault.file), await plantedText(fault));
  if (fault.finder === 'e2e') await buildIfNeeded({ root: copy });
  const patience = { testTimeout: HOUR_MS, hookTimeout: HOUR_MS, expect: { poll: { timeout: 60_000 } } };
  const globalSetup = fault.finder === 'unit' ? [] : ['test/support/global-postgres.ts'];
  const only = fault.only === undefined ? {} : { testNamePattern: `: ${fault.only}$` };
  const options = { config: /** @type {const} */ (false), root: copy, watch: false, reporters: [{}], bail: 1 };
  const silent = { stdout: new PassThrough().resume(), stderr: new PassThrough().resume() };
  const vitest = await startVitest('test', [fault.path], { ...options, ...patience, globalSetup, ...only }, {}, silent);
  const errors = vitest.state.getTestModules().flatMap((module) => {
    const failed = [...module.children.allTests('failed')].map((test) => test.result().errors?.[0]?.message);
    if (module.errors().length > 0 || module.children.size === 0) throw new Error(JSON.stringify(module.errors()));
    return failed;
  });
  if (vitest.state.getTestModules().length === 0) throw new Error(`"${fault.name}": there is no ${fault.path}`);
  await vitest.close();
  return errors[0] ?? null;
}

/** @param {string} root */
const linkPackages = async (root) =>
  fs.symlink(await fs.realpath(join(projectRoot, 'node_modules')), join(root, 'node_modules'));

/** The compiled service in `folder` under simulation. @param {string} folder */
async function simulationOf(folder) {
  /** @param {string} name @returns {Promise<any>} */
  const load = (name) => import(pathToFileURL(join(folder, 'tools/simulate', name)).href);
  const [{ run }, { planOf }, { Machine }] = await Promise.all(['run.js', 'plan.js', 'machine.js'].map(load));
  /** @param {any} machine @param {number} seed @param {object} given @returns {Promise<string[]>} */
  const problems = async (machine, seed, given) => (await run(planOf(seed, given), machine)).problems;
  return { problems, start: () => Machine.start() };
}

/** The service without a fault, and the Postgres of all simulations. */
async function prepared() {
  await buildIfNeeded();
  const plain = await simulationOf(join(projectRoot, 'build'));
  const machine = await plain.start();
  await plain.problems(machine, 0, {});
  await machine.postgres.prepare();
  return { plain, machine };
}

/** @param {string} root @param {Fault} fault @param {Awaited<ReturnType<typeof prepared>>} beside */
async function simulatedProblem(root, fault, { plain, machine }) {
  const copy = await fs.mkdtemp(join(root, 'planted-'));
  await fs.cp(join(projectRoot, 'build'), copy, { recursive: true });
  const { config } = ts.readConfigFile(join(projectRoot, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, module: 'esnext' }, projectRoot);
  const { outputText } = ts.transpileModule(await plantedText(fault), { compilerOptions: options });
  await fs.writeFile(join(copy, fault.file.replace(/ts$/, 'js')), outputText);
  const planted = await simulationOf(copy);
  const strikes = STRIKES.get(fault.invariant)?.split(' ') ?? [];
  const end = cpuSeconds() + BUDGET_S;
  for (let seed = 1; cpuSeconds() < end; seed++) {
    const intensity = INTENSITIES[seed % INTENSITIES.length];
    const faults = strikes.slice(0, seed % 2 === 0 ? 1 : undefined);
    const given = { orders: 6, days: 1, replicas: 2, intensity, faults };
    const found = await planted.problems(machine, seed, given).catch((error) => [String(error)]);
    // A problem that is there without the fault is none of it.
    const before = found.length === 0 ? [] : await plain.problems(machine, seed, given);
    const problem = found.find((one) => !before.includes(one));
    if (problem !== undefined) return `seed ${seed}: ${problem}`;
  }
  return null;
}

/** Of this process. */
const cpuSeconds = () => Object.values(process.cpuUsage()).reduce((sum, part) => sum + part, 0) / 1e6;

/** @param {readonly (string | number)[]} columns */
const print = (columns) => process.stdout.write(`${columns.join(' | ').replaceAll(/\s+/g, ' ').slice(0, 400)}\n`);

await runTool(
  {
    about: `npm run simulate:planted [-- options]

Plants the faults of faults.txt, each in a copy of the project, and prints what its finder finds there. A fault is its
name, the number of its invariant and its finder, its file, and lines taken out (-) and put in (+). A finder is the
simulator, or a file of tests, with the name of one. Exits with 1 if a fault is not found.
`,
    options: {
      only: text('REGEXP', 'faults of such a name', ''),
      finder: text('LIST', 'of simulator, unit, integration, e2e', ''),
      part: text('N/M', 'the N-th of M parts', ''),
      list: flag('names the faults and plants none'),
    },
  },
  async ({ only, finder: finders, part, list }) => {
    const table = await fs.readFile(join(import.meta.dirname, 'faults.txt'), 'utf8');
    const [n = 1, parts = 1] = part === '' ? [] : part.split('/').map(Number);
    const wanted = table
      .split(/^# /m)
      .slice(1)
      .map(faultOf)
      .filter(({ name, finder }) => new RegExp(only).test(name) && (finders || finder).includes(finder))
      .filter((_, index) => index % parts === n - 1);
    const unplantable = (
      await Promise.all(
        wanted.map((fault) =>
          plantedText(fault).then(
            () => [],
            (error) => [error.message],
          ),
        ),
      )
    ).flat();
    if (unplantable.length > 0) throw new Error(unplantable.join('\n'));
    const root = await fs.mkdtemp(join(tmpdir(), 'planted-'));
    /** @type {ReturnType<typeof prepared> | undefined} */
    let simulation;
    let missed = 0;
    try {
      for (const name of ['package.json', 'package-lock.json']) await fs.cp(join(projectRoot, name), join(root, name));
      await linkPackages(root);
      for (const fault of wanted) {
        const { name, invariant, finder, path } = fault;
        const isTested = finder !== 'simulator';
        const columns = [name, `invariant ${invariant}`, isTested ? path : finder];
        if (list) {
          print(columns);
          continue;
        }
        const beside = isTested ? null : await (simulation ??= prepared());
        const begunAt = cpuSeconds();
        const problem =
          beside === null ? await testedProblem(root, fault) : await simulatedProblem(root, fault, beside);
        if (beside !== null) columns.push(`${Math.round(cpuSeconds() - begunAt)} s of CPU`);
        if (problem === null) missed += 1;
        print([problem === null ? 'NOT FOUND' : 'found', ...columns, problem ?? '']);
      }
    } finally {
      await fs.rm(root, { recursive: true });
    }
    process.exitCode = missed > 0 ? 1 : 0;
  },
);
