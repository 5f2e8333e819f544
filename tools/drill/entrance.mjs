import { connect, createServer } from 'node:net';

/**
 * A load balancer for the provider's callbacks: round-robin by connection. A dead replica loses the callback, as with
 * a balancer that has not noticed yet.
 * @param {readonly number[]} ports
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function openEntrance(ports) {
  const open = new Set();
  let next = 0;
  const server = createServer((from) => {
    const to = connect(/** @type {number} */ (ports[next % ports.length]), '127.0.0.1');
    next += 1;
    for (const [one, other] of /** @type {const} */ ([
      [from, to],
      [to, from],
    ])) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    from.pipe(to).pipe(from);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
