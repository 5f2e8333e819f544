// Shipped as `dist/launcher.js`. What the bundler wrote is run through V8's own cache of compiled code where the build
// has left one: that is half of a start. Node brings this along for modules only from version 22 on.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { cachedDataVersionTag } = require('node:v8');
const { Script } = require('node:vm');

const CODE = join(__dirname, 'code');
/** Each version of V8, its options and the processor's abilities have a number of their own; others start without. */
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
  const known = loaded.get(name);
  if (known) return known.exports;
  // The bundler leaves ASCII only, which is read faster, and takes half of the memory that anything else would.
  const source = readFileSync(file, 'latin1');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    cachedData: cacheOf(name),
    // Only packages are imported so, and they are found from here too; Node's own loader would warn that it is new.
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
