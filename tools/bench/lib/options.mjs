import { parseArgs } from 'node:util';

const SUBJECTS = /** @type {const} */ (['service', 'usual', 'floor']);

export const HELP = `npm run bench [-- options]

Measures what a checkout costs, and what surrounds it, beside two rivals that do the same durable writes and the same signed call: "usual" is
Express, axios and pg; "floor" is node:http and pg. Each round measures all of them, one after the other, on one Postgres with
durable settings and one bare provider. Nothing is needed but \`npm ci\`; it runs on Linux, where /proc tells the CPU.

  --only NAME      service, usual or floor; may be given several times
  --rounds N       3
  --seconds N      of load in each round; 5
  --connections N  that send one checkout after the other; 48
  --warm N         requests of each kind before anything is measured; 2000
  --delay MS       of the provider; 0
  --json           one JSON document instead of a table
  --help           this text
`;

/** @typedef {ReturnType<typeof parseBenchOptions>} Options */

/**
 * @param {string[]} args
 * @throws {Error} that names the wrong option
 */
export function parseBenchOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '48' },
      warm: { type: 'string', default: '2000' },
      delay: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = values.only.find((name) => !SUBJECTS.some((subject) => subject === name));
  if (unknown !== undefined) throw new Error(`there is no "${unknown}"; there are ${SUBJECTS.join(', ')}`);
  return {
    help: values.help,
    json: values.json,
    subjects: SUBJECTS.filter((name) => values.only.length === 0 || values.only.includes(name)),
    rounds: count('rounds', values.rounds, 1),
    seconds: tenths('seconds', values.seconds),
    connections: count('connections', values.connections, 1),
    warm: count('warm', values.warm, 0),
    delayMs: count('delay', values.delay, 0),
  };
}

/** @param {string} name @param {string} text */
function tenths(name, text) {
  if (!/^\d{1,5}(\.\d)?$/.test(text) || Number(text) === 0) throw new Error(`--${name} must be a number from 0.1`);
  return Number(text);
}

/** @param {string} name @param {string} text @param {number} least */
function count(name, text, least) {
  if (!/^\d{1,5}$/.test(text) || Number(text) < least)
    throw new Error(`--${name} must be a whole number from ${least}`);
  return Number(text);
}
