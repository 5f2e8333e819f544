import { checkout, goOn } from './customer.mjs';

/** So many wait at the provider's page or look at their order; the others have not come there yet. */
const AT_THE_PAGE = 120;

/**
 * Customers on their way.
 * @typedef {object} Crowd
 * @property {() => number} came
 * @property {() => number} answered
 * @property {() => boolean} isOver
 * @property {Promise<void>} gone settles when the last one has left; rejects when one could not do what it came for
 */

/**
 * Lets customers come one after the other, so many at once; each goes on by itself once it has its answer.
 * @param {readonly import('./plan.mjs').Customer[]} customers
 * @param {number} atOnce
 * @param {import('./customer.mjs').World} world
 * @returns {Crowd}
 */
export function letIn(customers, atOnce, world) {
  let came = 0;
  let answered = 0;
  let isOver = false;
  const later = new Limit(AT_THE_PAGE);
  /** @type {Promise<void>[]} */
  const leaving = [];
  const comer = async () => {
    for (let customer = customers[came]; customer; customer = customers[came]) {
      came += 1;
      const self = customer;
      const answer = await checkout(self, world);
      answered += 1;
      const left = later.run(() => goOn(self, answer, world));
      left.catch(() => undefined); // told below, when all have come
      leaving.push(left);
    }
  };
  const comers = Array.from({ length: atOnce }, () => comer());
  const gone = Promise.all(comers)
    .then(() => Promise.all(leaving))
    .then(() => {
      isOver = true;
    });
  return { came: () => came, answered: () => answered, isOver: () => isOver, gone };
}

/** Runs so many at once, the others in the order in which they came. */
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
