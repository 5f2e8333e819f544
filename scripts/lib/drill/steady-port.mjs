import { portNear } from '../ports.mjs';

const FIRST = 20_000;
// Below those that systems give to outgoing connections: one of these could sit on the port of a killed program.
const LAST = 32_000;

/**
 * A loopback port that is free now and is likely to be so again after a restart.
 * @param {() => number} [chance]
 * @returns {Promise<number>}
 */
export async function steadyPort(chance = Math.random) {
  for (let tries = 0; tries < 50; tries += 1) {
    const wanted = FIRST + Math.floor(chance() * (LAST - FIRST));
    if ((await portNear(wanted)) === wanted) return wanted;
  }
  throw new Error(`no free port from ${FIRST} to ${LAST}`);
}
