import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The fate of a request. `lose`: the service handles it, but the response is lost; `half`: half of it arrives; `refuse`: the
 * request is lost; `hold`: the response is buffered, as by a proxy.
 */
export type Act = 'pass' | 'lose' | 'half' | 'refuse' | 'hold' | ProxyPage;

/** The proxy's own page instead of the response. `forwards`: the service handles the request first. */
interface ProxyPage {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly forwards?: boolean;
}

export interface Relayed {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The service's status; null: no response yet. */
  status: number | null;
}

/** A proxy before a service that a test can make misbehave. */
export class Relay {
  readonly seen: Relayed[] = [];
  /** Decides about each request; the default passes. */
  act: (request: Relayed) => Act = () => 'pass';
  readonly #server: Server;

  private constructor(
    /** The service's address; can be changed. */
    public target: string,
  ) {
    this.#server = createServer((request, response) => void this.#relay(request, response));
  }

  static async start(target: string): Promise<Relay> {
    const relay = new Relay(target);
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  of(method: string, path: RegExp): Relayed[] {
    return this.seen.filter((request) => request.method === method && path.test(request.path));
  }

  /** Breaks all open connections, like a lost network. */
  cutAll(): void {
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const seen: Relayed = { method, path: url, headers, status: null };
    this.seen.push(seen);
    const act = this.act(seen);
    try {
      if (act === 'refuse') request.destroy();
      else if (typeof act === 'object' && act.forwards !== true) answerWith(response, act);
      else await this.#forward(request, response, seen, act);
    } catch {
      response.destroy();
    }
  }

  async #forward(request: IncomingMessage, response: ServerResponse, seen: Relayed, act: Act): Promise<void> {
    const { method, path, headers } = seen;
    const onward = httpRequest(`${this.target}${path}`, { method, headers: { ...headers } });
    // Pass on a client's disconnect.
    response.on('close', () => onward.destroy());
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      onward.on('response', resolve).on('error', reject);
    });
    request.pipe(onward);
    const answer = await answered;
    seen.status = answer.statusCode ?? null;
    if (act === 'pass') {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
      return;
    }
    const body = Buffer.concat(await answer.toArray()) as Buffer;
    if (typeof act === 'object') {
      answerWith(response, act);
      return;
    }
    if (act === 'lose') {
      response.destroy();
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (act === 'hold') response.end(body);
    else response.write(body.subarray(0, body.length / 2), () => response.destroy());
  }
}

function answerWith(response: ServerResponse, { status, headers, body = 'not the service' }: ProxyPage): void {
  response.writeHead(status, headers).end(body);
}

/** The HTML page of a load balancer that lost the service. */
export const htmlPage = (status: number, forwards: boolean): ProxyPage => ({
  status,
  forwards,
  headers: { 'content-type': 'text/html' },
  body: `<html><head><title>${status}</title></head><body><center>nginx</center></body></html>`,
});

export const PROXY_STATUSES = [502, 503, 504] as const;
