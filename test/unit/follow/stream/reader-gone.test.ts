import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { OpenStreams } from '#src/follow/stream/open-streams.service.js';
import { OrderStreams } from '#src/follow/stream/order-streams.service.js';
import type { StreamRequest } from '#src/follow/stream/order-streams.service.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { orderState } from '../../../support/order-builders.js';

const REQUEST: StreamRequest = {
  merchantOrderNo: 'A-1001',
  caller: EVERYBODY,
  block: '192.0.2.7',
  seenVersion: null,
  until: 'final',
  isHead: false,
  identify: () => Promise.resolve(EVERYBODY),
};

it('order stream: a reader that leaves during the first read frees its slots', async () => {
  const settings = { streams: { most: 5, heartbeatMs: 60_000, lifetimeMs: 60_000 } } as never;
  const metrics = new Metrics();
  const answer = () => Object.assign(new EventEmitter(), { destroyed: false });
  let response = answer();
  const watching = new Set<unknown>();
  const streams = new OrderStreams(
    {
      read: () => {
        response.destroyed = true;
        response.emit('close');
        return Promise.resolve(orderState());
      },
    } as never,
    {
      join: (_: string, stream: unknown) => {
        watching.add(stream);
        return () => watching.delete(stream);
      },
    } as never,
    { of: () => Promise.resolve({ final: false }) } as never,
    new OpenStreams(settings, metrics),
    settings,
    {} as never,
    { repeat: () => undefined } as never,
  );
  // More often than one order may be followed at once.
  for (let n = 0; n < 30; n++) {
    response = answer();
    await streams.follow(REQUEST, response as unknown as ServerResponse);
  }
  expect(watching.size).toBe(0);
  expect(await metrics.registry.metrics()).toMatch(/^ramp_checkout_streams_open 0$/m);
});
