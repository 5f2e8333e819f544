import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import type { EdgeSettings } from '../../config/settings.js';
import { refuseOtherMethods } from './allowed-methods.js';
import { Connections } from './connections.js';
import { answerUnreadable } from './unreadable-requests.js';

const MAX_HEADER_BYTES = 16 * 1024;
/** How often time-outs are checked: a slow sender is cut off at most this much later. */
const CHECK_MS = 1000;
/** Longer than the minute after which load balancers close idle connections. */
const KEEP_ALIVE_MS = 65_000;

/** Express on servers with our limits: most of them can only be set when a server is created. */
export class EdgeAdapter extends ExpressAdapter {
  private readonly classes = classesOf(this.getInstance());
  connections!: Connections;
  /** Applies the connection limits of the first server to another one. */
  countConnections: (server: Server) => void = () => undefined;

  constructor(private readonly edge: EdgeSettings) {
    super();
  }

  /** A server that passes its requests to Express, directly or through a `listener`. */
  newServer(listener: RequestListener = this.getInstance()): Server {
    const { headersTimeoutMs, requestTimeoutMs } = this.edge;
    const options = {
      ...this.classes,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: Math.min(CHECK_MS, headersTimeoutMs),
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // `refuseOddRequests` refuses these with a problem; Node answers without a body.
      requireHostHeader: false,
      insecureHTTPParser: false,
    };
    const server = createServer(options, listener);
    // Node would silently drop headers beyond its count; `refuseOddRequests` counts them, and the size above is limited
    // too.
    server.maxHeadersCount = 0;
    answerUnreadable(server);
    return server;
  }

  override initHttpServer(): void {
    const server = this.newServer();
    this.connections = new Connections(server);
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
 * Request and response classes with Express' prototypes. Express would set the prototype of each object, which makes V8
 * treat every object as unique and look up all its properties anew: a third of the CPU of a short request.
 */
function classesOf(express: Express): ServerOptions {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(Request.prototype, express.request);
  Object.setPrototypeOf(Response.prototype, express.response);
  Object.assign(express, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
