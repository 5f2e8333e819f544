import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** @param {number} port 0: any @returns {Promise<number | undefined>} the port; undefined if it is taken */
function tryListen(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, LOOPBACK, () => {
      const { port: got } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(got));
    });
  });
}

/**
 * Test workers share the ports from 20,000 to 32,000, each with a range of its own, so that no two get the same port.
 */
const SHARES = 8;
const SHARE = 12_000 / SHARES;
const FIRST = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % SHARES) * SHARE;

/** Ports that were handed out and may not be in use yet. @type {Set<number>} */
const handedOut = new Set();

/**
 * A free loopback port. Not an ephemeral one, which an outgoing connection could take before the listener does.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let attempt = 0; attempt < 20; attempt++) {
    const wanted = FIRST + randomInt(SHARE);
    const port = handedOut.has(wanted) ? undefined : await tryListen(wanted);
    if (port === undefined) continue;
    handedOut.add(port);
    return port;
  }
  const port = await tryListen(0);
  if (port === undefined) throw new Error(`no free port on ${LOOPBACK}`);
  return port;
}

/**
 * @param {number} preferred 0: any
 * @param {number[]} [avoid] ports reserved by others
 * @returns {Promise<number>} the preferred port if it is free, else another one
 */
export async function portNear(preferred, avoid = []) {
  const got = avoid.includes(preferred) ? undefined : await tryListen(preferred);
  return got ?? (await freePort());
}
