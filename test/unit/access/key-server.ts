import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export interface KeyServer {
  readonly url: string;
  readonly asked: () => number;
  keys: readonly object[];
  answering: Answering | null;
  close(): Promise<void>;
}

export async function startKeyServer(keys: readonly object[] = []): Promise<KeyServer> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (keyServer.answering !== null) {
      keyServer.answering(request, response);
      return;
    }
    response.setHeader('content-type', 'application/jwk-set+json').end(JSON.stringify({ keys: keyServer.keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const keyServer: KeyServer = {
    url: `http://127.0.0.1:${port}/keys`,
    asked: () => asked,
    keys,
    answering: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return keyServer;
}
