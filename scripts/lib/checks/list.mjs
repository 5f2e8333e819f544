import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { packageCommand, projectRoot } from '../project.mjs';

const CACHE = join(projectRoot, 'node_modules/.cache/ramp-checkout');

const REPORTER = fileURLToPath(new URL('vitest-reporter.mjs', import.meta.url));

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} asks the question that it answers
 * @property {(quick: boolean) => string[][]} commands argument lists for Node; `quick` skips slow parts and uses
 *   the cache; throws if a tool is not installed
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
