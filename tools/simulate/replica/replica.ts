import { AsyncLocalStorage } from 'node:async_hooks';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { duplexPair } from 'node:stream';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../../src/app.js';
import type { Overrides } from '../../../src/app.js';
import type { Settings } from '../../../src/platform/config/settings.js';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is; all else as JSON. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Null if it is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

const ADDRESS = '198.51.100.1';

/** One application in this process. It listens nowhere: requests come over pairs of streams. */
export class Replica {
  readonly #open = new Set<Promise<Answer>>();

  private constructor(
    readonly app: NestExpressApplication,
    /** Keeps what the caller holds in AsyncLocalStorage out of the service. */
    private readonly inside: <T>(work: () => T) => T,
  ) {}

  static async start(settings: Settings, overrides: Overrides): Promise<Replica> {
    const app = await createApp(settings, overrides);
    await app.init();
    return new Replica(app, AsyncLocalStorage.snapshot());
  }

  /** Rejects if the connection breaks. Never settles while the replica does not answer. */
  request(request: Request): Promise<Answer> {
    const answer = this.inside(() => exchange(this.app.getHttpServer(), request));
    this.#open.add(answer);
    return answer.finally(() => this.#open.delete(answer));
  }

  /** An answer that ends when the replica, or its reader, ends it. */
  follow(request: Request, onPart: (text: string) => void): Promise<Answer> {
    return this.inside(() => exchange(this.app.getHttpServer(), request, onPart));
  }

  /** Ends after the requests that are being answered. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#open);
    await this.app.close();
  }
}

function exchange(
  server: Server,
  { method, path, headers, body }: Request,
  onPart: (text: string) => void = () => undefined,
): Promise<Answer> {
  const [near, far] = duplexPair();
  server.emit('connection', Object.assign(far, { remoteAddress: ADDRESS }));
  const content = body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const usual = {
    host: 'checkout.example',
    connection: 'close',
    // Compression would leave the thread.
    'accept-encoding': 'identity',
    ...(content === null ? {} : { 'content-type': 'application/json', 'content-length': String(content.length) }),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ method, path, headers: { ...usual, ...headers }, createConnection: () => near });
    request.once('error', reject).once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        onPart(part);
      });
      response.once('error', reject).once('end', () => {
        // Node sets it, by the clock of the machine.
        const { date: _, ...rest } = response.headers;
        resolve({ status: response.statusCode ?? 0, headers: rest, body: parsed(text), text });
      });
    });
    request.end(content);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
