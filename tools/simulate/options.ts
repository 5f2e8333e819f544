import { parseArgs } from 'node:util';
import { CommandError, FLAG, TEXT } from '../../src/cli/lib/program.js';
import { FAULTS, isFault } from './kernel/faults.js';
import type { Fault } from './kernel/faults.js';
import type { Plan } from './plan.js';

export const HELP = `npm run simulate [-- options]

Runs the whole service in one process on virtual time: replicas, Postgres, provider, shops, staff and receivers, with
faults of all of them, and checks every invariant on the way and at the end. The same seed gives the same run.

  --seed N         one seed; if it fails, it is shrunk and told as a story
  --seeds A-B      many seeds (1-30); the first that fails is told
  --done FILE      lines of seeds that have passed: they are skipped, and new ones added, so that a run can be resumed
  --orders N       how many orders begin in each seed [6 to 16]
  --days N         virtual days in which they begin [1 to 6]; 30 more follow, without faults
  --replicas N     processes of the service [1 to 3]
  --faults LIST    only these faults, with commas; "none" for none [drawn by the seed]
  --intensity N    multiplies how often faults strike [0.5 to 4]
  --commits KIND   shared or single: whether writes that come together share a commit [drawn by the seed]
  --without LIST   orders left out, by number
  --trace          prints every event of a seed
  --quick          tells a failure as it is, without shrinking it
  --help           this

Faults: ${Object.keys(FAULTS).join(', ')}.

Exits with 0 if every invariant held, 1 if one was broken, 2 for wrong arguments.
`;

export interface Options {
  readonly seeds: readonly [first: number, last: number];
  readonly done: string | null;
  readonly given: Partial<Plan>;
  readonly trace: boolean;
  readonly quick: boolean;
}

/** Throws {@link CommandError}. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: TEXT,
      seeds: TEXT,
      done: TEXT,
      orders: TEXT,
      days: TEXT,
      replicas: TEXT,
      faults: TEXT,
      without: TEXT,
      intensity: TEXT,
      commits: TEXT,
      trace: FLAG,
      quick: FLAG,
    },
  });
  const { seed, seeds = '1-30', done = null, faults, intensity, commits, without, trace, quick } = values;
  const [, first, last] = /^(\d+)-(\d+)$/.exec(seed === undefined ? seeds : `${seed}-${seed}`) ?? [];
  if (first === undefined || last === undefined) throw new CommandError('--seed is a number, --seeds two: 1-30');
  const given = {
    ...count('orders', values.orders),
    ...count('days', values.days),
    ...count('replicas', values.replicas),
    ...(faults === undefined ? {} : { faults: faultsOf(faults) }),
    ...(intensity === undefined ? {} : { intensity: Number(intensity) }),
    ...(commits === undefined ? {} : { commits: commitsOf(commits) }),
    ...(without === undefined ? {} : { without: without.split(',').map(Number) }),
  };
  return { seeds: [Number(first), Number(last)], done, given, trace, quick };
}

function count(name: 'orders' | 'days' | 'replicas', text: string | undefined): Partial<Plan> {
  if (text === undefined) return {};
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new CommandError(`--${name} is a number from 1`);
  return { [name]: Number(text) };
}

function commitsOf(kind: string): Plan['commits'] {
  if (kind === 'shared' || kind === 'single') return kind;
  throw new CommandError('--commits is shared or single');
}

function faultsOf(list: string): Fault[] {
  if (list === 'none') return [];
  return list.split(',').map((name) => {
    if (!isFault(name)) throw new CommandError(`no fault is named ${name} (see --help)`);
    return name;
  });
}
