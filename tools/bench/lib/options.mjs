import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../../scripts/lib/project.mjs';

export const HELP = `npm run bench [-- options]

Measures what a checkout costs, beside two rivals that do the same durable writes and the same signed call: "usual" is
Express, axios and pg; "floor" is node:http and pg. Each round measures all of them, one after the other, on copies of
their databases in one Postgres with durable settings, with one bare provider. Ratios are the medians of those within a
round. Nothing is needed but \`npm ci\`; it runs on Linux, where /proc tells the CPU.

  --beside FOLDER  measures another build of this service too: a checkout of another commit in which \`npm ci\` and
                   \`npm run build\` have run; may be given several times
  --only NAME      service, usual, floor, or the name of a folder given by --beside; may be given several times
  --replay         measures instead what Postgres spends on the statements of a checkout: records and replays them
  --orders N       measures instead how statements grow: fills a database of 20,000 and one of N made-up orders, lets the
                   service work on each, and lists statements that read more blocks in the large one, or all of a
                   large table; 10,000,000 take 21 GB and 47 minutes on two busy cores
  --all            measures other requests, polls, a flood of guests and event streams too; with --orders: lists all
                   statements
  --rounds N       3; the even ones go in reverse order
  --seconds N      of load in each window; 4
  --connections N  at most, in each window; 200
  --warm N         checkouts before anything is measured; otherwise until the CPU of two windows differs by 3 % at most
  --delay MS       of the provider; 0
  --json           one JSON document instead of a table
  --help           this text
`;

/** @typedef {ReturnType<typeof parseBenchOptions>} Options */
/** `root`: of the build; null: a rival. @typedef {{ name: string, root: string | null }} SubjectName */

/**
 * @param {string[]} args
 * @throws {Error} that names the wrong option
 */
export function parseBenchOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      beside: { type: 'string', multiple: true, default: [] },
      only: { type: 'string', multiple: true, default: [] },
      replay: { type: 'boolean', default: false },
      orders: { type: 'string' },
      all: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '200' },
      warm: { type: 'string' },
      delay: { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { help, json, all, replay, only, warm, orders } = values;
  const others = values.beside.map((folder) => ({ name: basename(resolve(folder)), root: resolve(folder) }));
  const rivals = ['usual', 'floor'].map((name) => ({ name, root: null }));
  /** @type {SubjectName[]} */
  const subjects = [{ name: 'service', root: projectRoot }, ...others, ...rivals];
  const names = subjects.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`two subjects have the name "${twice}": rename a folder`);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no "${unknown}"; there are ${names.join(', ')}`);
  return {
    ...{ help, json, all, replay },
    subjects: subjects.filter(({ name }) => only.length === 0 || only.includes(name)),
    orders: orders === undefined ? null : count('orders', orders, 1, 8),
    rounds: count('rounds', values.rounds, 1),
    seconds: tenths('seconds', values.seconds),
    connections: count('connections', values.connections, 1),
    warm: warm === undefined ? null : count('warm', warm, 0),
    delayMs: count('delay', values.delay, 0),
  };
}

/** @param {string} name @param {string} text */
function tenths(name, text) {
  if (!/^\d{1,5}(\.\d)?$/.test(text) || Number(text) === 0) throw new Error(`--${name} must be a number from 0.1`);
  return Number(text);
}

/** @param {string} name @param {string} text @param {number} least @param {number} [digits] at most */
function count(name, text, least, digits = 5) {
  if (!/^\d+$/.test(text) || text.length > digits || Number(text) < least)
    throw new Error(`--${name} must be a whole number from ${least}`);
  return Number(text);
}
