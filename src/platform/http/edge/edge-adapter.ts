import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, RequestHandler } from 'express';
import type { Time } from '../../time/time.js';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import { Problem, PROBLEM_TEXTS } from '../../problems/problem.js';

/** A shop on the same domain may set 180 cookies: browsers send tens of kilobytes of them to the pages too. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Time for headers, and for a whole request of 64 KiB, over a bad mobile network; each slow sender holds a connection. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** How often time-outs are checked: a slow sender is cut off at most this much later. */
const CHECK_MS = 1000;
/** Longer than the minute after which load balancers close idle connections. */
const KEEP_ALIVE_MS = 65_000;

/** Express on servers with our limits: most of them can only be set when a server is created. */
export class EdgeAdapter extends ExpressAdapter {
  private readonly classes = classesOf(this.getInstance());
  connections!: Connections;

  constructor(private readonly time: Time) {
    super();
  }

  newServer(listener: RequestListener = this.getInstance()): Server {
    const options = {
      ...this.classes,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // `refuseOddRequests` refuses these with a problem; Node answers without a body.
      requireHostHeader: false,
      insecureHTTPParser: false,
    };
    const server = createServer(options, listener);
    // Node would silently drop headers beyond its count; `refuseOddRequests` counts them.
    server.maxHeadersCount = 0;
    return server;
  }

  override initHttpServer(): void {
    const server = this.newServer();
    this.connections = new Connections(server, this.time);
    this.httpServer = server;
  }

  override setNotFoundHandler(...handler: Parameters<ExpressAdapter['setNotFoundHandler']>): void {
    const express = this.getInstance<Express>();
    express.use(refuseOtherMethods(() => express.router));
    super.setNotFoundHandler(...handler);
  }

  override close(): Promise<void> | undefined {
    this.connections.drain();
    this.connections.endUnused();
    return super.close() as Promise<void> | undefined;
  }
}

/**
 * Classes with Express' prototypes: Express would set the prototype of each object, which makes V8 look up all its
 * properties anew: a third of the CPU of a short request.
 */
function classesOf(express: Express): ServerOptions {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(ExpressRequest.prototype, express.request);
  Object.setPrototypeOf(ExpressResponse.prototype, express.response);
  Object.assign(express, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/** For requests already on their way. */
const GRACE_MS = 1000;
const SHORT_TURN_MS = 0.3;
const MOST_TURNS_MS = 500;

/** A server's open connections, and their shutdown without cutting a request. */
export class Connections {
  readonly #underWay = new Map<Socket, Set<ServerResponse>>();
  #accepted = 0;
  #isDraining = false;

  constructor(
    private readonly server: Server,
    private readonly time: Time,
  ) {
    server.on('connection', (socket: Socket) => {
      this.#accepted += 1;
      this.#underWay.set(socket, new Set());
      socket.once('close', () => this.#underWay.delete(socket));
    });
    server.prependListener('request', ({ socket }: { socket: Socket }, response: ServerResponse) => {
      this.#underWay.get(socket)?.add(response);
      if (this.#isDraining) response.shouldKeepAlive = false;
      response.once('close', () => this.#underWay.get(socket)?.delete(response));
    });
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isDraining = true;
    for (const responses of this.#underWay.values()) for (const one of responses) one.shouldKeepAlive = false;
  }

  /** Stops accepting connections. Open ones may still bring a request, which `server.close` would cut off. */
  async stopListening(): Promise<void> {
    // Closing would reset connections in the accept queue: wait for a turn that accepted none.
    const { time } = this;
    const latest = time.monotonic() + MOST_TURNS_MS;
    await time.turn();
    for (let isQuiet = false; !isQuiet && time.monotonic() < latest;) {
      const [accepted, began] = [this.#accepted, time.monotonic()];
      await time.turn();
      isQuiet = accepted === this.#accepted && time.monotonic() - began < SHORT_TURN_MS;
    }
    NetServer.prototype.close.call(this.server);
  }

  /** `server.close` waits for ever for connections that browsers opened in advance and never used: close those. */
  endUnused(): void {
    const timer = this.time.every(GRACE_MS, () => {
      for (const [socket, responses] of this.#underWay) if (responses.size === 0) socket.destroy();
    });
    this.server.once('close', () => timer.cancel());
  }
}

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): unknown;
}

/** Runs after all routes. If the path has routes for other methods only: 405 with `Allow`, or 204 for OPTIONS. */
function refuseOtherMethods(router: () => { readonly stack: readonly unknown[] }): RequestHandler {
  return ({ path, method }, response, next) => {
    const allowed = (router().stack as readonly Layer[]).flatMap((layer) => methodsAt(layer, path));
    const isKnown = allowed.length > 0;
    if (isKnown) response.setHeader('Allow', [...new Set(allowed), 'OPTIONS'].join(', '));
    if (isKnown && method === 'OPTIONS') response.status(204).end();
    else next(isKnown ? new Problem('method_not_allowed', PROBLEM_TEXTS.methodNotAllowed) : undefined);
  };
}

function methodsAt(layer: Layer, path: string): string[] {
  const methods = layer.route?.methods;
  // A layer for all methods, TRACE included, that did not answer is middleware.
  if (methods === undefined || methods['trace'] === true || !layer.match(path)) return [];
  return Object.keys(methods).flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : name.toUpperCase()));
}
