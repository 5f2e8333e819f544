import { basename, resolve } from 'node:path';
import { flag, text, texts, whole } from '../../../scripts/lib/options.mjs';
import { projectRoot } from '../../../scripts/lib/project.mjs';

export const PROGRAM = {
  about: `npm run bench [-- options]

Measures what a checkout costs, beside two rivals that do the same durable writes and the same signed call: "usual" is
Express, axios and pg; "floor" is node:http and pg. Each round measures all of them, one after the other, on copies of
their databases in one Postgres with durable settings, with one bare provider. Ratios are the medians of those within a
round. Nothing is needed but \`npm ci\`; it runs on Linux, where /proc tells the CPU.
`,
  options: {
    beside: texts(
      'FOLDER',
      'measures another build of this service too: a checkout of another commit in which `npm ci` and `npm run build` have run',
    ),
    only: texts('NAME', 'service, usual, floor, or the name of a folder given by --beside'),
    orders: whole(
      'measures instead how statements grow: fills a database of 20,000 and one of N made-up orders, lets the service ' +
        'work on each, and lists statements that read more blocks in the large one, or all of a large table; 10,000,000 ' +
        'take 21 GB and 47 minutes on two busy cores',
      null,
      [1, 99_999_999],
    ),
    all: flag('with --orders: lists all statements'),
    rounds: whole('the even ones go in reverse order', 3, [1, 99_999]),
    seconds: text('N', 'of load in each window (4)', '4'),
    connections: whole('at most, in each window', 200, [1, 99_999]),
    warm: whole(
      'checkouts before anything is measured; otherwise until the CPU of two windows differs by 3 % at most',
      null,
      [0, 99_999],
    ),
    json: flag('one JSON document instead of a table'),
  },
};

/** @typedef {ReturnType<typeof benchOf>} Options */
/** `root`: of the build; null: a rival. @typedef {{ name: string, root: string | null }} SubjectName */

/**
 * @param {import('../../../scripts/lib/options.mjs').Values<typeof PROGRAM.options>} options
 * @throws {Error} that names the wrong option
 */
export function benchOf({ beside, only, seconds, ...given }) {
  if (!/^\d{1,5}(\.\d)?$/.test(seconds) || Number(seconds) === 0)
    throw new Error('--seconds must be a number from 0.1');
  const others = beside.map((folder) => ({ name: basename(resolve(folder)), root: resolve(folder) }));
  const rivals = ['usual', 'floor'].map((name) => ({ name, root: null }));
  /** @type {SubjectName[]} */
  const subjects = [{ name: 'service', root: projectRoot }, ...others, ...rivals];
  const names = subjects.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`two subjects have the name "${twice}": rename a folder`);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no "${unknown}"; there are ${names.join(', ')}`);
  return {
    ...given,
    subjects: subjects.filter(({ name }) => only.length === 0 || only.includes(name)),
    seconds: Number(seconds),
  };
}
