import { setTimeout as sleep } from 'node:timers/promises';

export const POSTGRES = 'Postgres';

/**
 * A kill as it came about, with the work that it met.
 * @typedef {object} Struck
 * @property {string} what a replica's name, or `POSTGRES`
 * @property {'SIGKILL' | 'immediate'} how
 * @property {number} atMs since the first customer came
 * @property {number} waiting checkouts that waited for an answer: of this replica, of any when Postgres was crashed
 * @property {number | null} inFlight trades whose create request was on its way, as stored a moment before
 * @property {number | null} leases held on orders and trades, as stored a moment before
 */

/**
 * @typedef {object} Targets
 * @property {import('./replica.mjs').Replica[]} replicas
 * @property {import('./crashing-postgres.mjs').CrashingPostgres} postgres
 * @property {import('./stored.mjs').Stored} stored
 * @property {import('./front.mjs').Front} front
 * @property {import('./crowd.mjs').Crowd} crowd
 * @property {(struck: Struck) => void} tell
 * @property {AbortSignal} signal
 */

/**
 * Carries out what was planned, each strike when so many customers have their answer. A killed replica is started again beside
 * the next strikes; settles when everything runs again. Customers come as far as the strike after the awaited one and no
 * further, so that each strike meets some on their way, however long the one before it took.
 * @param {readonly import('./plan.mjs').Strike[]} plan
 * @param {Targets} targets
 * @returns {Promise<Struck[]>}
 */
export async function strikeAll(plan, targets) {
  const { signal, crowd } = targets;
  const since = performance.now();
  /** @type {Struck[]} */
  const done = [];
  /** @type {Promise<void>[]} */
  const starting = [];
  if (plan.length === 0) crowd.letCome(Infinity);
  for (const [index, strike] of plan.entries()) {
    crowd.letCome(plan[index + 1]?.at ?? Infinity);
    while (crowd.answered() < strike.at && !crowd.isOver()) await sleep(10, undefined, { signal });
    const { victim, inFlight, leases } = await atWork(strike, targets);
    const struck = {
      what: victim?.replica.name ?? POSTGRES,
      how: strike.how,
      atMs: Math.round(performance.now() - since),
      waiting: targets.front.waiting(victim?.index),
      inFlight,
      leases,
    };
    done.push(struck);
    targets.tell(struck);
    if (victim) {
      await victim.replica.crash();
      const started = sleep(strike.pauseMs, undefined, { signal }).then(() => victim.replica.start());
      started.catch(() => undefined); // told below, when all strikes are carried out
      starting.push(started);
    } else {
      await targets.postgres.crash(strike.how);
      await sleep(strike.pauseMs, undefined, { signal });
      await targets.postgres.restart();
    }
  }
  await Promise.all(starting);
  return done;
}

/**
 * What is to be struck, still at work after the look into the database: on a busy machine that takes a while.
 * @param {import('./plan.mjs').Strike} strike
 * @param {Targets} targets
 */
async function atWork(strike, targets) {
  for (;;) {
    const victim = strike.what === 'replica' ? await runningOne(strike.replica, targets) : null;
    const seen = await targets.stored.inFlight();
    if (!victim || targets.front.waiting(victim.index) > 0 || targets.crowd.isHeld()) return { victim, ...seen };
  }
}

/** The wanted replica, or another one while that one starts. @param {number} wanted @param {Targets} targets */
async function runningOne(wanted, { replicas, signal, front, crowd }) {
  for (;;) {
    for (let step = 0; step < replicas.length; step += 1) {
      const index = (wanted + step) % replicas.length;
      const replica = replicas[index];
      if (replica?.isReady() && front.waiting(index) > 0) return { index, replica };
    }
    if (front.waiting() === 0 && crowd.isHeld())
      return { index: wanted, replica: /** @type {Targets['replicas'][0]} */ (replicas[wanted]) };
    await sleep(10, undefined, { signal });
  }
}
