import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OrderStream } from '#src/follow/stream/order-streams.service.js';
import type { StreamEnd } from '#src/follow/stream/event-stream.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import { orderRow, orderState } from '../../../support/order-builders.js';

/** Exceeds any socket buffer. */
const LARGE = 'x'.repeat(32 * 1024 * 1024);

let server: Server;
let reader: Socket;
let response: ServerResponse;
let stream: OrderStream;
let shown: number[];
let ends: StreamEnd[];

const version = (version: number): OrderState => orderState({ order: orderRow({ version }) });

beforeEach(async () => {
  const [seen, over]: [number[], StreamEnd[]] = [[], []];
  [shown, ends] = [seen, over];
  server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const answering = new Promise<ServerResponse>((resolve) => server.once('request', (_, answer) => resolve(answer)));
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => undefined);
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  reader.pause();
  response = await answering;
  stream = new OrderStream(response, {
    show: ({ order }) => {
      seen.push(order.version);
      return Promise.resolve({ json: order.version === 1 ? LARGE : '{}', isLast: order.version === 9 });
    },
    ...{ heartbeatMs: 10, lifetimeMs: 3_600_000 },
    onEvent: () => undefined,
    onEnd: (end) => over.push(end),
    onError: (error) => {
      throw error;
    },
  });
  stream.open(0);
  stream.offer(version(1));
  await expect.poll(() => response.writableNeedDrain).toBe(true);
});
afterEach(async () => {
  reader.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

describe('order stream: a reader of a real connection that does not read', () => {
  it('gets the newest state later; those in between are never built', async () => {
    for (const one of [2, 3, 4, 9]) stream.offer(version(one));
    const kept = response.writableLength;
    await new Promise((resolve) => setTimeout(resolve, 200));
    // Heartbeats are not buffered either.
    expect([shown, response.writableLength]).toEqual([[1], kept]);
    let text = '';
    reader.setEncoding('latin1').on('data', (chunk: string) => (text += chunk.replaceAll('x', '')));
    reader.resume();
    const got = (): number[] => [...text.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id));
    await expect.poll(got).toEqual([1, 9]);
    await expect.poll(() => ends).toEqual(['reached']);
    expect(shown).toEqual([1, 9]);
  });

  it('does not delay the shutdown', async () => {
    stream.finish('stopping', 50);
    await expect.poll(() => ends).toEqual(['stopping']);
    expect(response.destroyed).toBe(true);
  });

  it('is noticed when it disconnects', async () => {
    reader.destroy();
    await expect.poll(() => ends).toEqual(['gone']);
    stream.offer(version(2));
    expect(shown).toEqual([1]);
  });
});
