import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageCommand, projectRoot } from '../../../scripts/lib/project.mjs';
import { FAULTS } from './faults.mjs';

/** Plants each fault of the table in a copy of the project, and tells what its checker finds there. */

const LEFT_OUT = new Set(['.git', 'node_modules', 'build', 'dist']);
const COMPILE = [packageCommand('typescript-native', 'tsc'), '-p', 'tsconfig.build.json'];
const SIMULATE = ['build/tools/simulate/main.js', '--quick'];
const TESTS = {
  pairs: 'test/integration/statement-pairs.test.ts',
  enumeration: 'test/unit/orders/enumeration.test.ts',
};

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function node(args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    child.on('error', reject).on('close', (code) => resolve({ code, output }));
  });
}

/** @param {import('./faults.mjs').PlantedFault | null} fault */
async function scratchCopy(fault) {
  const root = await fs.mkdtemp(join(tmpdir(), 'planted-'));
  for (const name of await fs.readdir(projectRoot)) {
    if (!LEFT_OUT.has(name)) await fs.cp(join(projectRoot, name), join(root, name), { recursive: true });
  }
  await fs.symlink(await fs.realpath(join(projectRoot, 'node_modules')), join(root, 'node_modules'));
  if (fault !== null) {
    const [before, after, more] = (await fs.readFile(join(root, fault.file), 'utf8')).split(fault.find);
    if (after === undefined || more !== undefined)
      throw new Error(`${fault.name}: ${fault.file} has its text not once`);
    await fs.writeFile(join(root, fault.file), `${before}${fault.replace}${after}`);
  }
  return root;
}

/** @param {string} root */
async function compile(root) {
  const { code, output } = await node(COMPILE, root);
  if (code !== 0) throw new Error(output);
}

/** @param {string} output */
function problemOf(output) {
  const lines = output.split('\n');
  const failed = lines.findIndex((line) => /^seed \d+ failed|AssertionError|^Error|Error:/.test(line));
  return lines.slice(Math.max(0, failed)).join(' ').replace(/\s+/g, ' ').slice(0, 300);
}

/**
 * @param {import('./faults.mjs').PlantedFault} fault
 * @param {string} root
 * @param {() => Promise<string>} plain the copy without a fault
 * @returns {Promise<string | null>} the first problem; null: none
 */
async function found(fault, root, plain) {
  if (fault.checker !== 'simulation') {
    const { code, output } = await node([packageCommand('vitest'), 'run', '--bail=1', TESTS[fault.checker]], root);
    return code === 0 ? null : problemOf(output);
  }
  await compile(root);
  const options = (fault.options ?? '').split(' ');
  let [first = 1, last = 1] = (fault.seeds ?? '').split('-').map(Number);
  for (; first <= last; first++) {
    const { code, output } = await node([...SIMULATE, '--seeds', `${first}-${last}`, ...options], root);
    if (code === 0) return null;
    first = Number(/^seed (\d+) failed/m.exec(output)?.[1] ?? first);
    // The service without the fault must do better at this seed.
    const { output: before } = await node([...SIMULATE, '--seed', String(first), ...options], await plain());
    if (problemOf(before) !== problemOf(output)) return problemOf(output);
  }
  return null;
}

const { values } = parseArgs({ options: { only: { type: 'string' }, checker: { type: 'string' } } });
const wanted = FAULTS.filter(({ name, checker }) => {
  return name.includes(values.only ?? '') && checker.includes(values.checker ?? '');
});
/** @type {Promise<string> | undefined} */
let plain;
const plainCopy = () => (plain ??= scratchCopy(null).then((root) => compile(root).then(() => root)));
let missed = 0;
try {
  for (const fault of wanted) {
    const root = await scratchCopy(fault);
    const began = Date.now();
    const problem = await found(fault, root, plainCopy).finally(() => fs.rm(root, { recursive: true }));
    if (problem === null) missed++;
    const seconds = Math.round((Date.now() - began) / 1000);
    process.stdout.write(
      `${problem === null ? 'NOT FOUND' : 'found'} | ${fault.name} | ${fault.checker} | ${seconds} s | ${problem ?? ''}\n`,
    );
  }
} finally {
  if (plain !== undefined) await fs.rm(await plain, { recursive: true });
}
process.exitCode = missed > 0 ? 1 : 0;
