import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import { Settings } from '../../platform/config/settings.js';
import { noteStreamOpened } from '../../platform/http/edge/request-deadline.js';
import { Seats } from '../../platform/limits/slots.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Metrics, startAtZero } from '../../platform/telemetry/metrics.js';
import { STREAM_ENDS } from './event-stream.js';
import type { EventStream, StreamOptions } from './event-stream.js';
import type { WantedSeat } from './stream-seats.js';

/** The holder of the slots of all streams in this process. */
const ALL = 'all';
/** Seconds. Clients without a stream poll meanwhile, so they need not retry soon. */
const RETRY_AFTER_FULL = 30;
const RETRY_AFTER_STOPPING = 1;
/** The process must end, so a slow reader loses the end of the stream and reads it again elsewhere. */
const STOPPING_MS = 1000;

const HEAD = {
  'Content-Type': 'text/event-stream',
  // Keeps proxies from caching, compressing and buffering the stream.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

/** The open streams of this process and their limits. A waiting long poll counts as a stream. */
@Injectable()
export class OpenStreams implements OnModuleDestroy {
  private readonly logger = new Logger(OpenStreams.name);
  private readonly open = new Set<EventStream>();
  private readonly seats = new Seats();
  private readonly events: Counter;
  private readonly ends: Counter<'reason'>;
  private stopping = false;

  constructor(
    private readonly settings: Settings,
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
      Promise.resolve([{ labels: {}, value: this.seats.taken(ALL) }]),
    );
  }

  onModuleDestroy(): void {
    this.stopping = true;
    for (const stream of this.open) stream.finish('stopping', STOPPING_MS);
  }

  /** Throws `unavailable` when the process is stopping. */
  requireRunning(): void {
    if (this.stopping) throw unavailable(RETRY_AFTER_STOPPING);
  }

  /**
   * Takes a slot of the process and the `wanted` ones. Returns a function that releases them all, safe to call twice.
   * Throws `unavailable` if the process is full, `rate_limited` if another holder's limit is reached.
   */
  sitDown(wanted: readonly WantedSeat[]): () => void {
    const leaving: (() => void)[] = [];
    const leave = (): void => {
      for (const one of leaving.splice(0)) one();
    };
    try {
      for (const seat of wanted) leaving.push(this.seat(seat));
      const inProcess = this.seats.take(ALL, this.settings.streams.most);
      if (inProcess === null) throw unavailable(RETRY_AFTER_FULL);
      leaving.push(inProcess);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** Takes one more slot, for a holder of a process slot. Returns a function that releases it. */
  seat({ whose, most }: WantedSeat): () => void {
    const taken = this.seats.take(whose, most);
    if (taken === null)
      throw new Problem('rate_limited', PROBLEM_TEXTS.tooManyStreams, { retryAfter: RETRY_AFTER_FULL });
    return taken;
  }

  optionsFor(response: ServerResponse, leave: () => void): StreamOptions {
    // Write errors after the reader has gone are irrelevant.
    response.on('error', () => undefined);
    return {
      ...this.settings.streams,
      // Random, so that streams opened at the same time do not all end together.
      lifetimeMs: this.settings.streams.lifetimeMs * (0.8 + 0.2 * Math.random()),
      onEvent: () => this.events.inc(),
      onEnd: (reason, hasBegun) => {
        if (hasBegun) this.ends.inc({ reason });
        leave();
      },
      onError: (error) => logEvent(this.logger, 'stream_failed', { err: error }),
    };
  }

  /** Writes the head of a streamed response. Throws `unavailable` when the process is stopping. */
  begin(stream: EventStream, response: ServerResponse): void {
    this.requireRunning();
    response.writeHead(200, HEAD);
    noteStreamOpened(response);
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
