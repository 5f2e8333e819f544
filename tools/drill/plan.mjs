import { createHash } from 'node:crypto';
import { flag, whole } from '../../scripts/lib/options.mjs';

export const PROGRAM = {
  about: `npm run drill [-- options]

Proves on this machine that no order is made twice and none is lost. Starts replicas of the built service, a Postgres
that writes to disk, and the provider simulator with faults and disturbed callbacks; sends checkouts as impatient
customers do; tells a shop of every change that is dead nearly half of the time; kills replicas with SIGKILL and crashes
Postgres, each with checkouts in flight; lets everything settle; then compares what customers and the shop were told,
what the provider has and what is stored. The connections to Postgres are cut; once its standby is promoted, and once a
backup is restored, without the last commits: the customers whose orders are lost come again. Ends with 0 when all adds
up, 1 when something does not, 2 when it could not be carried out.
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
    seed: whole('customers, faults and kills follow from it (drawn at random, and printed)', null, [0, 999_999_999]),
    json: flag('the outcome as one JSON document; progress goes to standard error'),
    keep: flag('keeps database and logs also when all adds up'),
  },
};

/** `leaders`: how often the leader is killed without loss. @typedef {ReturnType<typeof drillOf>} DrillOptions */

/**
 * @param {import('../../scripts/lib/options.mjs').Values<typeof PROGRAM.options>} options
 * @throws {Error} that says what is wrong with the options
 */
export function drillOf({ failovers, seed: given, ...options }) {
  const seed = given ?? Math.floor(Math.random() * 1_000_000);
  const { ha, async: isAsync } = options;
  if (isAsync && !ha) throw new Error('--async needs --ha');
  if (!ha) return { ...options, seed, leaders: 0 };
  const killed = isAsync ? { promotions: failovers, leaders: 0 } : { promotions: 0, leaders: failovers };
  return { ...options, seed, kills: 0, crashes: 0, cuts: 0, restores: 0, ...killed };
}

/**
 * From 0 to 1, by the seed and the subject alone, so that two runs with one seed have the same plan.
 * @param {number} seed @param {...(string | number)} subject
 */
function draw(seed, ...subject) {
  const text = JSON.stringify([seed, ...subject]);
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

/**
 * @typedef {object} Customer
 * @property {Record<string, string>} body of the checkout
 * @property {boolean} twice sends the same checkout twice at once
 * @property {number} hesitatesMs before paying
 * @property {'pay' | 'fail-then-pay' | 'cancel-retry-pay' | 'leave'} fate on the provider's page
 */

/** @param {{ seed: number, checkouts: number }} options @returns {Customer[]} */
export function planCustomers({ seed, checkouts }) {
  return Array.from({ length: checkouts }, (_, index) => {
    const merchantOrderNo = `drill-${seed}-${index + 1}`;
    const fate = draw(seed, 'fate', index);
    return {
      body: {
        merchantOrderNo,
        fiat: 'USD',
        amount: `${50 + (index % 400)}.00`,
        crypto: 'USDT',
        network: 'ETH',
        address: '0x52908400098527886E0F7030069857D2E4169EE7',
        payWayCode: '10001',
        country: 'US',
      },
      twice: draw(seed, 'twice', index) < 0.15,
      hesitatesMs: Math.floor(draw(seed, 'hesitates', index) * 1500),
      fate: fate < 0.65 ? 'pay' : fate < 0.75 ? 'fail-then-pay' : fate < 0.85 ? 'cancel-retry-pay' : 'leave',
    };
  });
}

/**
 * A kill of a replica, a crash of Postgres, a cut of its connections, a promotion of its standby without the last commits,
 * a restore of a backup without them, or a kill of the leader of a synchronous cluster.
 * @typedef {object} Strike
 * @property {'replica' | 'postgres' | 'connections' | 'promotion' | 'restore' | 'leader'} what
 * @property {number} at number of answered customers at which it happens
 * @property {number} nth of its kind
 * @property {number} pauseMs before the restart
 */

/**
 * In order, evenly spread over the time in which customers come.
 * @param {{ seed: number, checkouts: number, kills: number, crashes: number, cuts: number, promotions: number,
 *   restores: number, leaders: number }} options
 * @returns {Strike[]}
 */
export function planStrikes({ seed, checkouts, kills, crashes, cuts, promotions, restores, leaders }) {
  const kinds = /** @type {const} */ ([
    ['replica', kills],
    ['postgres', crashes],
    ['connections', cuts],
    ['promotion', promotions],
    ['leader', leaders],
    ['restore', restores],
  ]);
  const strikes = kinds.flatMap(([what, times]) => Array.from({ length: times }, (_, nth) => ({ what, nth })));
  const ranked = strikes.map((strike, index) => ({ ...strike, rank: draw(seed, 'strike', index) }));
  ranked.sort((a, b) => a.rank - b.rank);
  return ranked.map(({ what, nth, rank }, place) => ({
    what,
    nth,
    at: Math.ceil((checkouts * 0.9 * (place + 1)) / (ranked.length + 1)),
    pauseMs: Math.floor(1500 * rank),
  }));
}

/** Of the provider. A create with an unknown outcome uses one of its order's three trades. @param {number} seed */
export const planFaults = (seed) => ({
  seed,
  faults: [
    { endpoint: 'create', act: 'reset-after', rate: 0.05 },
    { endpoint: 'create', act: 'status-after', code: 502, rate: 0.03 },
    { endpoint: 'create', act: 'hang-after', rate: 0.01 },
    { endpoint: 'create', act: 'reset-before', rate: 0.03 },
    { endpoint: 'create', act: 'status', code: 503, rate: 0.02 },
    // Answers after the service's timeout.
    { endpoint: 'create', act: 'delay-after', ms: 2500, rate: 0.01 },
    { endpoint: 'query', act: 'status', code: 500, rate: 0.03 },
    { endpoint: 'query', act: 'reset-before', rate: 0.03 },
    { endpoint: 'query', act: 'delay-after', ms: 400, rate: 0.1 },
  ],
  callbacks: { drop: 0.15, duplicate: 0.2, delay: 0.3, delayMs: 2000, forge: 0.1 },
});
