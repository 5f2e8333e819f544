import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { waitFor } from './wait-for.js';

export interface Delivery {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers?: Record<string, string>;
  /** Accepts the callback and never answers. */
  readonly silent?: boolean;
}

/** Empty if it is not JSON. */
function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A merchant's server that receives callbacks on a free port and stops with the test. */
export async function startShop(reply: Reply = { status: 200, text: 'success' }) {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const body = parsed(text);
      deliveries.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, text, body });
      if (reply.silent !== true) response.writeHead(reply.status, reply.headers).end(reply.text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  return {
    url,
    stop,
    deliveries,
    async received(count: number): Promise<readonly Delivery[]> {
      await waitFor(() => {
        if (deliveries.length < count) throw new Error(`${deliveries.length} of ${count} callbacks came`);
      });
      return deliveries;
    },
  };
}
