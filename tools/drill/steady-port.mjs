import { portNear } from '../../scripts/lib/ports.mjs';

const FIRST = 20_000;
// Below the ephemeral ports: an outgoing connection could hold the port of a killed program.
const LAST = 32_000;

/**
 * A free loopback port that is likely to be free again after a restart.
 * @param {() => number} [chance]
 * @returns {Promise<number>}
 */
export async function steadyPort(chance = Math.random) {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = FIRST + Math.floor(chance() * (LAST - FIRST));
    if ((await portNear(port)) === port) return port;
  }
  throw new Error(`no free port from ${FIRST} to ${LAST}`);
}
