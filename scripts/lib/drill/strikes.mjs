import { setTimeout as sleep } from 'node:timers/promises';

export const POSTGRES = 'Postgres';
/** Enough that one of them still waits after a look into the database. */
const SOME_MORE = 20;
/** So many customers are answered by a server whose standby no longer follows it: their orders are lost. */
const LOST_ANSWERS = 15;

/**
 * A kill as it came about, with the work that it met.
 * @typedef {object} Struck
 * @property {string} what a replica's name, or `POSTGRES`
 * @property {'SIGKILL' | 'immediate' | 'cut' | 'promotion'} how
 * @property {number} atMs since the first customer came
 * @property {number} endedAt of `performance.now()`: when it was over
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
  for (const [nth, strike] of plan.entries()) {
    crowd.letCome(plan[nth + 1]?.at ?? Infinity);
    while (crowd.answered() < strike.at && !crowd.isOver()) await sleep(10, undefined, { signal });
    const { index, inFlight, leases } = await atWork(strike, targets);
    const victim = index === undefined ? undefined : targets.replicas[index];
    const struck = {
      what: victim?.name ?? POSTGRES,
      how: strike.what === 'promotion' ? strike.what : strike.how,
      endedAt: 0,
      atMs: Math.round(performance.now() - since),
      waiting: targets.front.waiting(index),
      inFlight,
      leases,
    };
    done.push(struck);
    targets.tell(struck);
    if (victim) {
      await victim.crash();
      const started = sleep(strike.pauseMs, undefined, { signal }).then(() => victim.start());
      started.catch(() => undefined); // told below, when all strikes are carried out
      starting.push(started);
    } else await strikePostgres(strike, targets);
    struck.endedAt = performance.now();
  }
  await Promise.all(starting);
  return done;
}

/** @param {import('./plan.mjs').Strike} strike @param {Targets} targets */
async function strikePostgres({ what, how, pauseMs }, { postgres, crowd, signal }) {
  if (how === 'cut') {
    postgres.cut();
    return;
  }
  if (what === 'promotion') {
    await postgres.detach();
    const lost = crowd.answered() + LOST_ANSWERS;
    crowd.letCome(crowd.came() + 2 * LOST_ANSWERS);
    while (crowd.answered() < lost && !crowd.isOver()) await sleep(10, undefined, { signal });
  }
  await postgres.crash(how);
  await sleep(pauseMs, undefined, { signal });
  await (what === 'promotion' ? postgres.promote() : postgres.restart());
}

/**
 * What is to be struck, with work that waits for it. The look into the database takes a while on a busy machine, so it comes
 * first; and when everybody was answered meanwhile, some more may come.
 * @param {import('./plan.mjs').Strike} strike
 * @param {Targets} targets
 * @returns the replica's index: the wanted one, or another one while that one starts; none for Postgres
 */
async function atWork(strike, { replicas, stored, front, crowd, signal }) {
  const wanted =
    strike.what === 'replica' ? replicas.map((_, step) => (strike.replica + step) % replicas.length) : [undefined];
  for (;;) {
    const seen = await stored.inFlight();
    const isAtWork = (/** @type {number | undefined} */ index) =>
      (index === undefined || replicas[index]?.isReady()) && front.waiting(index) > 0;
    const found = wanted.findIndex(isAtWork);
    if (found >= 0 || crowd.isOver()) return { index: wanted[Math.max(0, found)], ...seen };
    if (crowd.isHeld()) crowd.letCome(crowd.came() + SOME_MORE);
    await sleep(10, undefined, { signal });
  }
}
