import { chances, lifeOf } from './life.mjs';
import { DueQueue } from './due.mjs';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
const DAYS = 2;
/** The service's defaults. */
const POLICY = { firstDelayMs: 5 * SECOND, watchClosedMs: 30 * DAY };
const EXPIRY_MS = DAY;
/** A purchase also costs a quote and a create, which precede polls. */
const CALLS_BEYOND_QUESTIONS = 2;
/** The share of the rate that polls always get. */
const LEAST_PART = 0.2;
/** Ended purchases of earlier days: each is polled once more after three and after thirty days. */
const LATE_LOOKS = 2;
/** Share of callbacks that arrive, and their delay. */
const CALLBACKS = { arrive: 0.98, earliestMs: SECOND, latestMs: 4 * SECOND };

/**
 * @typedef {object} Decisions the service's own
 * @property {typeof import('../../../src/orders/decisions/watch.js').nextLook} nextLook
 * @property {typeof import('../../../src/orders/model/order-status.js').isSettledStatus} isSettledStatus
 * @property {typeof import('../../../src/reconciliation/shares.js')} shares
 */

/**
 * @typedef {object} Outcome
 * @property {number} questions polls of the second day
 * @property {number} share of the rate, including quotes and creates
 * @property {Map<string, number[]>} late by status: delays in milliseconds until the service knew, for changes of
 *   that day
 */

/**
 * @typedef {import('../../../src/orders/model/watch-class.types.js').Queue} Queue
 * @typedef {import('../../../src/orders/decisions/watch.js').WatchedTrade} Watched
 *
 * @typedef {{ queue?: Queue, dueAt: number, turn: number }} Scheduled `dueAt` Infinity: never again
 * @typedef {Scheduled & { steps: null }} Tail an ended purchase of earlier days
 * @typedef {Scheduled & { -readonly [K in keyof Watched]: Watched[K] } & {
 *   steps: import('./life.mjs').Step[],
 *   known: number,
 * }} Purchase
 * @typedef {ReadonlyMap<Queue, DueQueue<Purchase | Tail>>} Queues
 */

/**
 * Simulates two days of purchases, polled by the service's own decisions; measures the second day.
 *
 * @param {{ ordersADay: number, rate: number, callbacks: boolean, seed: number }} load
 * @param {Decisions} decisions
 * @returns {Outcome}
 */
export function simulate({ ordersADay, rate, callbacks, seed }, { nextLook, isSettledStatus, shares }) {
  const chance = chances(seed);
  /** @type {Queues} */
  const queues = new Map(shares.QUEUES.map((queue) => [queue, new DueQueue()]));
  const late = new Map();
  let questions = 0;

  const schedule = (/** @type {Purchase | Tail} */ trade, /** @type {Queue} */ queue, /** @type {number} */ dueAt) => {
    Object.assign(trade, { queue, dueAt, turn: trade.turn + 1 });
    if (dueAt < Infinity) queues.get(queue)?.add(trade);
  };

  const again = (/** @type {Purchase} */ trade, /** @type {number} */ now) => {
    const { watchClass, delayMs } = nextLook(trade, new Date(now), POLICY, chance());
    schedule(trade, watchClass, now + (delayMs ?? Infinity));
  };

  const make = (/** @type {number} */ now) => {
    const steps = lifeOf(now, chance);
    /** @type {Purchase} */
    const trade = {
      ...{ steps, known: 0, turn: 0, dueAt: Infinity, status: 'AWAITING_PAYMENT', outcome: 'created', quietAnswers: 0 },
      ...{ createdAt: new Date(now), statusAt: new Date(now), stamp: now, finalFieldsAsked: false },
    };
    again(trade, now);
    if (!callbacks) return;
    for (const { at } of steps.slice(1).filter(() => chance() < CALLBACKS.arrive)) {
      calls.add({
        trade,
        turn: 0,
        dueAt: at + CALLBACKS.earliestMs + chance() * (CALLBACKS.latestMs - CALLBACKS.earliestMs),
      });
    }
  };
  /** @type {DueQueue<{ trade: Purchase, dueAt: number, turn: number }>} */
  const calls = new DueQueue();

  const ask = (/** @type {Purchase | Tail} */ trade, /** @type {number} */ now) => {
    if (now >= (DAYS - 1) * DAY) questions += 1;
    if (trade.steps === null) return schedule(trade, 'closed', Infinity);
    const before = trade.status;
    for (const { at, status } of trade.steps.slice(trade.known + 1)) {
      if (at > now) break;
      trade.known += 1;
      if (at >= (DAYS - 1) * DAY)
        late
          .set(status, late.get(status) ?? [])
          .get(status)
          .push(now - at);
      trade.status = status;
    }
    const isUnpaid = trade.status === 'AWAITING_PAYMENT' || trade.status === 'PAYMENT_FAILED';
    if (isUnpaid && now - trade.createdAt.getTime() > EXPIRY_MS) trade.status = 'EXPIRED';
    if (trade.status === before) {
      if (trade.queue !== 'callback') trade.quietAnswers += 1;
      trade.finalFieldsAsked = trade.status === 'COMPLETED';
    } else Object.assign(trade, { quietAnswers: 0, statusAt: new Date(now) });
    again(trade, now);
  };

  const tails = (ordersADay / DAY) * LATE_LOOKS * SECOND;
  let [arrivals, tail, budget] = [0, 0, 0];
  for (let now = 0; now < DAYS * DAY; now += SECOND) {
    for (arrivals += (ordersADay / DAY) * SECOND; arrivals >= 1; arrivals -= 1) make(now + chance() * SECOND);
    for (tail += tails; tail >= 1; tail -= 1) schedule({ steps: null, dueAt: now, turn: 0 }, 'closed', now);
    for (let call = calls.take(now); call !== null; call = calls.take(now)) {
      const { trade } = call;
      if (trade.dueAt < Infinity || isSettledStatus(trade.status)) schedule(trade, 'callback', now);
    }
    const own = (CALLS_BEYOND_QUESTIONS * ordersADay * SECOND) / DAY;
    budget = Math.min(rate, budget + Math.max(rate - own, LEAST_PART * rate));
    const limit = Math.floor(budget);
    for (const trade of claim(queues, limit, now, chance, shares)) {
      budget -= 1;
      ask(trade, now);
    }
  }
  const calls24 = questions + CALLS_BEYOND_QUESTIONS * ordersADay;
  return { questions, share: calls24 / (rate * (DAY / SECOND)), late };
}

/**
 * Claims as the service does: callbacks, then each queue's share, then the longest overdue.
 * @param {Queues} queues
 * @param {number} limit
 * @param {number} now
 * @param {() => number} chance
 * @param {Decisions['shares']} shares
 */
function* claim(queues, limit, now, chance, { calledOf, sharesOf }) {
  let left = limit;
  const some = function* (/** @type {DueQueue<Purchase | Tail> | undefined} */ queue, /** @type {number} */ most) {
    for (let taken = 0; taken < most && left > 0; taken++) {
      const trade = queue?.take(now);
      if (!trade) return;
      left -= 1;
      yield trade;
    }
  };
  if (limit < 1) return;
  yield* some(queues.get('callback'), calledOf(limit, chance));
  for (const { queue, most } of sharesOf(left, chance)) yield* some(queues.get(queue), most);
  while (left > 0) {
    const [queue] = [...queues.values()].sort((a, b) => a.next() - b.next());
    const before = left;
    yield* some(queue, 1);
    if (left === before) return;
  }
}
