import { parseArgs } from 'node:util';
import { CHECKS } from './list.mjs';

export const HELP = `npm test [-- options], npm run test:long [-- options], npm run check [-- options]

Runs checks, also those after one that failed, and counts them. \`npm run test:long\` runs the long tests (**/*.long.test.ts) and
those of whole programs and pages that vitest.config.ts does not list; \`npm test\` runs all others, and CI both. \`npm run check\` is what to run before each commit: it leaves out all tests of whole
programs and of pages. They need nothing but \`npm ci\`: tests bring their own Postgres, unless TEST_DATABASE_ADMIN_URL names
one where databases may be made.

  --quick      what \`npm run check\` does
  --long       what \`npm run test:long\` does
  --node SET   what CI does under other releases of Node.js: \`all\` tests of parts and the main path, or a \`few\`
  --only NAME  only this check; may be given several times
  --bail       stops at the first check that fails
  --verbose    shows what the checks write as they run, not only when they fail
  --help       this text

Checks:
${CHECKS.map(({ name, asks }) => `  ${name.padEnd(12)} ${asks}`).join('\n')}
`;

/**
 * @param {string[]} args
 * @returns {{ help: boolean, bail: boolean, verbose: boolean, extent: import('./list.mjs').Extent, checks: import('./list.mjs').Check[] }}
 * @throws {Error} that says what is wrong with the arguments
 */
export function parseCheckOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      node: { type: 'string' },
      bail: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const { help, bail, verbose, quick, long, node, only } = values;
  if (quick && long) throw new Error('either --quick or --long');
  if (node !== undefined && node !== 'all' && node !== 'few') throw new Error('--node is all or few');
  /** @type {import('./list.mjs').Extent} */
  const extent = node !== undefined ? `node-${node}` : quick ? 'quick' : long ? 'long' : 'usual';
  const ours = CHECKS.filter(({ isOfLong }) => isOfLong || extent === 'quick' || extent === 'usual');
  const unknown = only.find((name) => !ours.some((check) => check.name === name));
  if (unknown !== undefined) {
    throw new Error(`there is no check "${unknown}"; there are ${ours.map(({ name }) => name).join(', ')}`);
  }
  const checks = only.length === 0 ? ours : ours.filter(({ name }) => only.includes(name));
  return { help, bail, verbose, extent, checks };
}
