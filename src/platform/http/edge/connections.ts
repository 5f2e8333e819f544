import { Server } from 'node:net';
import type { ServerResponse, Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';

/** For requests already on their way. */
const GRACE_MS = 1000;
const SHORT_TURN_MS = 0.3;
const MOST_TURNS_MS = 500;

/** A server's open connections, and their shutdown without cutting a request. */
export class Connections {
  readonly #underWay = new Map<Socket, Set<ServerResponse>>();
  #accepted = 0;
  #isDraining = false;

  constructor(private readonly server: HttpServer) {
    server.on('connection', (socket: Socket) => {
      this.#accepted += 1;
      this.#underWay.set(socket, new Set());
      socket.once('close', () => this.#underWay.delete(socket));
    });
    server.prependListener('request', ({ socket }: { socket: Socket }, response: ServerResponse) => {
      this.#underWay.get(socket)?.add(response);
      if (this.#isDraining) response.shouldKeepAlive = false;
      response.once('close', () => this.#underWay.get(socket)?.delete(response));
    });
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** From now on each response closes its connection, and says so. */
  drain(): void {
    this.#isDraining = true;
    for (const responses of this.#underWay.values()) for (const one of responses) one.shouldKeepAlive = false;
  }

  /** Stops accepting connections. Open ones may still bring a request, which `server.close` would cut off. */
  async stopListening(): Promise<void> {
    // Connections in the accept queue would be reset, so close right after a short turn of the event loop that accepted
    // none.
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const latest = performance.now() + MOST_TURNS_MS;
    await turn();
    for (let isQuiet = false; !isQuiet && performance.now() < latest;) {
      const [accepted, began] = [this.#accepted, performance.now()];
      await turn();
      isQuiet = accepted === this.#accepted && performance.now() - began < SHORT_TURN_MS;
    }
    Server.prototype.close.call(this.server);
  }

  /**
   * `server.close` ends connections that were used before, but not those that browsers opened in advance: it stops
   * checking their time-outs and waits for ever. So this closes unused ones now and then.
   */
  endUnused(): void {
    const timer = setInterval(() => {
      for (const [socket, responses] of this.#underWay) if (responses.size === 0) socket.destroy();
    }, GRACE_MS).unref();
    this.server.once('close', () => {
      clearInterval(timer);
    });
  }
}
