import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A response to a reader that does not read yet. */
export async function pausedReader() {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const answering = new Promise<ServerResponse>((resolve) => server.once('request', (_, answer) => resolve(answer)));
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => undefined);
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  reader.pause();
  const close = async (): Promise<void> => {
    reader.destroy();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { reader, response: await answering, close };
}
