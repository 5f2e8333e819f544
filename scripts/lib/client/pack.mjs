import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleClient } from './bundle.mjs';
import { packageCommand, projectRoot } from '../project.mjs';
import { run } from '../run.mjs';

const client = join(projectRoot, 'client');

/**
 * Compiles and bundles the client.
 * @param {string} dist the folder to write, emptied first
 * @param {AbortSignal} [signal]
 * @throws {Error} with the compiler's messages
 */
export async function buildClient(dist, signal) {
  rmSync(dist, { recursive: true, force: true });
  const compiler = [packageCommand('typescript', 'tsc'), '-p', client, '--outDir', dist];
  const { code, output } = await run(process.execPath, compiler, { cwd: projectRoot, signal });
  if (code !== 0) throw new Error(`the client does not compile:\n${output}`);
  await bundleClient(dist);
}

/**
 * Packs a package into a `.tgz` as `npm publish` would, without network.
 * @param {string} folder of the package
 * @param {string} destination folder
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} the file
 * @throws {Error} with npm's messages
 */
async function packPackage(folder, destination, signal) {
  await npm(['pack', folder, '--pack-destination', destination, '--ignore-scripts'], projectRoot, signal);
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(destination, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`);
}

/** @param {AbortSignal} [signal] @returns {Promise<string>} the file, in `client/dist` */
export async function packClient(signal) {
  await buildClient(join(client, 'dist'), signal);
  return packPackage(client, join(client, 'dist'), signal);
}

/**
 * Installs packed packages as `npm install` does, without network and without npm's cache.
 * @param {string} folder
 * @param {readonly string[]} files
 * @param {AbortSignal} [signal]
 * @throws {Error} with npm's messages
 */
export async function installPacked(folder, files, signal) {
  const alone = ['--offline', '--cache', join(folder, '.npm'), '--no-package-lock', '--ignore-scripts', '--no-audit'];
  await npm(['install', ...files, ...alone, '--no-fund'], folder, signal);
}

/** @param {string[]} args @param {string} cwd @param {AbortSignal} [signal] */
async function npm(args, cwd, signal) {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await run(command, [...args, '--loglevel=error'], { cwd, signal });
  if (code !== 0) throw new Error(`npm ${args[0]} failed:\n${output}`);
}
