// Shipped as `dist/launcher.js`. Runs the bundles with V8's code cache where the build has stored one, which halves
// the start. Node offers this for modules only from version 22 on.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { cachedDataVersionTag } = require('node:v8');
const { Script } = require('node:vm');

const CODE = join(__dirname, 'code');
/** Each combination of V8 version, options and CPU features has its own number; others start without a cache. */
const CACHE = join(__dirname, 'code-cache', String(cachedDataVersionTag()));

/** @type {Map<string, { exports: object, script: Script }>} by name below `code` */
const loaded = new Map();

/** @param {string} name @returns {Buffer | undefined} */
function cacheOf(name) {
  try {
    return readFileSync(join(CACHE, `${name}.cache`));
  } catch {
    return undefined;
  }
}

/** @param {string} file @returns {object} what it exports */
function load(file) {
  const name = file.slice(CODE.length + 1);
  const cached = loaded.get(name);
  if (cached) return cached.exports;
  // The bundle is ASCII, so latin1 reads it faster and in half the memory.
  const source = readFileSync(file, 'latin1');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    cachedData: cacheOf(name),
    // The bundle imports only packages dynamically, and they resolve from here too; Node's own loader would print a
    // warning.
    importModuleDynamically: (specifier) => import(specifier),
  });
  const module = { exports: {}, script };
  loaded.set(name, module);
  const outside = createRequire(file);
  const inside = (/** @type {string} */ id) => (id.startsWith('.') ? load(resolve(dirname(file), id)) : outside(id));
  script.runInThisContext()(module.exports, Object.assign(inside, outside), module, file, dirname(file));
  return module.exports;
}

module.exports = {
  loaded,
  /** @param {string} name of a program, such as `src/main.js` */
  launch: (name) => load(join(CODE, name)),
};
