import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { EdgeSettings } from '../../config/settings.js';
import { UnusedConnections } from './unused-connections.js';

const MAX_HEADER_BYTES = 16 * 1024;
/** Time-outs are looked at only so often: a slow sender is cut off at most so much later. */
const CHECK_MS = 1000;
/** An open connection outlives the minute after which load balancers close theirs. */
const KEEP_ALIVE_MS = 65_000;

/** Express on a server whose limits hold: most of them can only be said when the server is made. */
export class EdgeAdapter extends ExpressAdapter {
  private unused: UnusedConnections | null = null;

  constructor(private readonly edge: EdgeSettings) {
    super();
  }

  override initHttpServer(): void {
    const server: Server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        connectionsCheckingInterval: Math.min(CHECK_MS, this.edge.headersTimeoutMs),
        headersTimeout: this.edge.headersTimeoutMs,
        requestTimeout: this.edge.requestTimeoutMs,
        keepAliveTimeout: KEEP_ALIVE_MS,
        // Refused by `refuseOddRequests`, as a problem: Node answers without a body.
        requireHostHeader: false,
        insecureHTTPParser: false,
      },
      this.getInstance(),
    );
    // Node would drop what is beyond its count without a word; `refuseOddRequests` counts, and the size above is a limit too.
    server.maxHeadersCount = 0;
    this.unused = new UnusedConnections(server);
    this.httpServer = server;
  }

  override close(): Promise<void> | undefined {
    this.unused?.endThem();
    return super.close() as Promise<void> | undefined;
  }
}
