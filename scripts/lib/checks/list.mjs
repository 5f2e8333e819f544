import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { packageCommand, projectRoot } from '../project.mjs';

/** Where tools keep their cache, keyed by the content of files. */
const cacheOf = (/** @type {string} */ name) => join(projectRoot, 'node_modules/.cache/ramp-checkout', name);

/** The projects of vitest.config.ts without whole programs and pages. */
const PARTS = ['parts', 'clocks', 'alone'];

/**
 * `quick`: before each commit. `usual`: all but the long tests and most of whole programs. `long`: these. `node-all` and `node-few`: under
 * another release of Node.js.
 * @typedef {'quick' | 'usual' | 'long' | 'node-all' | 'node-few'} Extent
 *
 * @type {Record<Extent, { projects: string[], files?: string[] }>} projects of vitest, and parts of the paths of files
 */
const TESTS = {
  quick: { projects: PARTS },
  usual: { projects: [...PARTS, 'e2e'] },
  long: { projects: ['programs', 'long'] },
  'node-all': {
    projects: [...PARTS, 'e2e'],
    files: ['test/unit/', 'test/integration/', 'sandbox/test/', 'client/test/', 'tools/', 'test/e2e/main-path'],
  },
  'node-few': {
    projects: [...PARTS, 'e2e'],
    files: [
      'test/unit/ramp/',
      'test/unit/platform/',
      'test/integration/order-writer',
      'client/test/',
      'test/e2e/main-path',
    ],
  },
};

const REPORTER = fileURLToPath(new URL('vitest-reporter.mjs', import.meta.url));

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} asks the question that it answers
 * @property {(extent: Extent) => string[][]} commands argument lists for Node; throws if a tool is not installed
 * @property {boolean} [isOfLong] `npm run test:long` needs it, and another Node.js too
 * @property {boolean} [alone] runs alone and last: it uses all cores and needs the results of others
 */

/** All checks, quick ones first. @type {Check[]} */
export const CHECKS = [
  {
    name: 'format',
    asks: 'is everything laid out by oxfmt?',
    commands: () => [[packageCommand('oxfmt'), '--check']],
  },
  {
    name: 'lint',
    asks: 'do oxlint and eslint find mistakes?',
    commands: () => [
      [packageCommand('oxlint')],
      [
        packageCommand('eslint'),
        ...['src', 'sandbox', 'tools', 'migrations'],
        ...['--cache', '--cache-strategy', 'content', '--cache-location', cacheOf('eslint')],
      ],
    ],
  },
  {
    name: 'types',
    asks: 'do the types fit?',
    commands: () =>
      ['tsconfig.json', 'test', 'client', 'web'].map((project) => [
        ...[packageCommand('typescript-native', 'tsc'), '--noEmit', '-p', project],
        ...['--incremental', '--tsBuildInfoFile', cacheOf(`types-${project}`)],
      ]),
  },
  {
    name: 'unused',
    asks: 'is there code, or a package, that nobody uses?',
    commands: () => [[packageCommand('knip'), '--cache', '--cache-location', cacheOf('knip')]],
  },
  {
    name: 'directions',
    asks: 'does a module know one that it must not know?',
    commands: () => [
      [
        packageCommand('dependency-cruiser', 'depcruise'),
        ...['src', 'sandbox', 'tools', 'migrations', 'client/src', 'web/src', '--config', '.dependency-cruiser.cjs'],
      ],
      [
        fileURLToPath(new URL('folder-circles.mjs', import.meta.url)),
        'src',
        'sandbox',
        'tools',
        'client/src',
        'web/src',
      ],
    ],
  },
  {
    name: 'sizes',
    asks: 'has a part grown beyond its size?',
    commands: () => [[fileURLToPath(new URL('sizes.mjs', import.meta.url))]],
  },
  {
    name: 'build',
    asks: 'does it build?',
    commands: () => [[fileURLToPath(new URL('../../build.mjs', import.meta.url))]],
    isOfLong: true,
  },
  {
    name: 'tests',
    asks: 'does it do what it promises?',
    commands: (extent) => [
      [
        packageCommand('vitest'),
        ...['run', '--reporter=default', `--reporter=${REPORTER}`],
        ...TESTS[extent].projects.flatMap((project) => ['--project', project]),
        ...(TESTS[extent].files ?? []),
      ],
    ],
    isOfLong: true,
    alone: true,
  },
];
