const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Outcomes of a hundred purchases. */
const ENDS = /** @type {const} */ ([
  ['abandoned', 60],
  ['completed', 30],
  ['second card', 5],
  ['cancelled', 5],
]);

/**
 * @typedef {object} Step
 * @property {number} at milliseconds of the simulation
 * @property {import('../../../src/orders/model/order-status.js').TradeStatus} status
 */

/**
 * The provider's statuses of a purchase over time. Half of the payments come within five minutes, the slowest
 * twentieth after hours: a bank transfer.
 *
 * @param {number} madeAt
 * @param {() => number} chance from 0 to 1
 * @returns {Step[]}
 */
export function lifeOf(madeAt, chance) {
  /** @type {Step[]} */
  const steps = [{ at: madeAt, status: 'AWAITING_PAYMENT' }];
  const then = (/** @type {Step['status']} */ status, /** @type {number} */ afterMs) =>
    steps.push({ at: (steps.at(-1)?.at ?? madeAt) + afterMs, status });
  const between = (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * chance();
  const paying = () => (chance() < 0.05 ? between(HOUR, 12 * HOUR) : 30 * SECOND + exponential(6 * MINUTE, chance));
  const end = draw(chance);
  if (end === 'abandoned') return steps;
  if (end === 'cancelled') return (then('CANCELLED', paying()), steps);
  if (end === 'second card') then('PAYMENT_FAILED', paying());
  then('PAID', end === 'second card' ? between(MINUTE, 5 * MINUTE) : paying());
  then('TRANSFERRING', 10 * SECOND + exponential(2 * MINUTE, chance));
  then('COMPLETED', MINUTE + exponential(8 * MINUTE, chance));
  return steps;
}

const exponential = (/** @type {number} */ mean, /** @type {() => number} */ chance) => -mean * Math.log(1 - chance());

/** @param {() => number} chance */
function draw(chance) {
  let lot = chance() * 100;
  for (const [end, weight] of ENDS) {
    if (lot < weight) return end;
    lot -= weight;
  }
  return 'abandoned';
}

/** Seeded random numbers from 0 to 1 (mulberry32). @param {number} seed */
export function chances(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
