import { setTimeout as sleep } from 'node:timers/promises';
import { readReports } from './accountant.mjs';
import { backUp, restore } from './restore.mjs';

export const POSTGRES = 'Postgres';
export const LEADER = 'the leader';
/** Enough that one is still waiting after the database query. */
const SOME_MORE = 20;
/** Customers answered after the backup, or by a server whose standby no longer follows: their orders are lost. */
const LOST_ANSWERS = 15;

/**
 * A strike with the work that it met.
 * @typedef {object} Struck
 * @property {string} what a replica's name, `POSTGRES` or `LEADER`
 * @property {'SIGKILL' | 'immediate' | 'cut' | 'promotion' | 'restore'} how
 * @property {number} atMs since the first customer came
 * @property {number} endedAt of `performance.now()`: the struck processes are gone, and no standby has taken over
 * @property {number} waiting checkouts waiting for an answer: of this replica, or of all for Postgres
 * @property {number | null} inFlight trades whose create request was in flight, as stored just before
 * @property {number | null} leases held on orders and trades, as stored just before
 */

/**
 * @typedef {object} Targets
 * @property {import('./replica.mjs').Replica[]} replicas
 * @property {import('./crashing-postgres.mjs').CrashingPostgres} postgres
 * @property {import('./stored.mjs').Stored} stored
 * @property {import('./front.mjs').Front} front
 * @property {import('./crowd.mjs').Crowd} crowd
 * @property {() => Promise<unknown>} migrate
 * @property {(struck: Struck) => void} tell
 * @property {AbortSignal} signal
 */

/**
 * Carries out the plan, each strike at its number of answered customers. A killed replica restarts during the next
 * strikes; settles when all run again. Customers are admitted only up to the next strike, so that each strike meets
 * some in flight, even if the previous one took long. A strike that loses commits admits its own. All but a restore meet
 * reports and exports too.
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
  for (const [nth, strike] of plan.entries()) {
    const next = plan[nth + 1]?.at ?? Infinity;
    const { what } = strike;
    const how = what === 'promotion' || what === 'restore' ? what : strike.how;
    crowd.letCome(how === what ? strike.at : next);
    while (crowd.answered() < strike.at && !crowd.isOver()) await sleep(10, undefined, { signal });
    // A backup would wait for the report's lock.
    const stopReading =
      what === 'restore' ? undefined : await readReports(targets.replicas, targets.postgres.url, signal);
    const { index, inFlight, leases } = await atWork(strike, targets);
    const victim = index === undefined ? undefined : targets.replicas[index];
    const struck = {
      what: victim?.name ?? (what === 'leader' ? LEADER : POSTGRES),
      how,
      endedAt: 0,
      atMs: Math.round(performance.now() - since),
      waiting: targets.front.waiting(index),
      inFlight,
      leases,
    };
    done.push(struck);
    targets.tell(struck);
    if (what === 'restore') {
      await Promise.all(starting);
      struck.endedAt = await restoreBackup(targets);
    } else if (victim) {
      await victim.crash();
      const started = sleep(strike.pauseMs, undefined, { signal }).then(() => victim.start());
      started.catch(() => undefined); // reported below, after all strikes
      starting.push(started);
      struck.endedAt = performance.now();
    } else struck.endedAt = await strikePostgres(strike, targets);
    await stopReading?.();
    crowd.letCome(next);
  }
  await Promise.all(starting);
  return done;
}

/** @param {import('./plan.mjs').Strike} strike @param {Targets} targets @returns {Promise<number>} `endedAt` */
async function strikePostgres({ what, how, pauseMs }, { postgres, crowd, signal }) {
  if (how === 'cut') {
    postgres.cut?.();
    return performance.now();
  }
  if (what === 'promotion') {
    await postgres.detach();
    await someMore(crowd, signal);
  }
  await postgres.crash(how);
  await sleep(pauseMs, undefined, { signal });
  const endedAt = performance.now();
  await (what === 'postgres' ? postgres.restart?.() : postgres.promote());
  return endedAt;
}

/** @param {import('./crowd.mjs').Crowd} crowd @param {AbortSignal} signal */
async function someMore(crowd, signal) {
  const lost = crowd.came() + LOST_ANSWERS;
  crowd.letCome(lost + LOST_ANSWERS);
  while (crowd.answered() < lost && !crowd.isOver()) await sleep(10, undefined, { signal });
}

/** While no replica runs. @param {Targets} targets @returns {Promise<number>} `endedAt` */
async function restoreBackup({ replicas, postgres, crowd, migrate, signal }) {
  await backUp(postgres.url);
  await someMore(crowd, signal);
  await Promise.all(replicas.map((replica) => replica.crash()));
  const endedAt = performance.now();
  await restore(postgres.url, migrate);
  await Promise.all(replicas.map((replica) => replica.start()));
  return endedAt;
}

/**
 * Selects a target with waiting work. The database query may take long on a busy machine, so it comes first; if all
 * customers were answered meanwhile, more are admitted.
 * @param {import('./plan.mjs').Strike} strike
 * @param {Targets} targets
 * @returns the replica's index: the planned one, or another while that one starts; undefined for Postgres
 */
async function atWork(strike, { replicas, stored, front, crowd, signal }) {
  const candidates =
    strike.what === 'replica' ? replicas.map((_, step) => (strike.replica + step) % replicas.length) : [undefined];
  for (;;) {
    const work = await stored.inFlight();
    const isAtWork = (/** @type {number | undefined} */ index) =>
      (index === undefined || replicas[index]?.isReady()) && front.waiting(index) > 0;
    const found = candidates.findIndex(isAtWork);
    if (found >= 0 || crowd.isOver()) return { index: candidates[Math.max(0, found)], ...work };
    if (crowd.isHeld()) crowd.letCome(crowd.came() + SOME_MORE);
    await sleep(10, undefined, { signal });
  }
}
