import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import { Settings } from '../../platform/config/settings.js';
import { noteStreamOpened } from '../../platform/http/edge/open-streams.js';
import { Seats } from '../../platform/shared/seats.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { startAtZero } from '../../platform/telemetry/start-at-zero.js';
import { STREAM_ENDS } from './event-stream.js';
import type { EventStream, StreamOptions } from './event-stream.js';
import type { WantedSeat } from './stream-seats.js';

/** Whose seats all streams of the process have. */
const ALL = 'all';
/** Seconds; whoever gets no stream asks from time to time, and need not try again at once. */
const RETRY_AFTER_FULL = 30;
const RETRY_AFTER_STOPPING = 1;
/** The process has to end: who does not read loses the end of it, and gets all of it elsewhere. */
const STOPPING_MS = 1000;

const HEAD = {
  'Content-Type': 'text/event-stream',
  // Proxies are neither to keep it, nor to pack it, nor to gather it.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

/** The open streams of this process, and how many there may be; who waits for an answer (long poll) counts as one. */
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

  /** All streams end: their readers come again, and find another process. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const stream of this.open) stream.finish('stopping', STOPPING_MS);
  }

  /** Throws `unavailable` when the process is about to end. */
  requireRunning(): void {
    if (this.stopping) throw unavailable(RETRY_AFTER_STOPPING);
  }

  /**
   * A seat in the process, beside those that `wanted` says. Gives how to leave all of them; it may be done twice. Throws
   * `unavailable` when no more may be open here, `rate_limited` when one of the others has too many.
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

  /** One more seat of somebody who has a seat in the process. Gives how to leave it. */
  seat({ whose, most }: WantedSeat): () => void {
    const taken = this.seats.take(whose, most);
    if (taken === null)
      throw new Problem('rate_limited', PROBLEM_TEXTS.tooManyStreams, { retryAfter: RETRY_AFTER_FULL });
    return taken;
  }

  /** What a stream into this answer is made with; `leave` is called when it is over. */
  optionsFor(response: ServerResponse, leave: () => void): StreamOptions {
    // What is written to a reader who is gone is nobody's concern.
    response.on('error', () => undefined);
    return {
      ...this.settings.streams,
      // Not all at the same moment, when many came at the same moment.
      lifetimeMs: this.settings.streams.lifetimeMs * (0.8 + 0.2 * Math.random()),
      onEvent: () => this.events.inc(),
      onEnd: (reason, hasBegun) => {
        if (hasBegun) this.ends.inc({ reason });
        leave();
      },
      onError: (error) => logEvent(this.logger, 'stream_failed', { err: error }),
    };
  }

  /** Writes the head of an answer that goes on. Throws `unavailable` when the process is about to end. */
  begin(stream: EventStream, response: ServerResponse): void {
    this.requireRunning();
    response.writeHead(200, HEAD);
    noteStreamOpened(response);
    this.open.add(stream);
    response.once('close', () => this.open.delete(stream));
  }

  /** Answers who wants the head of the answer alone. */
  answerHead(response: ServerResponse): void {
    response.writeHead(200, HEAD).end();
  }
}

function unavailable(retryAfter: number): Problem {
  return new Problem('unavailable', PROBLEM_TEXTS.streamsUnavailable, { retryAfter });
}
