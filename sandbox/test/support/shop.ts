import { FakeServer } from '#tools/fakes/server.mjs';
import type { Received } from '#tools/fakes/server.mjs';
import { onTestFinished } from 'vitest';
import { waitFor } from './wait-for.js';

export interface Delivery extends Omit<Received, 'body'> {
  readonly path: string;
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
  const server = await FakeServer.start((response, request) => {
    deliveries.push({ ...request, path: request.target, body: parsed(request.text) });
    if (reply.silent !== true) response.writeHead(reply.status, reply.headers).end(reply.text);
  });
  const stop = () => server.close();
  onTestFinished(stop);
  return {
    url: server.url,
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
