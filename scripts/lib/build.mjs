import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from './built/bundle.mjs';
import { cacheCode } from './built/code-cache.mjs';
import { compressFiles } from './built/compress.mjs';
import { packageCommand, projectRoot } from './project.mjs';
import { run } from './run.mjs';

/**
 * @typedef {object} Part
 * @property {string} name for people
 * @property {string[]} inputs files that affect the output; `package-lock.json` covers the compilers
 * @property {string} [makes] a file beside `dist`
 * @property {string} stamp file below `dist` with the fingerprint of the last build
 * @property {() => string[]} command arguments for Node
 * @property {(root: string) => Promise<void>} finish
 */

/** Code that the pages share with the service. */
const SHARED_RULES = [
  ...['addresses', 'callers', 'problems', 'terms', 'text'].map((name) => `src/platform/${name}`),
  'src/catalog/rules',
];

/** Types of the client, which nothing needs at run time. */
export const MAKE_CLIENT_TYPES = fileURLToPath(new URL('client/types.mjs', import.meta.url));

/** @type {readonly [Part, ...Part[]]} */
const PARTS = [
  {
    name: 'service',
    inputs: [
      'src',
      'sandbox',
      'tools/provider-kit',
      'tools/simulate',
      'migrations',
      'tsconfig.json',
      'tsconfig.build.json',
      'nest-cli.json',
      'scripts/lib/built',
      'package.json', // V8's options, which the code cache depends on
      'package-lock.json',
    ],
    stamp: '.built-from',
    command: () => [packageCommand('@nestjs/cli', 'nest'), 'build'],
    finish: async (root) => {
      await bundlePrograms({ from: join(root, 'build'), to: join(root, 'dist') });
      await cacheCode(join(root, 'dist'));
    },
  },
  {
    name: 'client types',
    inputs: ['client/openapi.json', 'scripts/lib/client', 'package-lock.json'],
    makes: 'client/src/schema.ts',
    stamp: '.client-types-from',
    command: () => [MAKE_CLIENT_TYPES],
    finish: () => Promise.resolve(),
  },
  {
    name: 'pages',
    inputs: ['web', 'client/src', ...SHARED_RULES, 'package-lock.json'],
    stamp: 'web/.built-from',
    command: () => [packageCommand('vite'), 'build', '--config', 'web/vite.config.mjs', '--logLevel', 'warn'],
    finish: (root) => compressFiles(join(root, 'dist', 'web', 'assets')),
  },
];

/**
 * Builds `dist` unless it is up to date. Compares contents, because modification times mislead after a checkout, a
 * copy or a deletion.
 * @param {object} [options]
 * @param {string} [options.root]
 * @param {AbortSignal} [options.signal]
 * @param {(name: string) => void} [options.onPart] called before each part that is built
 * @returns {Promise<'built' | 'up to date'>}
 * @throws {Error} with the compiler's messages
 */
export async function buildIfNeeded({ root = projectRoot, signal, onPart } = {}) {
  const built = [];
  for (const part of PARTS) built.push(await buildPart(part, root, signal, onPart));
  return built.includes(true) ? 'built' : 'up to date';
}

/**
 * @param {Part} part
 * @param {string} root
 * @param {AbortSignal} [signal]
 * @param {(name: string) => void} [onPart]
 * @returns {Promise<boolean>} whether it was built
 */
async function buildPart(part, root, signal, onPart) {
  const stamp = join(root, 'dist', part.stamp);
  const current = fingerprint(root, part.inputs);
  const isMade = part.makes === undefined || fs.existsSync(join(root, part.makes));
  if (isMade && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === current) return false;
  onPart?.(part.name);
  const { code, output } = await run(process.execPath, part.command(), { cwd: root, signal });
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`the build of the ${part.name} failed:\n${output}`);
  await part.finish(root);
  fs.writeFileSync(stamp, current);
  return true;
}

/**
 * @param {string} root
 * @param {readonly string[]} [inputs] those of the service by default
 * @returns {string} hash of the names and contents of all inputs, tests apart
 */
export function fingerprint(root, inputs = PARTS[0].inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) add(hash, root, input);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} root @param {string} path */
function add(hash, root, path) {
  const full = join(root, path);
  const stat = fs.statSync(full, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    for (const name of fs.readdirSync(full).sort()) if (name !== 'test') add(hash, root, `${path}/${name}`);
  } else if (stat) {
    const content = fs.readFileSync(full);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
}
