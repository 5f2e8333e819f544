import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** For a request that is on its way already. */
const GRACE_MS = 1000;

/**
 * Connections on which nothing is asked. When a server closes, Node ends those on which something was asked before; those that
 * browsers open in advance it leaves open, looks at no time-outs any more, and waits for them for ever.
 */
export class UnusedConnections {
  /** How many requests are under way. */
  readonly #open = new Map<Socket, number>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, 0);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', ({ socket }: { socket: Socket }, response: ServerResponse) => {
      this.#count(socket, 1);
      response.once('close', () => this.#count(socket, -1));
    });
  }

  /** The server takes no more connections: whoever asks nothing is cut off, now and then until all are gone. */
  endThem(): void {
    if (!this.server.listening) return;
    const timer = setInterval(() => {
      for (const [socket, underWay] of this.#open) if (underWay === 0) socket.destroy();
    }, GRACE_MS);
    this.server.once('close', () => {
      clearInterval(timer);
    });
  }

  #count(socket: Socket, more: number): void {
    const underWay = this.#open.get(socket);
    if (underWay !== undefined) this.#open.set(socket, underWay + more);
  }
}
