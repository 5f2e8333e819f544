import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/** All programs. Each gets a file of the same name below `dist` that launches its bundle in `dist/code`. */
const PROGRAMS = [
  'src/main',
  'src/cli/migrate/main',
  'src/cli/openapi',
  'src/cli/forget/main',
  'src/cli/key/main',
  'src/cli/accounts/audit-anchor',
  'src/cli/accounts/export',
  'src/cli/accounts/report',
  'src/cli/accounts/verify-history',
  'tools/provider-kit/doctor/main',
  'tools/provider-kit/conformance/main',
  'sandbox/main',
];

/** Modules that start a server inside another program. */
const STARTS = ['src/start', 'sandbox/start'];

/**
 * Not bundled: tracers hook the driver when it is loaded, and so do the tests that kill the service between two
 * statements. PGlite reads the files beside its own. OpenTelemetry's kit is large and rarely loaded.
 */
const EXTERNAL = ['pg', '@electric-sql/pglite', '@opentelemetry/sdk-node'];

/** Optional packages of Nest that are not used; it tries `import()` and continues without them. */
const NOT_INSTALLED = ['@nestjs/microservices', '@nestjs/websockets', '@fastify/static'];

/** Nest loads these with its own `require`, which the bundler cannot see, so they would be loaded twice. */
const OWN_REQUIRE = /const require = createRequire\(import\.meta\.url\);/;

/**
 * Bundles the compiled modules and their packages into one file per program: starting the service then takes a third
 * of the CPU that loading 2,800 files takes.
 * @param {{ from: string, to: string }} folders `from`: the compiler's output; `to`: programs in it are deleted
 *   first
 * @throws {Error} if a module cannot be resolved or parsed
 */
export async function bundlePrograms({ from, to }) {
  const bundle = await rolldown({
    cwd: from,
    input: Object.fromEntries([...PROGRAMS, ...STARTS].map((name) => [name, join(from, `${name}.js`)])),
    platform: 'node',
    // Tree shaking would remove calls made only to throw, such as those of decodeURIComponent.
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
    // V8's code cache works for scripts; modules need a Node option.
    format: 'cjs',
    strict: true,
    minify: false,
    // Nest names providers and loggers after their classes.
    keepNames: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Names and lines stay for stack traces; licences must stay.
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
 * Escapes non-ASCII characters: V8 reads ASCII source faster and in half the memory.
 * @param {string} code
 */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
