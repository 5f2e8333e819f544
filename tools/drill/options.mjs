import { parseArgs } from 'node:util';

export const HELP = `npm run drill [-- options]

Proves on this machine that no order is made twice and none is lost. Starts replicas of the built service, a Postgres
that writes to disk, and the provider simulator with faults and disturbed callbacks; sends checkouts as impatient
customers do; tells a shop of every change that is dead nearly half of the time; kills replicas with SIGKILL and crashes
Postgres, each with checkouts, reports and exports in flight; lets everything settle; then compares what customers and the
shop were told, what the provider has and what is stored. The connections to Postgres are cut; once its standby is promoted,
and once a backup is restored, without the last commits: the customers whose orders are lost come again. Ends with 0 when
all adds up, 1 when something does not, 2 when it could not be carried out.

  --checkouts N   how many customers (5000)
  --replicas N    how many processes of the service (2)
  --kills N       how often a replica is killed (4)
  --crashes N     how often Postgres is crashed (3)
  --cuts N        how often all connections to Postgres are cut (3)
  --promotions N  how often a standby without the last commits takes over, 0 or 1 (1)
  --restores N    how often a backup without the last commits is restored into the same database, 0 or 1 (1)
  --ha            Patroni with two nodes, etcd and haproxy instead; two processes with ROLES=api and one with ROLES=worker.
                  Kills only the leader, and no order may be lost
  --async         with --ha: asynchronous replication, broken before each kill: the loss must be noticed
  --failovers N   with --ha: how often the leader is killed (3)
  --clients N     how many customers wait for an answer at once (40)
  --seed N        customers, faults and kills follow from it (drawn at random, and printed)
  --json          the outcome as one JSON document; progress goes to standard error
  --keep          keeps database and logs also when all adds up
  --help          this text
`;

/**
 * @typedef {object} DrillOptions
 * @property {boolean} help
 * @property {number} checkouts
 * @property {number} replicas
 * @property {number} kills
 * @property {number} crashes
 * @property {number} cuts
 * @property {number} promotions
 * @property {number} restores
 * @property {boolean} ha
 * @property {boolean} async
 * @property {number} leaders how often the leader is killed without loss
 * @property {number} clients
 * @property {number} seed
 * @property {boolean} json
 * @property {boolean} keep
 */

/**
 * @param {string[]} args
 * @param {() => number} chance from 0 to 1, for the default seed
 * @returns {DrillOptions}
 * @throws {Error} that says what is wrong with the arguments
 */
export function parseDrillOptions(args, chance) {
  const text = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  const { values } = parseArgs({
    args,
    options: {
      help: { ...flag, short: 'h' },
      checkouts: { ...text, default: '5000' },
      replicas: { ...text, default: '2' },
      kills: { ...text, default: '4' },
      crashes: { ...text, default: '3' },
      cuts: { ...text, default: '3' },
      promotions: { ...text, default: '1' },
      restores: { ...text, default: '1' },
      ha: flag,
      async: flag,
      failovers: { ...text, default: '3' },
      clients: { ...text, default: '40' },
      seed: { ...text, default: String(Math.floor(chance() * 1_000_000)) },
      json: flag,
      keep: flag,
    },
  });
  const failovers = count('--failovers', values.failovers, 0, 20);
  if (values.async && !values.ha) throw new Error('--async needs --ha');
  return {
    help: values.help,
    checkouts: count('--checkouts', values.checkouts, 1, 100_000),
    replicas: count('--replicas', values.replicas, 1, 4),
    kills: values.ha ? 0 : count('--kills', values.kills, 0, 100),
    crashes: values.ha ? 0 : count('--crashes', values.crashes, 0, 100),
    cuts: values.ha ? 0 : count('--cuts', values.cuts, 0, 100),
    promotions: values.ha ? (values.async ? failovers : 0) : count('--promotions', values.promotions, 0, 1),
    restores: values.ha ? 0 : count('--restores', values.restores, 0, 1),
    ha: values.ha,
    async: values.async,
    leaders: values.ha && !values.async ? failovers : 0,
    clients: count('--clients', values.clients, 1, 500),
    seed: count('--seed', values.seed, 0, 999_999_999),
    json: values.json,
    keep: values.keep,
  };
}

/** @param {string} option @param {string} text @param {number} least @param {number} most */
function count(option, text, least, most) {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Error(`${option} needs a whole number from ${least} to ${most}, not "${text}"`);
}
