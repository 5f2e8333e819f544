import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import { controlApi } from './control/control-api.js';
import { merchantApi } from './endpoints/merchant-api.js';
import { pages } from './pages/pages.js';
import type { SandboxSettings } from './settings/settings.js';
import { DEFAULT_SETTINGS } from './settings/settings.js';
import { refusalEnvelope } from './wire/envelope.js';
import { refusals } from './wire/refusal.js';
import { World } from './world.js';

export interface Sandbox {
  /** Listens; returns the URL, such as http://127.0.0.1:4010. Rejects if the port is taken. */
  start(): Promise<string>;
  /** Closes within a second: cuts waiting requests and cancels scheduled callbacks and moves. */
  stop(): Promise<void>;
}

export type SandboxOptions = Partial<SandboxSettings> & {
  /** Receives one JSON line per request; default: no log. */
  readonly log?: (line: string) => void;
};

// Long enough to finish writing an answer.
const FAREWELL_MS = 300;

/** A provider with default settings unless given. Throws if its state file cannot be read. */
export function createSandbox({ log, ...settings }: SandboxOptions = {}): Sandbox {
  const world = new World({ ...DEFAULT_SETTINGS, ...settings });
  const server = createServer(application(world, log ?? (() => undefined)));
  return {
    async start() {
      const { host, port, publicUrl } = world.settings;
      server.listen(port, host);
      await once(server, 'listening');
      // The system picks the port for port 0 while listening.
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
  app.use((_request, response) => {
    response.status(404).json({ error: 'not found' });
  });
  app.use(answerError(world, log));
  return app;
}

/** Answers unreadable bodies and internal errors. Logs only the error's name. */
function answerError(world: World, log: (line: string) => void): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, _request, response, next) => {
    log(JSON.stringify({ error: error instanceof Error ? error.name : 'unknown' }));
    if (response.headersSent) next(error);
    else response.status(statusOf(error)).json(refusalEnvelope(refusals.system(), world.behaviour));
  };
}

/** Express's errors carry their HTTP status, such as 413 for a large body. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : null;
  return typeof status === 'number' ? status : 500;
}

function inAddress(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** A wildcard address can't be connected to. */
function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : inAddress(host);
}

/** One JSON line per request: method, path, status, returnCode and ms. No headers, queries, bodies or page URLs. */
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

/** A pay page's URL grants access to it. */
function withoutPageId(path: string): string {
  return path.replace(/^\/(pay|orders)\/[^/]+/, '/$1/:id');
}
