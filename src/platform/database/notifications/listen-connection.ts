import { Socket } from 'node:net';
import pg from 'pg';
import type { Secret } from '../../shared/secret.js';

/** Of everything that this service tells itself; a name of its own among what else may use the database. */
export const CHANNEL = 'ramp_checkout';

const CONNECT_MS = 3000;
const LISTEN_MS = 5000;
/** A server that does not answer cannot agree to the end of the connection. */
const GOODBYE_MS = 1000;

/** One connection that listens on {@link CHANNEL}, and that nothing else uses. */
export class ListenConnection {
  private constructor(
    private readonly client: pg.Client,
    private readonly socket: Socket,
    /** Aborted when the connection is no more, however it ended, or when nobody wants it any longer. */
    readonly over: AbortSignal,
  ) {}

  /**
   * Throws when there is no connection to be had, or no LISTEN on it, or when it is `unwanted` before that. `heard` gets
   * each payload.
   */
  static async open(url: Secret, heard: (payload: string) => void, unwanted: AbortSignal): Promise<ListenConnection> {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: url.reveal(),
      application_name: 'ramp-checkout-listen',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: LISTEN_MS,
      keepAlive: true,
      stream: () => socket,
    });
    const lost = new AbortController();
    client.once('end', () => lost.abort());
    // What goes wrong later shows as the end.
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => {
      if (channel === CHANNEL && payload !== undefined) heard(payload);
    });
    const giveUp = (): void => void socket.destroy();
    unwanted.addEventListener('abort', giveUp);
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      return new ListenConnection(client, socket, AbortSignal.any([lost.signal, unwanted]));
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      unwanted.removeEventListener('abort', giveUp);
    }
  }

  /** Never rejects, and does not wait for a server that is silent. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.socket.destroy(), GOODBYE_MS);
    await this.client.end().catch(() => undefined);
    clearTimeout(timer);
    this.socket.destroy();
  }
}
