import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `npm run demo [-- options]

Runs the whole of it on this machine and nothing else: a private Postgres, the provider simulator, the service,
and a shop's receiver of webhooks.

  --port N           of the service (3000; another one when it is taken)
  --sandbox-port N   of the provider simulator (4010; another one when it is taken)
  --data DIR         where data and logs are kept (.demo in the project)
  --fresh            deletes the demo's data first
  --no-callbacks     the simulator sends no callbacks: the service finds everything out by asking
  --verbose          shows the logs here as well
  --help             this text

A Postgres of your own is used when DATABASE_URL is set.
`;

/**
 * @typedef {object} DemoOptions
 * @property {boolean} help
 * @property {number} port
 * @property {number} sandboxPort
 * @property {string} data absolute
 * @property {boolean} fresh
 * @property {boolean} callbacks
 * @property {boolean} verbose
 */

/**
 * @param {string[]} args
 * @param {string} project absolute
 * @returns {DemoOptions}
 * @throws {Error} that says what is wrong with the arguments
 */
export function parseDemoOptions(args, project) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      port: { type: 'string', default: '3000' },
      'sandbox-port': { type: 'string', default: '4010' },
      data: { type: 'string', default: resolve(project, '.demo') },
      fresh: { type: 'boolean', default: false },
      'no-callbacks': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  return {
    help: values.help,
    port: parsePort('--port', values.port),
    sandboxPort: parsePort('--sandbox-port', values['sandbox-port']),
    data: resolve(values.data),
    fresh: values.fresh,
    callbacks: !values['no-callbacks'],
    verbose: values.verbose,
  };
}

/** @param {string} option @param {string} text */
function parsePort(option, text) {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Error(`${option} needs a port number, not "${text}"`);
  return Number(text);
}
