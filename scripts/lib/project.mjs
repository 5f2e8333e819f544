import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout of these scripts, independent of the working directory. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * The JavaScript file of a package's command, to be run with the current Node: `node_modules/.bin` holds shell
 * wrappers on Windows, and `npx` may use the network.
 * @param {string} packageName
 * @param {string} [command] defaults to the package's name
 * @returns {string} absolute path of a JavaScript file
 * @throws {Error} if the package is not installed
 */
export function packageCommand(packageName, command = packageName) {
  const folder = join(projectRoot, 'node_modules', packageName);
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) throw new Error(`${packageName} is not installed: run \`npm ci\` first`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** @param {string} [root] @returns {string[]} Node's options in `npm start`, so that measurements and code cache match production */
export function startOptions(root = projectRoot) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return scripts.start.split(' ').filter((/** @type {string} */ word) => word.startsWith('--'));
}

/** @param {number} since a `performance.now()` @returns {string} such as `1.4 s` */
export function secondsSince(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
