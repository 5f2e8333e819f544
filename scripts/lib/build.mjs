import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { packageCommand, projectRoot } from './project.mjs';
import { run } from './run.mjs';

// Whatever changes what `nest build` writes. `package-lock.json` stands for the compiler and its plugins.
const INPUTS = ['src', 'migrations', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'];

/**
 * Builds `dist` unless it was built from just these sources. Contents are compared, not times: a checkout, a copy and a
 * deleted file all keep times that mislead.
 * @param {{ root?: string, signal?: AbortSignal }} [options]
 * @returns {Promise<'built' | 'up to date'>}
 * @throws {Error} with the compiler's messages
 */
export async function buildIfNeeded({ root = projectRoot, signal } = {}) {
  // Inside dist, which every build empties: it says only what our own last build was made from.
  const stamp = join(root, 'dist', '.built-from');
  const wanted = fingerprint(root);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return 'up to date';
  const { code, output } = await run(process.execPath, [packageCommand('@nestjs/cli', 'nest'), 'build'], {
    cwd: root,
    signal,
  });
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`the build failed:\n${output}`);
  fs.writeFileSync(stamp, wanted);
  return 'built';
}

/**
 * @param {string} root
 * @returns {string} of the names and contents of everything that goes into a build
 */
export function fingerprint(root) {
  const hash = createHash('sha256');
  for (const input of INPUTS) add(hash, root, input);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} root @param {string} path */
function add(hash, root, path) {
  const full = join(root, path);
  const stat = fs.statSync(full, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    for (const name of fs.readdirSync(full).sort()) add(hash, root, `${path}/${name}`);
  } else if (stat) {
    const content = fs.readFileSync(full);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
}
