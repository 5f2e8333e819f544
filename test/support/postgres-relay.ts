import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

const PARSE = 'P'.charCodeAt(0);
const BIND = 'B'.charCodeAt(0);
/** A proxy to Postgres that sees each statement. Unencrypted; on a free local port. */
export class PostgresRelay {
  /** Called with each statement's SQL and parameters before it is forwarded. */
  sees: (statement: string) => unknown = () => undefined;
  /** Forwards nothing and keeps all connections open, like a firewall that drops packets. */
  isSilent = false;
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

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
  }

  private pass(client: Socket, { hostname, port }: URL): void {
    const server = connect(Number(port === '' ? 5432 : port), hostname);
    this.#sockets.add(client);
    client
      .on('error', () => undefined)
      .on('close', () => {
        this.#sockets.delete(client);
        server.destroy();
      });
    server.on('error', () => undefined).on('close', () => client.destroy());
    const statements = statementsIn();
    client.on('data', (bytes) => {
      if (this.isSilent) return;
      for (const statement of statements(bytes)) this.sees(statement);
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (!this.isSilent) client.write(bytes);
    });
  }
}

/** Parses a client's bytes and returns each bound statement. Only the first message has no type byte. */
function statementsIn(): (bytes: Buffer) => string[] {
  let held = Buffer.alloc(0);
  let hasBegun = false;
  const parsed = new Map<string, string>();
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    if (!hasBegun) {
      if (held.length < 4 || held.length < held.readInt32BE(0)) return [];
      held = held.subarray(held.readInt32BE(0));
      hasBegun = true;
    }
    const { whole, rest } = messages(held);
    held = Buffer.from(rest);
    return whole.flatMap((message) => {
      // Parse: statement name, then SQL. Bind: portal name, then statement name.
      const [first = '', second = ''] = message.subarray(5).toString().split('\0', 2);
      if (message[0] === PARSE) parsed.set(first, message.subarray(5).toString());
      return message[0] === BIND ? [`${parsed.get(second) ?? ''}\n${message.toString()}`] : [];
    });
  };
}

/** Protocol 3 messages: a type byte, and a length that includes itself. */
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
