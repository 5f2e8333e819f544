import { Agent, request } from 'node:http';
import type { ServerResponse } from 'node:http';
import { FakeServer } from '#tools/fakes/server.mjs';
import type { Received } from '#tools/fakes/server.mjs';

/** How often each upstream's readiness is checked. */
const CHECK_MS = 100;

export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A load balancer that keeps connections, sends requests only to upstreams whose last readiness check succeeded, tries the
 * next upstream after a refused connection, and answers 502 for one that broke.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(ports);
  let turn = 0;
  const check = async (port: number): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answer?.ok === true) ready.add(port);
    else ready.delete(port);
    await answer?.body?.cancel();
  };
  const checks = setInterval(() => void Promise.all(ports.map(check)), CHECK_MS);
  const forward = (incoming: Received, response: ServerResponse, left: number): void => {
    const { method, target: path, headers } = incoming;
    const { connection: _, ...kept } = headers;
    const upstreams = ready.size > 0 ? [...ready] : ports;
    const port = upstreams[turn++ % upstreams.length];
    const sent = request({ host: '127.0.0.1', port, method, path, headers: kept, agent }, (answer) => {
      const { connection: __, ...head } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, head);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 1) forward(incoming, response, left - 1);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`${String(error)} on a ${sent.reusedSocket ? 'kept' : 'new'} connection`);
    });
    sent.end(incoming.body);
  };
  const server = await FakeServer.start((response, incoming) => forward(incoming, response, ports.length));
  const close = async (): Promise<void> => {
    clearInterval(checks);
    agent.destroy();
    await server.close();
  };
  return { url: server.url, close };
}
