import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OrderStream, OrderStreams } from '#src/follow/stream/order-streams.service.js';
import type { StreamRequest } from '#src/follow/stream/order-streams.service.js';
import type { StreamEnd } from '#src/follow/stream/event-stream.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import { OpenStreams, limitsFor } from '#src/follow/stream/open-streams.service.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { eventText, HEARTBEAT_TEXT, RETRY_TEXT } from '#src/follow/stream/event-stream.js';
import { lastSeenVersion } from '#src/follow/stream/order-events.controller.js';
import { pausedReader } from '../paused-reader.js';
import { orderRow, orderState } from '../../../support/order-builders.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { SystemChance } from '#src/platform/chance.js';

/** Exceeds any socket buffer. */
const LARGE = 'x'.repeat(32 * 1024 * 1024);

let reader: Socket;
let response: ServerResponse;
let close: () => Promise<void>;
let stream: OrderStream;
let shown: number[];
let ends: StreamEnd[];

const version = (version: number): OrderState => orderState({ order: orderRow({ version }) });

describe('order stream: a reader of a real connection that does not read', () => {
  beforeEach(async () => {
    const [seen, over]: [number[], StreamEnd[]] = [[], []];
    [shown, ends] = [seen, over];
    ({ reader, response, close } = await pausedReader());
    stream = new OrderStream(response, {
      show: ({ order }) => {
        seen.push(order.version);
        return Promise.resolve({ json: order.version === 1 ? LARGE : '{}', isLast: order.version === 9 });
      },
      time: new ProcessTime(),
      heartbeatMs: 10,
      lifetimeMs: 3_600_000,
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
  afterEach(() => close());

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
});

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
  const settings = { streams: { most: 5, lifetimeMs: 60_000 } } as never;
  const metrics = new Metrics();
  const answer = () => Object.assign(new EventEmitter(), { destroyed: false });
  let response = answer();
  const watching = new Set<unknown>();
  const streams = new OrderStreams(
    {
      readAndPoll: () => {
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
    { known: {}, isOlder: () => false } as never,
    { of: () => Promise.resolve({ final: false }) } as never,
    new OpenStreams(settings, new ProcessTime(), new SystemChance(), metrics),
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

describe('order stream: slots by caller', () => {
  const seats = (kind: 'guest' | 'customer' | 'key' | 'everybody', most: number) =>
    limitsFor({ caller: { kind, id: 'c' }, block: '192.0.2.0/24' }, most).map((seat) => [seat.whose, seat.most]);

  it.each([
    [
      'guest',
      100,
      [
        ['block 192.0.2.0/24', 10],
        ['guests', 80],
      ],
    ],
    [
      'guest',
      3,
      [
        ['block 192.0.2.0/24', 1],
        ['guests', 2],
      ],
    ],
    [
      'customer',
      5000,
      [
        ['c', 100],
        ['block 192.0.2.0/24', 500],
      ],
    ],
    [
      'customer',
      100,
      [
        ['c', 10],
        ['block 192.0.2.0/24', 10],
      ],
    ],
    ['key', 100, [['c', 25]]],
    ['key', 3, [['c', 1]]],
    ['everybody', 100, []],
  ] as const)('%s, of %i', (kind, most, expected) => {
    expect(seats(kind, most)).toEqual(expected);
  });
});

describe('server-sent events', () => {
  it('are blocks of lines, each followed by an empty line', () => {
    expect(eventText('order', '7', '{"a":"b"}')).toBe('event: order\nid: 7\ndata: {"a":"b"}\n\n');
    for (const text of [RETRY_TEXT, HEARTBEAT_TEXT]) expect(text).toMatch(/^[^\n]+\n\n$/);
    expect(HEARTBEAT_TEXT.startsWith(':')).toBe(true);
  });
});

describe('Last-Event-ID', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['0', null],
    ['1', 1],
    ['42', 42],
    ['042', null],
    ['-1', null],
    ['1.0', null],
    ['1e3', null],
    [' 1', null],
    ['1, 2', null],
    ['999999999', 999_999_999],
    ['9999999999', null],
    ['x', null],
  ])('%j is version %j', (header, version) => {
    expect(lastSeenVersion(header)).toBe(version);
  });
});
