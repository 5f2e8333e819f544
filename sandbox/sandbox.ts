import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import { controlApi } from './control/control-api.js';
import { merchantApi } from './endpoints/merchant-api.js';
import { pages } from './pages/pages.js';
import { helpText } from './settings/help.js';
import type { SandboxSettings } from './settings/settings.js';
import { DEFAULT_SETTINGS } from './settings/settings.js';
import { refusalEnvelope } from './wire/envelope.js';
import { refusals } from './wire/refusal.js';
import { World } from './world.js';

export interface Sandbox {
  /** Listens; gives the address, such as http://127.0.0.1:4010. Rejects when the port is taken. */
  start(): Promise<string>;
  /** Closes within a second: requests that wait are cut off, callbacks and moves under way are given up. */
  stop(): Promise<void>;
}

export type SandboxOptions = Partial<SandboxSettings> & {
  /** Takes one JSON line for each request; nothing is logged without it. */
  readonly log?: (line: string) => void;
};

// Long enough for an answer that is being written.
const FAREWELL_MS = 300;

/** A provider of its own. Settings that are left out have their defaults. Throws when its state file cannot be read. */
export function createSandbox({ log, ...settings }: SandboxOptions = {}): Sandbox {
  const world = new World({ ...DEFAULT_SETTINGS, ...settings });
  const server = createServer(application(world, log ?? (() => undefined)));
  return {
    async start() {
      const { host, port, publicUrl } = world.settings;
      server.listen(port, host);
      await once(server, 'listening');
      // With port 0 the address is known only now.
      const taken = (server.address() as AddressInfo).port;
      world.publicUrl = publicUrl ?? `http://${reachable(host)}:${taken}`;
      world.progress.resume(world.orders.all());
      return `http://${inAddress(host)}:${taken}`;
    },
    async stop() {
      world.stop();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      const farewell = setTimeout(() => {
        server.closeAllConnections();
      }, FAREWELL_MS);
      await closed;
      clearTimeout(farewell);
    },
  };
}

function application(world: World, log: (line: string) => void): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestLog(log));
  app.use('/_control', controlApi(world));
  app.use(merchantApi(world));
  app.use(pages(world));
  app.get('/', (_request, response) => {
    response.type('text/plain').send(helpText());
  });
  app.use((_request, response) => {
    response.status(404).json({ error: 'not found' });
  });
  app.use(answerError(world, log));
  return app;
}

/** What no code above answers: a body that cannot be read, or a mistake of the sandbox. Only its name is logged. */
function answerError(world: World, log: (line: string) => void): ErrorRequestHandler {
  // Four parameters are how Express tells an error handler from others.
  return (error: unknown, _request, response, next) => {
    log(JSON.stringify({ error: error instanceof Error ? error.name : 'unknown' }));
    if (response.headersSent) next(error);
    else response.status(statusOf(error)).json(refusalEnvelope(refusals.system(), world.behaviour));
  };
}

/** Express's own errors say which status they stand for, such as 413 for a body that is too large. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : null;
  return typeof status === 'number' ? status : 500;
}

function inAddress(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** A wildcard is an address to listen on, not one to go to. */
function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : inAddress(host);
}

/** One JSON line for each request: method, path, returnCode and ms. Never headers, queries, bodies or page addresses. */
function requestLog(write: (line: string) => void): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      const returnCode = (response.locals as { readonly returnCode?: string | null }).returnCode ?? null;
      const ms = Math.round(performance.now() - began);
      write(JSON.stringify({ method, path: withoutPageId(path), httpStatus: response.statusCode, returnCode, ms }));
    });
    next();
  };
}

/** Whoever knows a pay page's address may use it. */
function withoutPageId(path: string): string {
  return path.replace(/^\/(pay|orders)\/[^/]+/, '/$1/:id');
}
