import { draw, pick } from './draw.mjs';

/**
 * A customer's action on the provider's page.
 * @typedef {'pay' | 'fail' | 'fail-then-pay' | 'fail-retry-pay-old' | 'cancel' | 'cancel-retry-pay' | 'leave'} Fate
 */

/** @type {readonly (readonly [Fate, number])[]} */
const FATES = [
  ['pay', 0.6],
  ['fail-then-pay', 0.08],
  ['fail', 0.05],
  ['fail-retry-pay-old', 0.04],
  ['cancel', 0.07],
  ['cancel-retry-pay', 0.05],
  ['leave', 0.11],
];
const TWICE = 0.15;
/** Share that is paid of the orders whose page was never shown or was replaced. */
const PAID_LATE = 0.5;
/** Neither before the first customers have come nor after the last ones have left. */
const STRIKES_FROM = 0.08;
const STRIKES_TO = 0.9;

/**
 * @typedef {object} Customer
 * @property {string} number the merchantOrderNo
 * @property {Record<string, string>} body of the checkout
 * @property {boolean} twice sends the same checkout twice at once
 * @property {number} replica index of the first replica
 * @property {number} hesitatesMs before paying
 * @property {Fate} fate
 */

/**
 * Customers in their order of arrival.
 * @param {{ seed: number, checkouts: number, replicas: number }} options
 * @returns {Customer[]}
 */
export function planCustomers({ seed, checkouts, replicas }) {
  const order = Array.from({ length: checkouts }, (_, index) => ({ index, rank: draw(seed, 'rank', index) }));
  order.sort((a, b) => a.rank - b.rank);
  return order.map(({ index }) => {
    const number = `drill-${seed}-${String(index + 1).padStart(6, '0')}`;
    const of = (/** @type {string} */ what) => draw(seed, what, number);
    const cents = 5000 + Math.floor(of('amount') * 45_000);
    return {
      number,
      body: {
        merchantOrderNo: number,
        fiat: 'USD',
        amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
        crypto: 'USDT',
        network: 'ETH',
        address: '0x52908400098527886E0F7030069857D2E4169EE7',
        payWayCode: '10001',
        country: 'US',
      },
      twice: of('twice') < TWICE,
      replica: Math.floor(of('replica') * replicas),
      hesitatesMs: Math.floor(of('hesitates') * 1500),
      fate: pick(FATES, of('fate')),
    };
  });
}

/**
 * One kill of a replica, crash of Postgres, cut of its connections, promotion of its standby without the last commits,
 * restore of a backup without them, or kill of the leader of a synchronous cluster.
 * @typedef {object} Strike
 * @property {'replica' | 'postgres' | 'connections' | 'promotion' | 'restore' | 'leader'} what
 * @property {number} at number of answered customers at which it happens
 * @property {number} replica index; unused for the others
 * @property {'SIGKILL' | 'immediate' | 'cut'} how Postgres: `immediate` is `pg_ctl stop -m immediate`, which
 *   recovers as a crash does
 * @property {number} pauseMs before the restart
 */

/**
 * Strikes in order, each in its own interval.
 * @param {{ seed: number, checkouts: number, replicas: number, kills: number, crashes: number, cuts: number,
 *   promotions: number, restores: number, leaders: number }} options
 * @returns {Strike[]}
 */
export function planStrikes({ seed, checkouts, replicas, kills, crashes, cuts, promotions, restores, leaders }) {
  const kinds = /** @type {const} */ ([
    ['replica', kills],
    ['postgres', crashes],
    ['connections', cuts],
    ['promotion', promotions],
    ['leader', leaders],
    ['restore', restores],
  ]);
  const drawn = kinds
    .flatMap(([what, times]) => Array.from({ length: times }, (_, nth) => ({ what, nth })))
    .map((strike, index) => ({ ...strike, rank: draw(seed, 'strike', index) }))
    .sort((a, b) => a.rank - b.rank);
  const stretch = (STRIKES_TO - STRIKES_FROM) / Math.max(1, drawn.length);
  return drawn.map(({ what, nth }, place) => ({
    what,
    at: Math.max(1, Math.floor(checkouts * (STRIKES_FROM + stretch * (place + 0.7 * draw(seed, 'moment', place))))),
    // Round-robin from a random replica, so that each gets its share.
    replica: (Math.floor(draw(seed, 'victim') * replicas) + nth) % replicas,
    how: what === 'connections' ? 'cut' : what === 'postgres' && nth % 2 === 1 ? 'immediate' : 'SIGKILL',
    pauseMs: Math.floor(1500 * draw(seed, 'pause', place)),
  }));
}

/**
 * True if the customer pays this order although its page was not shown to them, or was replaced.
 * @param {number} seed
 * @param {string} tradeNo
 */
export function isPaidLate(seed, tradeNo) {
  return draw(seed, 'late', tradeNo) < PAID_LATE;
}

/**
 * Faults of the provider. A create with an unknown outcome uses one of its order's three trades, so a few orders lose
 * all three.
 * @param {number} seed
 */
export function planChaos(seed) {
  return {
    seed,
    faults: [
      { endpoint: 'create', act: 'reset-after', rate: 0.05 },
      { endpoint: 'create', act: 'hang-after', rate: 0.01 },
      { endpoint: 'create', act: 'status-after', code: 502, rate: 0.03 },
      { endpoint: 'create', act: 'cut', rate: 0.01 },
      { endpoint: 'create', act: 'reset-before', rate: 0.03 },
      { endpoint: 'create', act: 'status', code: 503, rate: 0.02 },
      { endpoint: 'create', act: 'delay-after', ms: 600, rate: 0.1 },
      // Answers after the service's timeout.
      { endpoint: 'create', act: 'delay-after', ms: 2500, rate: 0.01 },
      { endpoint: 'query', act: 'status', code: 500, rate: 0.03 },
      { endpoint: 'query', act: 'reset-before', rate: 0.03 },
      { endpoint: 'query', act: 'hang', rate: 0.005 },
      { endpoint: 'query', act: 'delay-after', ms: 400, rate: 0.1 },
    ],
    callbacks: { drop: 0.15, duplicate: 0.2, delay: 0.3, delayMs: 2000, forge: 0.1 },
  };
}
