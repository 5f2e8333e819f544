import { Agent as HttpAgent } from 'node:http';
import type { AgentOptions, ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';

/** An idle connection is given up after this time, well before servers do, so that few calls meet a dying one. */
const IDLE_MS = 4000;

type HandOver = (error: Error | null, socket: Duplex) => void;

/**
 * Agents that give a request its socket only when that is open: TCP connected, and with TLS the certificate verified.
 * So a request that never got a socket has certainly not sent a byte; Node's own agents hand out sockets that are still
 * connecting, and then nobody can tell.
 */
export class OpenHttpAgent extends HttpAgent {
  constructor(
    options: AgentOptions,
    private readonly connectMs: number,
  ) {
    super(options);
  }

  override createConnection(options: ClientRequestArgs, callback?: HandOver): undefined {
    handOverOpen(super.createConnection(options), 'connect', this.connectMs, callback);
  }
}

/** See {@link OpenHttpAgent}. */
export class OpenHttpsAgent extends HttpsAgent {
  constructor(
    options: AgentOptions & { ca?: string },
    private readonly connectMs: number,
  ) {
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in some environment does not switch the check off.
    super({ ...options, rejectUnauthorized: true });
  }

  override createConnection(options: RequestOptions, callback?: HandOver): undefined {
    handOverOpen(super.createConnection(options), 'secureConnect', this.connectMs, callback);
  }
}

/** Keep-alive with at most `most` connections; those that are not open after `connectMs` are given up. */
export function agentOptions(most: number): AgentOptions {
  return { keepAlive: true, maxSockets: most, maxFreeSockets: most, timeout: IDLE_MS };
}

function handOverOpen(
  socket: Duplex | null | undefined,
  opened: 'connect' | 'secureConnect',
  connectMs: number,
  handOver: HandOver | undefined,
): void {
  if (!socket || !handOver) throw new TypeError('the agent did not begin a connection');
  // Without this limit an attempt that nobody waits for any more would stay until the system gives it up, minutes later.
  const limit = setTimeout(() => socket.destroy(new Error('not connected in time')), connectMs);
  const settle = (error: Error | null) => {
    clearTimeout(limit);
    socket.off(opened, onOpen).off('error', settle).off('close', onClose);
    // An attempt that failed may fail once more while it is being torn down; nobody listens then.
    if (error !== null) socket.on('error', () => undefined);
    handOver(error, socket);
  };
  const onOpen = () => {
    settle(null);
  };
  const onClose = () => {
    settle(new Error('closed before it was open'));
  };
  socket.on(opened, onOpen).on('error', settle).on('close', onClose);
}
