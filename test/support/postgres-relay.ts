import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** How what the server says reaches the client: as it is, without notifications, or not at all any more. */
type Mood = 'open' | 'deaf' | 'silent' | 'shut';

const NOTIFICATION = 'A'.charCodeAt(0);

/**
 * A way to Postgres on which things go wrong: a pooler that takes a LISTEN and delivers nothing, a network that swallows
 * everything without a word, or a door that is shut. Without encryption; on a free port of this machine.
 */
export class PostgresRelay {
  mood: Mood = 'open';
  /** How often somebody wanted to come in. */
  knocks = 0;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(databaseUrl: string): Promise<PostgresRelay> {
    const target = new URL(databaseUrl);
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const relay = new PostgresRelay(server, url.href);
    server.on('connection', (client) => relay.pass(client, target));
    return relay;
  }

  /** Connections that are open. */
  get open(): number {
    return this.#sockets.size;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((closed) => this.server.close(closed));
  }

  private pass(client: Socket, { hostname, port }: URL): void {
    this.knocks += 1;
    if (this.mood === 'shut') {
      client.destroy();
      return;
    }
    const server = connect(Number(port === '' ? 5432 : port), hostname);
    this.#sockets.add(client);
    client
      .on('error', () => undefined)
      .on('close', () => {
        this.#sockets.delete(client);
        server.destroy();
      });
    server.on('error', () => undefined).on('close', () => client.destroy());
    client.on('data', (bytes) => {
      if (this.mood !== 'silent') server.write(bytes);
    });
    let held = Buffer.alloc(0);
    server.on('data', (bytes) => {
      if (this.mood === 'silent') return;
      const { whole, rest } = messages(Buffer.concat([held, bytes]));
      held = Buffer.from(rest);
      for (const message of whole) {
        const isKept = this.mood === 'deaf' && message[0] === NOTIFICATION;
        if (!isKept) client.write(message);
      }
    });
  }
}

/** The messages of the server in some bytes: a letter, and a length that counts itself (protocol 3). */
function messages(bytes: Buffer): { whole: Buffer[]; rest: Buffer } {
  const whole: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= 5) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) break;
    whole.push(bytes.subarray(at, end));
    at = end;
  }
  return { whole, rest: bytes.subarray(at) };
}
