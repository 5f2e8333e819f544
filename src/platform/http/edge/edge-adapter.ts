import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import type { EdgeSettings } from '../../config/settings.js';
import { refuseOtherMethods } from './allowed-methods.js';
import { Connections } from './connections.js';
import { answerUnreadable } from './unreadable-requests.js';

const MAX_HEADER_BYTES = 16 * 1024;
/** Time-outs are looked at only so often: a slow sender is cut off at most so much later. */
const CHECK_MS = 1000;
/** An open connection outlives the minute after which load balancers close theirs. */
const KEEP_ALIVE_MS = 65_000;

/** Express on servers whose limits hold: most of them can only be said when a server is made. */
export class EdgeAdapter extends ExpressAdapter {
  private readonly classes = classesOf(this.getInstance());
  connections!: Connections;
  /** Holds connections of a further server to the limits of the first one. */
  countConnections: (server: Server) => void = () => undefined;

  constructor(private readonly edge: EdgeSettings) {
    super();
  }

  /** A server whose requests come to Express, be it through a `listener`. */
  newServer(listener: RequestListener = this.getInstance()): Server {
    const { headersTimeoutMs, requestTimeoutMs } = this.edge;
    const options = {
      ...this.classes,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: Math.min(CHECK_MS, headersTimeoutMs),
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Refused by `refuseOddRequests`, as a problem: Node answers without a body.
      requireHostHeader: false,
      insecureHTTPParser: false,
    };
    const server = createServer(options, listener);
    // Node would drop what is beyond its count without a word; `refuseOddRequests` counts, and the size above is a limit too.
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
 * Of what a server makes requests and answers, so that Express finds them with the prototypes that it would give them. It
 * gives each its own, and to V8 each object whose prototype was changed is one of a kind: all that is added to it or read
 * from it later is looked up anew, which took a third of the CPU of a short request.
 */
function classesOf(express: Express): ServerOptions {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(Request.prototype, express.request);
  Object.setPrototypeOf(Response.prototype, express.response);
  Object.assign(express, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
