import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '../../shared/address-block.js';
import type { Metrics } from '../../telemetry/metrics.js';

/**
 * Holds how many connections one address may have open, so that many slow ones of one sender do not use up what there is
 * for all. `most` 0: as many as come. A trusted proxy brings everybody's connections: its own are not counted.
 */
export function limitConnections(
  server: Server,
  most: number,
  isProxy: (address: string) => boolean,
  metrics: Metrics,
): void {
  if (most === 0) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const block = addressBlock(address);
    const count = open.get(block) ?? 0;
    if (count >= most) {
      metrics.rateLimited.inc({ kind: 'connections' });
      socket.destroy();
      return;
    }
    open.set(block, count + 1);
    socket.once('close', () => {
      const left = (open.get(block) ?? 1) - 1;
      if (left === 0) open.delete(block);
      else open.set(block, left);
    });
  });
}
