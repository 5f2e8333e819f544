import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export async function rawServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const bytes: Buffer[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => bytes.push(chunk));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, stop, received: () => Buffer.concat(bytes) };
}

export async function closedPort(): Promise<string> {
  const { url, stop } = await rawServer(() => undefined);
  await stop();
  return url;
}
