import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface Received {
  readonly method: string;
  /** Path and query of the request line. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  /** Names and values in turn, in their original case. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly connection: number;
}

export type Answer = (response: ServerResponse, request: Received) => void;

export class StubProvider {
  readonly received: Received[] = [];
  answer: Answer = (response) => response.end();
  private readonly connections: Socket[] = [];
  readonly server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const received = {
        method: message.method ?? '',
        target: message.url ?? '',
        headers: message.headers,
        rawHeaders: message.rawHeaders,
        body: Buffer.concat(chunks),
        connection: this.connections.indexOf(message.socket),
      };
      this.received.push(received);
      this.answer(response, received);
    });
  }).on('connection', (socket: Socket) => this.connections.push(socket));

  async start(): Promise<string> {
    return listen(this.server);
  }

  answersWith(value: unknown, status = 200, headers: Record<string, string> = {}): void {
    this.answer = (response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    };
  }

  closeConnections(): void {
    this.connections.forEach((socket) => socket.destroy());
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await close(this.server);
  }
}

export async function rawServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const bytes: Buffer[] = [];
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => bytes.push(chunk));
    onConnection(socket);
  });
  const url = await listen(server);
  const stop = async () => {
    sockets.forEach((socket) => socket.destroy());
    await close(server);
  };
  return { url, stop, received: () => Buffer.concat(bytes) };
}

export async function closedPort(): Promise<string> {
  const { url, stop } = await rawServer(() => undefined);
  await stop();
  return url;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
