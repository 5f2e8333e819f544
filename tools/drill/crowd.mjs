import { checkout, goOn } from './customer.mjs';

/** Limit of customers on the provider's page or watching their order; others wait. */
const AT_THE_PAGE = 120;
const CLOCK_MS = 20;

/**
 * The arriving customers.
 * @typedef {object} Crowd
 * @property {() => number} came
 * @property {() => number} answered
 * @property {(count: number) => void} letCome admits customers up to this total, never fewer than before; none
 *   before the first call
 * @property {() => boolean} isHeld all admitted customers have come
 * @property {() => boolean} isOver
 * @property {Promise<void>} gone settles when the last one has left; rejects if one failed
 */

/**
 * Starts customers in order, up to `atOnce` at a time; each continues on its own after its answer.
 * @param {readonly import('./plan.mjs').Customer[]} customers
 * @param {{ clients: number }} options
 * @param {import('./customer.mjs').World} world
 * @returns {Crowd}
 */
export function letIn(customers, { clients }, world) {
  let came = 0;
  let answered = 0;
  let isOver = false;
  let mayCome = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  const later = new Limit(AT_THE_PAGE);
  /** @type {Promise<void>[]} */
  const leaving = [];
  const next = async () => {
    while (came < customers.length && came >= mayCome) {
      await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    }
    return customers[came++];
  };
  const comer = async () => {
    for (let customer = await next(); customer; customer = await next()) {
      const self = customer;
      const answer = await checkout(self, world);
      answered += 1;
      const left = later.run(() => goOn(self, answer, world));
      left.catch(() => undefined); // reported below, when all have come
      leaving.push(left);
    }
  };
  const letGoOn = () => {
    for (const go of waiting.splice(0)) go();
  };
  const clock = setInterval(letGoOn, CLOCK_MS);
  const comers = Array.from({ length: clients }, () => comer());
  const gone = Promise.all(comers)
    .then(() => Promise.all(leaving))
    .then(() => {
      isOver = true;
    })
    .finally(() => clearInterval(clock));
  const letCome = (/** @type {number} */ count) => {
    mayCome = Math.max(mayCome, count);
    letGoOn();
  };
  const cameSoFar = () => Math.min(came, customers.length);
  return {
    ...{ came: cameSoFar, answered: () => answered, isOver: () => isOver },
    ...{ letCome, isHeld: () => came >= Math.min(mayCome, customers.length), gone },
  };
}

/**
 * Customers whose orders are no longer stored repeat their checkout, in parallel.
 * @param {readonly import('./plan.mjs').Customer[]} customers
 * @param {import('./customer.mjs').World & { stored: import('./stored.mjs').Stored }} world
 * @returns {Promise<number>} how many
 */
export async function comeAgain(customers, { stored, ...world }) {
  const { orders } = await stored.everything();
  const stillStored = new Set(orders.map(({ number }) => number));
  const lost = customers.filter(({ number }) => !stillStored.has(number));
  const limit = new Limit(20);
  await Promise.all(lost.map((customer) => limit.run(async () => void (await checkout(customer, world)))));
  return lost.length;
}

/** Limits concurrency; the rest wait in order. */
class Limit {
  /** @type {(() => void)[]} */
  #waiting = [];
  #free;

  /** @param {number} atOnce */
  constructor(atOnce) {
    this.#free = atOnce;
  }

  /** @param {() => Promise<void>} work */
  async run(work) {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
    try {
      await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
