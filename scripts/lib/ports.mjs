import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** @param {number} port 0: any @returns {Promise<number | undefined>} the port, undefined when it cannot be had */
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

/** The ports from 20,000 to 32,000 in shares, one for each worker of the tests: none gives what another has promised. */
const SHARES = 8;
const SHARE = 12_000 / SHARES;
const FIRST = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % SHARES) * SHARE;

/** Those that were given, though nobody may listen on them yet. @type {Set<number>} */
const given = new Set();

/**
 * A loopback port that nobody listens on at this moment. Not one of those that systems give to outgoing connections: one of
 * these could have it before it is listened on.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let attempt = 0; attempt < 20; attempt++) {
    const wanted = FIRST + randomInt(SHARE);
    const port = given.has(wanted) ? undefined : await tryListen(wanted);
    if (port === undefined) continue;
    given.add(port);
    return port;
  }
  const port = await tryListen(0);
  if (port === undefined) throw new Error(`no free port on ${LOOPBACK}`);
  return port;
}

/**
 * @param {number} preferred 0: any
 * @param {number[]} [avoid] ports that are promised to somebody else already
 * @returns {Promise<number>} the preferred port when it is free, else another one
 */
export async function portNear(preferred, avoid = []) {
  const got = avoid.includes(preferred) ? undefined : await tryListen(preferred);
  return got ?? (await freePort());
}
