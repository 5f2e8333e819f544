import { fileURLToPath } from 'node:url';
import { packageCommand } from '../project.mjs';

const REPORTER = fileURLToPath(new URL('vitest-reporter.mjs', import.meta.url));

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} asks what it finds out
 * @property {() => string[]} command arguments for Node; throws when the tool is not installed
 */

/** Every check, the quick ones first. @type {Check[]} */
export const CHECKS = [
  {
    name: 'format',
    asks: 'is everything laid out by prettier?',
    command: () => [packageCommand('prettier'), '--check', '.'],
  },
  {
    name: 'lint',
    asks: 'does eslint find mistakes?',
    command: () => [packageCommand('eslint'), '.'],
  },
  {
    name: 'types',
    asks: 'do the types fit?',
    command: () => [packageCommand('typescript', 'tsc'), '--noEmit', '-p', 'tsconfig.json'],
  },
  {
    name: 'unused',
    asks: 'is there code, or a package, that nobody uses?',
    command: () => [packageCommand('knip')],
  },
  {
    name: 'directions',
    asks: 'does a module know one that it must not know?',
    command: () => [
      packageCommand('dependency-cruiser', 'depcruise'),
      ...['src', 'migrations', 'client/src', '--config', '.dependency-cruiser.cjs'],
    ],
  },
  {
    name: 'build',
    asks: 'does it build?',
    command: () => [fileURLToPath(new URL('../../build.mjs', import.meta.url))],
  },
  {
    name: 'tests',
    asks: 'does it do what it promises?',
    command: () => [packageCommand('vitest'), 'run', '--reporter=default', `--reporter=${REPORTER}`],
  },
];
