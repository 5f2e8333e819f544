import { flag, whole } from '../../scripts/lib/options.mjs';

const LARGEST_SEED = 999_999_999;

export const PROGRAM = {
  about: `npm run drill [-- options]

Proves on this machine that no order is made twice and none is lost. Starts replicas of the built service, a Postgres
that writes to disk, and the provider simulator with faults and disturbed callbacks; sends checkouts as impatient
customers do; tells a shop of every change that is dead nearly half of the time; kills replicas with SIGKILL and crashes
Postgres, each with checkouts, reports and exports in flight; lets everything settle; then compares what customers and the
shop were told, what the provider has and what is stored. The connections to Postgres are cut; once its standby is promoted,
and once a backup is restored, without the last commits: the customers whose orders are lost come again. Ends with 0 when
all adds up, 1 when something does not, 2 when it could not be carried out.
`,
  options: {
    checkouts: whole('how many customers', 5000, [1, 100_000]),
    replicas: whole('how many processes of the service', 2, [1, 4]),
    kills: whole('how often a replica is killed', 4, [0, 100]),
    crashes: whole('how often Postgres is crashed', 3, [0, 100]),
    cuts: whole('how often all connections to Postgres are cut', 3, [0, 100]),
    promotions: whole('how often a standby without the last commits takes over, 0 or 1', 1, [0, 1]),
    restores: whole(
      'how often a backup without the last commits is restored into the same database, 0 or 1',
      1,
      [0, 1],
    ),
    ha: flag(
      'Patroni with two nodes, etcd and haproxy instead; two processes with ROLES=api and one with ROLES=worker. ' +
        'Kills only the leader, and no order may be lost',
    ),
    async: flag('with --ha: asynchronous replication, broken before each kill: the loss must be noticed'),
    failovers: whole('with --ha: how often the leader is killed', 3, [0, 20]),
    clients: whole('how many customers wait for an answer at once', 40, [1, 500]),
    seed: whole('customers, faults and kills follow from it (drawn at random, and printed)', null, [0, LARGEST_SEED]),
    json: flag('the outcome as one JSON document; progress goes to standard error'),
    keep: flag('keeps database and logs also when all adds up'),
  },
};

/** `leaders`: how often the leader is killed without loss. @typedef {ReturnType<typeof drillOf>} DrillOptions */

/**
 * @param {import('../../scripts/lib/options.mjs').Values<typeof PROGRAM.options>} options
 * @param {() => number} chance from 0 to 1, for the default seed
 * @throws {Error} that says what is wrong with the options
 */
export function drillOf({ failovers, seed: given, ...options }, chance) {
  const seed = given ?? Math.floor(chance() * 1_000_000);
  const { ha, async: isAsync } = options;
  if (isAsync && !ha) throw new Error('--async needs --ha');
  if (!ha) return { ...options, seed, leaders: 0 };
  const killed = isAsync ? { promotions: failovers, leaders: 0 } : { promotions: 0, leaders: failovers };
  return { ...options, seed, kills: 0, crashes: 0, cuts: 0, restores: 0, ...killed };
}
