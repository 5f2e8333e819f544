import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '#scripts/lib/run.mjs';
import { PROJECT } from './programs.js';

/** Debian's has them as packages, and is not always the first one. After pip, setuptools cannot be imported. */
const BUILDER = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import setuptools, wheel, pip']).status === 0,
);
export const HAS_WHEEL = BUILDER !== undefined;
/** Suffix for tests that need it, so that a run without it names what it left out. */
export const NEEDS_WHEEL = HAS_WHEEL ? '' : ' (left out: no Python with pip, setuptools and wheel here)';

/** Builds the Python client as a wheel in an empty folder, without network. Returns the place from which it is imported. */
export async function installWheel(folder: string): Promise<string> {
  const [source, wheels, place] = ['source', 'wheels', 'installed'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  // The build writes beside its source.
  cpSync(join(PROJECT, 'clients/python'), source, { recursive: true });
  const alone = ['--no-deps', '--no-index', '--no-cache-dir'];
  await pip(['wheel', ...alone, '--no-build-isolation', '--wheel-dir', wheels, source]);
  await pip(['install', ...alone, '--find-links', wheels, '--target', place, 'ramp-checkout']);
  return place;
}

async function pip(args: readonly string[]): Promise<void> {
  const { code, output } = await run(BUILDER!, ['-m', 'pip', ...args]);
  if (code !== 0) throw new Error(`pip ${args[0]} failed:\n${output}`);
}
