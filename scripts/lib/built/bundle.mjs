import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/** Every program of the project. Each becomes a file of the same name below `dist`, which launches what lies in `dist/code`. */
const PROGRAMS = [
  'src/main',
  'src/cli/migrate/main',
  'src/cli/openapi',
  'src/cli/forget/main',
  'src/cli/key/main',
  'src/cli/webhook/main',
  'src/cli/accounts/audit-anchor',
  'src/cli/accounts/export',
  'src/cli/accounts/report',
  'src/cli/accounts/verify-history',
  'tools/provider-kit/doctor/main',
  'tools/provider-kit/conformance/main',
  'sandbox/main',
];

/** What starts a server inside of another program. */
const STARTS = ['src/start', 'sandbox/start'];

/**
 * Left out of the bundle: tracers, and the tests that kill the service between two statements, hook the driver as it is
 * loaded.
 */
const EXTERNAL = ['pg'];

/** Optional packages of Nest that nothing here uses; it looks for them with `import()` and goes on without. */
const NOT_INSTALLED = ['@nestjs/microservices', '@nestjs/websockets', '@fastify/static'];

/** Nest reaches these by a `require` of its own making, behind a bundler's back: they would be loaded a second time. */
const OWN_REQUIRE = /const require = createRequire\(import\.meta\.url\);/;

/**
 * Joins the compiled modules and the packages that they use into one file for each program: starting the service takes
 * a third of the CPU that loading its 2,800 files takes.
 * @param {{ from: string, to: string }} folders `from`: what the compiler wrote; `to`: emptied of programs first
 * @throws {Error} when something cannot be resolved, or does not parse
 */
export async function bundlePrograms({ from, to }) {
  const bundle = await rolldown({
    cwd: from,
    input: Object.fromEntries([...PROGRAMS, ...STARTS].map((name) => [name, join(from, `${name}.js`)])),
    platform: 'node',
    // With what looks unused would go calls that are there to throw, such as those of decodeURIComponent: all code stays.
    treeshake: false,
    external: [...EXTERNAL, ...NOT_INSTALLED.map((name) => new RegExp(`^${name}(/|$)`))],
    plugins: [
      {
        name: 'own-require',
        transform: {
          filter: { id: /@nestjs\/(mapped-types|typeorm)\//, code: OWN_REQUIRE },
          handler: (code) => code.replace(OWN_REQUIRE, ''),
        },
      },
      { name: 'ascii', renderChunk: inAscii },
    ],
    onLog: (level, log) => {
      if (level !== 'warn' || log.code === 'EVAL') return;
      throw new Error(log.message);
    },
  });
  for (const folder of ['src', 'sandbox', 'tools', 'code']) rmSync(join(to, folder), { recursive: true, force: true });
  await bundle.write({
    dir: join(to, 'code'),
    // V8's cache of compiled code is for scripts; modules take it only by an option of Node's.
    format: 'cjs',
    strict: true,
    minify: false,
    // Nest names providers and loggers after their classes.
    keepNames: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Names and lines stay, so that a stack can be read; licences stay, because they must.
    comments: { annotation: false, jsdoc: false, legal: true },
  });
  await bundle.close();
  writeFileSync(join(to, 'package.json'), '{ "type": "commonjs" }\n');
  for (const name of PROGRAMS) {
    const file = join(to, `${name}.js`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `require('${relative(dirname(file), to)}/launcher.js').launch('${name}.js');\n`);
  }
}

/**
 * The same program in ASCII: text that has no other characters is read faster, and takes half of the memory.
 * @param {string} code
 */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
