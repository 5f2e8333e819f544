import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import { Settings } from '../../platform/config/settings.js';
import { noteStreamOpened } from '../../platform/http/edge/open-streams.js';
import type { Caller } from '../../platform/shared/caller.js';
import { Seats } from '../../platform/shared/seats.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { startAtZero } from '../../platform/telemetry/start-at-zero.js';
import type { OrderState } from '../model/order.types.js';
import { OrderView } from '../api/order-view.presenter.js';
import { OrdersService } from '../read/orders.service.js';
import { OrderStream, STREAM_ENDS } from './order-stream.js';
import type { FollowUntil, ShownOrder, StreamEnd } from './order-stream.js';
import { OrderWatch } from '../changes/order-watch.service.js';
import { MOST_OF_ORDER, seatsFor } from './stream-seats.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** Whose seats all streams of the process have. */
const ALL = 'all';
/** Seconds; whoever gets no stream asks for the order from time to time, and need not try again at once. */
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

export interface StreamRequest {
  readonly merchantOrderNo: string;
  readonly caller: Caller;
  /** From which block of addresses the caller comes. */
  readonly block: string;
  /** Finds out once more who is asking; throws when nobody in particular is, any longer. */
  readonly identify: () => Promise<Caller>;
  /** The version that the caller has already; null: none. */
  readonly seenVersion: number | null;
  /** How far the order is followed. */
  readonly until: FollowUntil;
  /** Only the head of the answer is wanted. */
  readonly isHead: boolean;
}

/** The open streams of this process. */
@Injectable()
export class OrderStreams implements OnModuleDestroy {
  private readonly logger = new Logger(OrderStreams.name);
  private readonly open = new Set<OrderStream>();
  private readonly seats = new Seats();
  private readonly events: Counter;
  private readonly ends: Counter<'reason'>;
  private stopping = false;

  constructor(
    private readonly orders: OrdersService,
    private readonly watch: OrderWatch,
    private readonly view: OrderView,
    private readonly settings: Settings,
    metrics: Metrics,
  ) {
    const registers = [metrics.registry];
    this.events = new Counter({
      name: 'ramp_checkout_stream_events_total',
      help: 'Orders sent to those who follow them.',
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

  /**
   * Answers with the caller's order, at once and at each change, until it is settled or final. It counts as a read: it requests a poll. Nothing
   * is answered yet when it throws: `not_found`, also for somebody else's order; `unavailable` when no more streams may be
   * open here; `rate_limited` when there are too many of this order, customer or block of addresses, or of guests.
   */
  async follow(request: StreamRequest, response: ServerResponse): Promise<void> {
    const { merchantOrderNo, caller } = request;
    if (this.stopping) throw unavailable(RETRY_AFTER_STOPPING);
    if (response.destroyed) return;
    const leaving: (() => void)[] = [];
    const leave = (): void => {
      for (const one of leaving.splice(0)) one();
    };
    const stream = this.streamOf(request, response, leave);
    try {
      for (const { whose, most } of seatsFor(request, this.settings.streams.most)) {
        leaving.push(this.seat(this.seats.take(whose, most), tooMany));
      }
      leaving.push(this.seat(this.seats.take(ALL, this.settings.streams.most), () => unavailable(RETRY_AFTER_FULL)));
      // Before the order is read, so that no change falls between.
      leaving.push(this.watch.join(merchantOrderNo, stream));
      const state = await this.orders.read(caller, merchantOrderNo);
      leaving.push(this.seat(this.seats.take(`order ${merchantOrderNo}`, MOST_OF_ORDER), tooMany));
      await this.begin(stream, state, request, response);
    } catch (error) {
      leave();
      throw error;
    }
    if (stream.isOver) leave();
  }

  /** All streams end: their readers come again, and find another process. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const stream of this.open) stream.finish('stopping', STOPPING_MS);
  }

  private async begin(
    stream: OrderStream,
    state: OrderState,
    { caller, seenVersion, until, isHead }: StreamRequest,
    response: ServerResponse,
  ): Promise<void> {
    const { isLast } = await this.shown(state, caller, until);
    if (stream.isOver) return;
    const hasAll = isLast && seenVersion === state.order.version;
    if (hasAll || isHead) {
      // To an EventSource 204 says: do not come again.
      if (hasAll) response.writeHead(204);
      else response.writeHead(200, HEAD);
      response.end();
      return;
    }
    if (this.stopping) throw unavailable(RETRY_AFTER_STOPPING);
    response.writeHead(200, HEAD);
    noteStreamOpened(response);
    this.open.add(stream);
    // A version that the order has not reached is not one of ours.
    stream.open(seenVersion !== null && seenVersion <= state.order.version ? seenVersion : 0);
    this.watch.deliver(state);
  }

  private streamOf(request: StreamRequest, response: ServerResponse, leave: () => void): OrderStream {
    // What is written to a reader who is gone is nobody's concern.
    response.on('error', () => undefined);
    const stream = new OrderStream(response, {
      ...this.settings.streams,
      // Not all at the same moment, when many came at the same moment.
      lifetimeMs: this.settings.streams.lifetimeMs * (0.8 + 0.2 * Math.random()),
      show: (state) => this.show(state, request),
      onEvent: () => this.events.inc(),
      onEnd: (reason) => {
        if (this.open.delete(stream)) this.ended(reason);
        leave();
      },
      onError: (error) => logEvent(this.logger, 'stream_failed', { err: error }),
    });
    return stream;
  }

  private ended(reason: StreamEnd): void {
    this.ends.inc({ reason });
  }

  /** null: whoever opened the stream may not see the order any longer, or it cannot be found out. */
  private async show(state: OrderState, { identify, until }: StreamRequest): Promise<ShownOrder | null> {
    let caller: Caller;
    try {
      caller = await identify();
      if (!(await this.orders.mayRead(caller, state))) return null;
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
    return this.shown(state, caller, until);
  }

  private async shown(state: OrderState, caller: Caller, until: FollowUntil): Promise<ShownOrder> {
    const order = await this.view.of(state, caller);
    return { json: JSON.stringify(order), isLast: order[until] };
  }

  private seat(taken: (() => void) | null, refusal: () => Problem): () => void {
    if (taken === null) throw refusal();
    return taken;
  }
}

function unavailable(retryAfter: number): Problem {
  return new Problem('unavailable', PROBLEM_TEXTS.streamsUnavailable, { retryAfter });
}

function tooMany(): Problem {
  return new Problem('rate_limited', PROBLEM_TEXTS.tooManyStreams, { retryAfter: RETRY_AFTER_FULL });
}
