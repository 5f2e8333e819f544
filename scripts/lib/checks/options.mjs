import { flag, text, texts } from '../options.mjs';
import { CHECKS } from './list.mjs';

export const PROGRAM = {
  about: `npm test [-- options], npm run test:long [-- options], npm run check [-- options]

Runs checks, also those after one that failed, and counts them. \`npm run test:long\` runs the long tests (**/*.long.test.ts) and
those of whole programs and pages that vitest.config.ts does not list; \`npm test\` runs all others, and CI both. \`npm run check\` is what to run before each commit: it leaves out all tests of whole
programs and of pages. They need nothing but \`npm ci\`: tests bring their own Postgres, unless TEST_DATABASE_ADMIN_URL names
one where databases may be made.
`,
  options: {
    quick: flag('what `npm run check` does'),
    long: flag('what `npm run test:long` does'),
    node: text(
      'SET',
      'what CI does under other releases of Node.js: `all` tests of parts and the main path, or a `few`',
      null,
    ),
    only: texts('NAME', 'only this check'),
    bail: flag('stops at the first check that fails'),
    verbose: flag('shows what the checks write as they run, not only when they fail'),
  },
  more: `\nChecks:\n${CHECKS.map(({ name, asks }) => `  ${name.padEnd(12)} ${asks}\n`).join('')}`,
};

/**
 * @param {{ quick?: boolean, long?: boolean, node?: string | null, only?: string[] }} options
 * @returns {{ extent: import('./list.mjs').Extent, checks: import('./list.mjs').Check[] }}
 * @throws {Error} that says what is wrong with the options
 */
export function checksOf({ quick = false, long = false, node = null, only = [] }) {
  if (quick && long) throw new Error('either --quick or --long');
  if (node !== null && node !== 'all' && node !== 'few') throw new Error('--node is all or few');
  /** @type {import('./list.mjs').Extent} */
  const extent = node !== null ? `node-${node}` : quick ? 'quick' : long ? 'long' : 'usual';
  const ours = CHECKS.filter(({ isOfLong }) => isOfLong || extent === 'quick' || extent === 'usual');
  const unknown = only.find((name) => !ours.some((check) => check.name === name));
  if (unknown !== undefined) {
    throw new Error(`there is no check "${unknown}"; there are ${ours.map(({ name }) => name).join(', ')}`);
  }
  return { extent, checks: only.length === 0 ? ours : ours.filter(({ name }) => only.includes(name)) };
}
