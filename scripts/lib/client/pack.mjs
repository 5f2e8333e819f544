import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageCommand, projectRoot } from '../project.mjs';
import { run } from '../run.mjs';

const client = join(projectRoot, 'client');

/**
 * Compiles the client to `client/dist`.
 * @param {AbortSignal} [signal]
 * @throws {Error} with the compiler's messages
 */
export async function buildClient(signal) {
  rmSync(join(client, 'dist'), { recursive: true, force: true });
  const { code, output } = await run(process.execPath, [packageCommand('typescript', 'tsc'), '-p', client], {
    cwd: projectRoot,
    signal,
  });
  if (code !== 0) throw new Error(`the client does not compile:\n${output}`);
}

/**
 * Packs a package into a `.tgz`, as `npm publish` would; nothing is fetched.
 * @param {string} folder of the package
 * @param {string} destination folder
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} the file
 * @throws {Error} with npm's messages
 */
export async function packPackage(folder, destination, signal) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['pack', folder, '--pack-destination', destination, '--ignore-scripts', '--loglevel=error'];
  const { code, output } = await run(npm, args, { cwd: projectRoot, signal });
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`);
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(destination, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`);
}

/** @param {AbortSignal} [signal] @returns {Promise<string>} the file, in `client/dist` */
export async function packClient(signal) {
  await buildClient(signal);
  return packPackage(client, join(client, 'dist'), signal);
}
