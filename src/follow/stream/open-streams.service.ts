import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import { Settings } from '../../platform/config/settings.js';
import { markStreamOpened } from '../../platform/http/edge/request-deadline.js';
import { Time } from '../../platform/time/time.js';
import type { Caller } from '../../platform/callers/caller.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { Slots } from '../../platform/limits/slots.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Metrics, startAtZero } from '../../platform/telemetry/metrics.js';
import { STREAM_ENDS } from './event-stream.js';
import type { EventStream, StreamOptions } from './event-stream.js';
import { Chance } from '../../platform/chance.js';

/** More than windows and devices need. */
export const MOST_OF_ONE = 20;
const MOST_OF_CUSTOMER = 100;
/** The largest share of a process's streams for one customer, or one address block of customers and guests. */
const SHARE_OF_ONE = 1 / 10;
const SHARE_OF_KEY = 1 / 4;
const SHARE_OF_GUESTS = 4 / 5;
const ALL = 'all';
/** Seconds. Clients without a stream poll meanwhile, so they need not retry soon. */
const RETRY_AFTER_FULL = 30;
const RETRY_AFTER_STOPPING = 1;
/** Clients take a stream for dead that is silent for 40 s (ours does), proxies mostly after 60. */
const HEARTBEAT_MS = 15_000;
/** The process must end, so a slow reader loses the end of the stream and reads it again elsewhere. */
const STOPPING_MS = 1000;

const HEAD = {
  'Content-Type': 'text/event-stream',
  // Keeps proxies from caching, compressing and buffering the stream.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

interface SlotLimit {
  readonly whose: string;
  readonly most: number;
}

/** The open streams of this process and their limits. A waiting long poll counts as a stream. */
@Injectable()
export class OpenStreams implements OnModuleDestroy {
  private readonly logger = new Logger(OpenStreams.name);
  private readonly open = new Set<EventStream>();
  private readonly slots = new Slots();
  private readonly events: Counter;
  private readonly ends: Counter<'reason'>;
  isRunning = true;

  constructor(
    private readonly settings: Settings,
    private readonly time: Time,
    private readonly chance: Chance,
    metrics: Metrics,
  ) {
    const registers = [metrics.registry];
    this.events = new Counter({
      name: 'ramp_checkout_stream_events_total',
      help: 'Events sent to those who follow orders.',
      registers,
    });
    this.ends = new Counter({
      name: 'ramp_checkout_streams_ended_total',
      help: 'Streams of orders that ended, by reason.',
      labelNames: ['reason'],
      registers,
    });
    startAtZero(this.ends, { reason: STREAM_ENDS });
    metrics.gauge('ramp_checkout_streams_open', 'Open streams of orders.', [], () =>
      Promise.resolve([{ labels: {}, value: this.slots.taken(ALL) }]),
    );
  }

  onModuleDestroy(): void {
    this.isRunning = false;
    for (const stream of this.open) stream.finish('stopping', STOPPING_MS);
  }

  /** Throws `unavailable` when the process is stopping. */
  requireRunning(): void {
    if (!this.isRunning) throw unavailable(RETRY_AFTER_STOPPING);
  }

  /** May be released twice. Throws `unavailable` if the process is full, `rate_limited` at another limit. */
  acquire(limits: readonly SlotLimit[]): () => void {
    const held: (() => void)[] = [];
    const release = (): void => held.splice(0).forEach((one) => one());
    try {
      for (const limit of limits) held.push(this.acquireOne(limit));
      const inProcess = this.slots.acquire(ALL, this.settings.streams.most);
      if (inProcess === null) throw unavailable(RETRY_AFTER_FULL);
      held.push(inProcess);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  acquireOne({ whose, most }: SlotLimit): () => void {
    const release = this.slots.acquire(whose, most);
    if (release !== null) return release;
    throw new Problem('rate_limited', PROBLEM_TEXTS.tooManyStreams, { retryAfter: RETRY_AFTER_FULL });
  }

  optionsFor(response: ServerResponse, release: () => void): StreamOptions {
    // Write errors after the reader has gone are irrelevant.
    response.on('error', () => undefined);
    return {
      heartbeatMs: HEARTBEAT_MS,
      time: this.time,
      // Random, so that streams opened at the same time do not all end together.
      lifetimeMs: this.settings.streams.lifetimeMs * (0.8 + 0.2 * this.chance.number()),
      onEvent: () => this.events.inc(),
      onEnd: (reason, hasBegun) => {
        if (hasBegun) this.ends.inc({ reason });
        release();
      },
      onError: (error) => logEvent(this.logger, 'stream_failed', { err: error }),
    };
  }

  /** Writes the head of a streamed response. Throws `unavailable` when the process is stopping. */
  begin(stream: EventStream, response: ServerResponse): void {
    this.requireRunning();
    response.writeHead(200, HEAD);
    markStreamOpened(response, this.time);
    this.open.add(stream);
    response.once('close', () => this.open.delete(stream));
  }

  answerHead(response: ServerResponse): void {
    response.writeHead(200, HEAD).end();
  }
}

function unavailable(retryAfter: number): Problem {
  return new Problem('unavailable', PROBLEM_TEXTS.streamsUnavailable, { retryAfter });
}

/** The limits of a caller's stream; `most` is the limit of the process. */
export function limitsFor(
  { caller, block }: { readonly caller: Pick<Caller, 'kind' | 'id'>; readonly block: string },
  most: number,
): readonly SlotLimit[] {
  const share = (part: number): number => Math.max(1, Math.floor(part * most));
  const ofBlock = { whose: `block ${block}`, most: share(SHARE_OF_ONE) };
  switch (caller.kind) {
    case 'guest':
      return [ofBlock, { whose: 'guests', most: share(SHARE_OF_GUESTS) }];
    case 'customer':
      return [{ whose: caller.id, most: Math.min(MOST_OF_CUSTOMER, share(SHARE_OF_ONE)) }, ofBlock];
    case 'key':
      return [{ whose: caller.id, most: share(SHARE_OF_KEY) }];
    case 'everybody':
      return [];
  }
}
