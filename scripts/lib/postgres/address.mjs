import { connect, createServer } from 'node:net';

/**
 * A TCP address that forwards to one server, and later to another. A switch breaks its connections.
 * @param {number} first port
 */
export async function openAddress(first) {
  /** @type {number | undefined} */
  let target = first;
  const open = new Set();
  const server = createServer((from) => {
    if (target === undefined) {
      from.destroy();
      return;
    }
    const to = connect(target, '127.0.0.1');
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
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    port: String(port),
    cut,
    /** @param {number | undefined} next port; undefined: refuse connections */
    lead(next) {
      target = next;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
