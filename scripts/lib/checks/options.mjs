import { parseArgs } from 'node:util';
import { CHECKS } from './list.mjs';

export const HELP = `npm test [-- options], npm run check [-- options]

Runs every check, also those after one that failed, and counts them. \`npm run check\` is what to run before each commit: it
leaves out the tests of whole programs and of pages, and remembers which files were in order. It needs nothing but \`npm ci\`:
tests bring their own Postgres, unless TEST_DATABASE_ADMIN_URL names one where databases may be made.

  --quick      what \`npm run check\` does
  --only NAME  only this check; may be given several times
  --bail       stops at the first check that fails
  --verbose    shows what the checks write as they run, not only when they fail
  --help       this text

Checks:
${CHECKS.map(({ name, asks }) => `  ${name.padEnd(12)} ${asks}`).join('\n')}
`;

/**
 * @param {string[]} args
 * @returns {{ help: boolean, bail: boolean, verbose: boolean, quick: boolean, checks: import('./list.mjs').Check[] }}
 * @throws {Error} that says what is wrong with the arguments
 */
export function parseCheckOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      bail: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const { help, bail, verbose, quick, only } = values;
  const unknown = only.find((name) => !CHECKS.some((check) => check.name === name));
  if (unknown !== undefined) {
    throw new Error(`there is no check "${unknown}"; there are ${CHECKS.map(({ name }) => name).join(', ')}`);
  }
  const checks = only.length === 0 ? CHECKS : CHECKS.filter(({ name }) => only.includes(name));
  return { help, bail, verbose, quick, checks };
}
