import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { packageCommand, projectRoot } from '../project.mjs';

/** What `npm run check` remembers between its runs. */
const CACHE = join(projectRoot, 'node_modules/.cache/ramp-checkout');

const REPORTER = fileURLToPath(new URL('vitest-reporter.mjs', import.meta.url));

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} asks what it finds out
 * @property {(quick: boolean) => string[][]} commands arguments for Node, one list after the other; `quick` leaves out what
 *   takes long and remembers what was checked before; throws when a tool is not installed
 * @property {boolean} [alone] it keeps the machine busy by itself, and needs what the others made
 */

/** Every check, the quick ones first. @type {Check[]} */
export const CHECKS = [
  {
    name: 'format',
    asks: 'is everything laid out by oxfmt?',
    commands: () => [[packageCommand('oxfmt'), '--check']],
  },
  {
    name: 'lint',
    asks: 'do oxlint and eslint find mistakes?',
    commands: (quick) => [
      [packageCommand('oxlint')],
      [
        packageCommand('eslint'),
        ...['src', 'sandbox', 'tools', 'migrations'],
        ...(quick ? ['--cache', '--cache-strategy', 'content', '--cache-location', join(CACHE, 'eslint')] : []),
      ],
    ],
  },
  {
    name: 'types',
    asks: 'do the types fit?',
    commands: () =>
      ['tsconfig.json', 'test', 'client', 'web'].map((project) => [
        ...[packageCommand('typescript-native', 'tsc'), '--noEmit', '-p', project],
      ]),
  },
  {
    name: 'unused',
    asks: 'is there code, or a package, that nobody uses?',
    commands: () => [[packageCommand('knip')]],
  },
  {
    name: 'directions',
    asks: 'does a module know one that it must not know?',
    commands: () => [
      [
        packageCommand('dependency-cruiser', 'depcruise'),
        ...['src', 'sandbox', 'tools', 'migrations', 'client/src', 'web/src', '--config', '.dependency-cruiser.cjs'],
      ],
      [fileURLToPath(new URL('folder-circles.mjs', import.meta.url)), 'src', 'sandbox', 'tools', 'client/src', 'web/src'],
    ],
  },
  {
    name: 'build',
    asks: 'does it build?',
    commands: () => [[fileURLToPath(new URL('../../build.mjs', import.meta.url))]],
  },
  {
    name: 'tests',
    asks: 'does it do what it promises?',
    commands: (quick) => [
      [
        packageCommand('vitest'),
        ...['run', '--reporter=default', `--reporter=${REPORTER}`],
        ...(quick ? ['parts', 'clocks', 'alone'].flatMap((project) => ['--project', project]) : []),
      ],
    ],
    alone: true,
  },
];
