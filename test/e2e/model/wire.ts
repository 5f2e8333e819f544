import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/**
 * The way from the service to the provider. While it is cut, connections break and new ones are refused, as by a
 * provider whose machine is there and whose program is not.
 */
export class Wire {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private port = 0;

  private constructor(private readonly target: URL) {
    this.server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(one);
        one.pipe(other);
        // A connection that breaks on one side breaks on the other, and says no more than that.
        one
          .on('error', () => undefined)
          .on('close', () => {
            this.sockets.delete(one);
            other.destroy();
          });
      }
    });
  }

  static async to(targetUrl: string): Promise<Wire> {
    const wire = new Wire(new URL(targetUrl));
    await wire.mend();
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async mend(): Promise<void> {
    if (this.server.listening) return;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(this.port, '127.0.0.1', () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    this.port = (this.server.address() as AddressInfo).port;
  }

  async cut(): Promise<void> {
    if (!this.server.listening) return;
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
