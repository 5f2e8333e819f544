import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { EdgeSettings } from '../../config/settings.js';
import { answerUnreadable } from './unreadable-requests.js';
import { UnusedConnections } from './unused-connections.js';

const MAX_HEADER_BYTES = 16 * 1024;
/** Time-outs are looked at only so often: a slow sender is cut off at most so much later. */
const CHECK_MS = 1000;
/** An open connection outlives the minute after which load balancers close theirs. */
const KEEP_ALIVE_MS = 65_000;

/** A server whose limits hold: most of them can only be said when it is made. */
export function edgeServer({ headersTimeoutMs, requestTimeoutMs }: EdgeSettings, listener: RequestListener): Server {
  const options = {
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

/** Express on such a server. */
export class EdgeAdapter extends ExpressAdapter {
  private unused: UnusedConnections | null = null;

  constructor(private readonly edge: EdgeSettings) {
    super();
  }

  override initHttpServer(): void {
    const server = edgeServer(this.edge, this.getInstance());
    this.unused = new UnusedConnections(server);
    this.httpServer = server;
  }

  override close(): Promise<void> | undefined {
    this.unused?.endThem();
    return super.close() as Promise<void> | undefined;
  }
}
