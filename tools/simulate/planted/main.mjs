import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import ts from 'typescript';
import { packageCommand, projectRoot } from '../../../scripts/lib/project.mjs';

/**
 * Plants the faults of `faults.txt`, each in a copy of the project, and prints what its checker finds there. A fault is a
 * name, its file with the checker to be run, and lines taken out (`-`) and put in (`+`). A simulation is given its seeds,
 * its faults, and how often they strike. Exits with 1 if a fault is not found.
 *
 *   npm run simulate:planted [-- --only REGEXP --checker simulation|pairs|all pairs|enumeration]
 */

const TESTS = {
  pairs: ['--project=parts', 'test/integration/statement-pairs.test.ts'],
  'all pairs': ['--project=long', 'test/integration/statement-pairs.long.test.ts'],
  enumeration: ['--project=parts', 'test/unit/orders/enumeration.test.ts'],
};
const NOT_COPIED = new Set(['.git', 'node_modules', 'build', 'dist']);
const INTENSITY = 4;

/** @param {string} text */
function faultOf(text) {
  const [name = '', how = '', ...lines] = text.trimEnd().split('\n');
  const [file = '', checker = '', ...rest] = how.split(/: |, /);
  /** @param {string} sign */
  const marked = (sign) => lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : [])).join('\n');
  return { name, file, checker, rest, find: marked('-'), replace: marked('+') };
}

/** @typedef {ReturnType<typeof faultOf>} Fault */

/** @param {string} cwd @param {readonly string[]} args @returns {Promise<{ failed: boolean, output: string }>} */
async function node(cwd, args) {
  const options = { cwd, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 2 ** 30 };
  const result = await promisify(execFile)(process.execPath, args, options).catch((error) => error);
  return { failed: result.code !== undefined, output: result.stdout + result.stderr };
}

/** @param {Fault} fault */
async function plantedText({ name, file, find, replace }) {
  const parts = (await fs.readFile(join(projectRoot, file), 'utf8')).split(find);
  if (parts.length !== 2) throw new Error(`"${name}": ${file} holds its text ${parts.length - 1} times`);
  return parts.join(replace);
}

/** @param {string} root */
const linkPackages = async (root) =>
  fs.symlink(await fs.realpath(join(projectRoot, 'node_modules')), join(root, 'node_modules'));

/** Its first problem in a test. @param {string} root @param {Fault} fault @param {readonly string[]} test */
async function testedProblem(root, fault, test) {
  const copy = await fs.mkdtemp(join(root, 'tree-'));
  for (const name of await fs.readdir(projectRoot)) {
    if (!NOT_COPIED.has(name)) await fs.cp(join(projectRoot, name), join(copy, name), { recursive: true });
  }
  await linkPackages(copy);
  await fs.writeFile(join(copy, fault.file), await plantedText(fault));
  const some = fault.rest.length === 0 ? [] : ['-t', `: ${fault.rest.join(', ')}$`];
  const { failed, output } = await node(copy, [
    packageCommand('vitest'),
    'run',
    '--testTimeout=3600000',
    ...test,
    ...some,
  ]);
  const at = output.indexOf('AssertionError');
  if (failed && at < 0) throw new Error(output);
  return failed ? output.slice(at) : null;
}

/** The compiled service in `folder` under simulation. @param {string} folder */
async function simulationOf(folder) {
  /** @param {string} name @returns {Promise<any>} */
  const load = (name) => import(pathToFileURL(join(folder, 'tools/simulate', name)).href);
  const [{ run }, { planOf }, { Machine }] = await Promise.all(['run.js', 'plan.js', 'machine.js'].map(load));
  /** @param {any} machine @param {number} seed @param {object} given @returns {Promise<string[]>} */
  const problems = async (machine, seed, given) => (await run(planOf(seed, given), machine)).problems;
  return { problems, start: () => Machine.start() };
}

/** The service without a fault, and the Postgres of all simulations. @param {string} root */
async function prepared(root) {
  for (const name of ['package.json', 'package-lock.json']) await fs.cp(join(projectRoot, name), join(root, name));
  const args = ['-p', 'tsconfig.build.json', '--outDir', join(root, 'plain')];
  const { failed, output } = await node(projectRoot, [packageCommand('typescript-native', 'tsc'), ...args]);
  if (failed) throw new Error(output);
  const plain = await simulationOf(join(root, 'plain'));
  const machine = await plain.start();
  await plain.problems(machine, 0, {});
  await machine.postgres.prepare();
  return { plain, machine };
}

/** @param {string} root @param {Fault} fault @param {Awaited<ReturnType<typeof prepared>>} beside */
async function simulatedProblem(root, fault, { plain, machine }) {
  const copy = await fs.mkdtemp(join(root, 'planted-'));
  await fs.cp(join(root, 'plain'), copy, { recursive: true });
  const { config } = ts.readConfigFile(join(projectRoot, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, module: 'esnext' }, projectRoot);
  const { outputText } = ts.transpileModule(await plantedText(fault), { compilerOptions: options });
  await fs.writeFile(join(copy, fault.file.replace(/ts$/, 'js')), outputText);
  const planted = await simulationOf(copy);
  const [seeds = '', names = '', intensity = INTENSITY] = fault.rest;
  const [first = 1, last = first] = (/\d+(-\d+)?/.exec(seeds)?.[0] ?? '').split('-').map(Number);
  const faults = names === 'no faults' ? [] : names.split(' ');
  const given = { orders: 6, days: 1, replicas: 2, intensity: Number(intensity), faults };
  for (let seed = first; seed <= last; seed++) {
    const found = await planted.problems(machine, seed, given).catch((error) => [String(error)]);
    // A problem that is there without the fault is none of it.
    const before = found.length === 0 ? [] : await plain.problems(machine, seed, given);
    const problem = found.find((one) => !before.includes(one));
    if (problem !== undefined) return `seed ${seed}: ${problem}`;
  }
  return null;
}

const { values } = parseArgs({ options: { only: { type: 'string' }, checker: { type: 'string' } } });
const table = await fs.readFile(join(import.meta.dirname, 'faults.txt'), 'utf8');
const pattern = new RegExp(values.only ?? '');
const wanted = table
  .split(/^# /m)
  .slice(1)
  .map(faultOf)
  .filter(({ name, checker }) => pattern.test(name) && checker === (values.checker ?? checker));
const root = await fs.mkdtemp(join(tmpdir(), 'planted-'));
/** @type {ReturnType<typeof prepared> | undefined} */
let simulation;
try {
  await linkPackages(root);
  for (const fault of wanted) {
    const [, test] = Object.entries(TESTS).find(([checker]) => checker === fault.checker) ?? [];
    const problem = test
      ? await testedProblem(root, fault, test)
      : await simulatedProblem(root, fault, await (simulation ??= prepared(root)));
    if (problem === null) process.exitCode = 1;
    const columns = [problem === null ? 'NOT FOUND' : 'found', fault.name, fault.checker, problem ?? ''];
    process.stdout.write(`${columns.join(' | ').replaceAll(/\s+/g, ' ').slice(0, 400)}\n`);
  }
} finally {
  await fs.rm(root, { recursive: true });
}
