import { setTimeout as sleep } from 'node:timers/promises';
import { backUp, restore } from './restore.mjs';

/** Customers answered after the backup, or by a server whose standby no longer follows: their orders are lost. */
const LOST_ANSWERS = 15;

/**
 * @typedef {object} Targets
 * @property {import('./replica.mjs').Replica[]} replicas
 * @property {import('./crashing-postgres.mjs').CrashingPostgres} postgres
 * @property {import('./crowd.mjs').Crowd} crowd
 * @property {number} clients
 * @property {() => Promise<unknown>} migrate
 * @property {(text: string) => void} say
 * @property {AbortSignal} signal
 */

/**
 * Carries out the plan, each strike at its number of answered customers. Until then no more customers come than wait at
 * once, so that each strike meets some. A killed replica restarts during the next strikes; settles when all run again.
 * @param {readonly import('./plan.mjs').Strike[]} plan
 * @param {Targets} targets
 * @returns {Promise<number>} how many met waiting requests
 */
export async function strikeAll(plan, targets) {
  const { crowd, clients, replicas, postgres, say, signal } = targets;
  const since = performance.now();
  let met = 0;
  /** @type {Promise<void>[]} */
  const starting = [];
  for (const { what, at, nth, pauseMs } of plan) {
    crowd.letCome(at + clients);
    const victim = await atWork(what === 'replica' ? nth : undefined, at, targets);
    const waiting = crowd.waiting(victim);
    if (waiting > 0) met += 1;
    const seconds = ((performance.now() - since) / 1000).toFixed(1).padStart(8);
    const name = victim === undefined ? what : `replica ${victim + 1}`;
    say(`  ${seconds} s  ${name.padEnd(12)} ${waiting} requests wait for it\n`);
    const replica = replicas[victim ?? NaN];
    if (replica) {
      await replica.crash();
      const started = sleep(pauseMs, undefined, { signal }).then(() => replica.start());
      started.catch(() => undefined); // reported below, after all strikes
      starting.push(started);
    } else if (what === 'connections') postgres.cut?.();
    else if (what === 'restore') await restoreBackup(targets, starting);
    else {
      if (what === 'promotion') {
        await postgres.detach();
        await someMore(targets);
      }
      await postgres.crash(what === 'postgres' && nth % 2 === 1 ? 'immediate' : 'SIGKILL');
      await sleep(pauseMs, undefined, { signal });
      await (what === 'postgres' ? postgres.restart?.() : postgres.promote());
    }
  }
  crowd.letCome(Infinity);
  await Promise.all(starting);
  return met;
}

/** @param {Targets} targets */
async function someMore({ crowd, signal }) {
  const lost = crowd.answered + LOST_ANSWERS;
  crowd.letCome(crowd.came + 2 * LOST_ANSWERS);
  while (crowd.answered < lost && !crowd.isOver()) await sleep(10, undefined, { signal });
}

/** While no replica runs. @param {Targets} targets @param {Promise<void>[]} starting */
async function restoreBackup(targets, starting) {
  const { replicas, postgres, migrate } = targets;
  await Promise.all(starting);
  await backUp(postgres.url);
  await someMore(targets);
  await Promise.all(replicas.map((replica) => replica.crash()));
  await restore(postgres.url, migrate);
  await Promise.all(replicas.map((replica) => replica.start()));
}

/**
 * Waits for waiting requests; more customers come if all were answered.
 * @param {number | undefined} first the replica to begin with; undefined: of any
 * @param {number} at
 * @param {Targets} targets
 * @returns {Promise<number | undefined>} a replica that is ready; undefined: any
 */
async function atWork(first, at, { replicas, crowd, clients, signal }) {
  const victims = first === undefined ? [undefined] : replicas.map((_, step) => (first + step) % replicas.length);
  for (;;) {
    const isAtWork = (/** @type {number | undefined} */ one) =>
      (one === undefined || replicas[one]?.isReady()) && crowd.waiting(one) > 0;
    if (crowd.isOver()) return victims[0];
    const found = crowd.answered < at ? -1 : victims.findIndex(isAtWork);
    if (found >= 0) return victims[found];
    if (crowd.waiting() === 0) crowd.letCome(crowd.came + clients);
    await sleep(5, undefined, { signal });
  }
}
