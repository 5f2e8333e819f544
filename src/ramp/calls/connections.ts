import { Agent as HttpAgent } from 'node:http';
import type { AgentOptions, ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';

/** Idle connections close after this time, well before servers close theirs, so that few calls meet a closing one. */
const IDLE_MS = 4000;

type HandOver = (error: Error | null, socket: Duplex) => void;

/**
 * Agents that hand out only open, verified sockets, so a request without a socket certainly sent no byte. Node's own
 * agents also hand out sockets that are still connecting.
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

export class OpenHttpsAgent extends HttpsAgent {
  constructor(
    options: AgentOptions & { ca?: string },
    private readonly connectMs: number,
  ) {
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment has no effect.
    super({ ...options, rejectUnauthorized: true });
  }

  override createConnection(options: RequestOptions, callback?: HandOver): undefined {
    handOverOpen(super.createConnection(options), 'secureConnect', this.connectMs, callback);
  }
}

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
  // Otherwise an abandoned attempt would stay until the system gives up, minutes later.
  const limit = setTimeout(() => socket.destroy(new Error('not connected in time')), connectMs);
  const settle = (error: Error | null) => {
    clearTimeout(limit);
    socket.off(opened, onOpen).off('error', settle).off('close', onClose);
    // A failed socket may emit another error while it closes; without a listener that would be uncaught.
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
