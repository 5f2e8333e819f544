import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Settings } from '../../platform/config/settings.js';
import type { Caller } from '../../platform/shared/caller.js';
import { Problem } from '../../platform/shared/problem.js';
import type { OrderState } from '../model/order.types.js';
import { OrderView } from '../api/order-view.presenter.js';
import { OrdersService } from '../read/orders.service.js';
import { OpenStreams } from './open-streams.service.js';
import { OrderStream } from './order-stream.js';
import type { FollowUntil, ShownOrder } from './order-stream.js';
import { OrderWatch } from '../changes/order-watch.service.js';
import { MOST_OF_ONE, seatsFor } from './stream-seats.js';

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

/** Streams of single orders. */
@Injectable()
export class OrderStreams {
  constructor(
    private readonly orders: OrdersService,
    private readonly watch: OrderWatch,
    private readonly view: OrderView,
    private readonly streams: OpenStreams,
    private readonly settings: Settings,
  ) {}

  /**
   * Answers with the caller's order, at once and at each change, until it is settled or final. It counts as a read: it requests a poll. Nothing
   * is answered yet when it throws: `not_found`, also for somebody else's order; `unavailable` when no more streams may be
   * open here; `rate_limited` when there are too many of this order, customer or block of addresses, or of guests.
   */
  async follow(request: StreamRequest, response: ServerResponse): Promise<void> {
    const { merchantOrderNo, caller } = request;
    this.streams.requireRunning();
    if (response.destroyed) return;
    const leaving: (() => void)[] = [];
    const leave = (): void => {
      for (const one of leaving.splice(0)) one();
    };
    const stream = new OrderStream(response, {
      ...this.streams.optionsFor(response, leave),
      show: (state) => this.show(state, request),
    });
    try {
      leaving.push(this.streams.sitDown(seatsFor(request, this.settings.streams.most)));
      // Before the order is read, so that no change falls between.
      leaving.push(this.watch.join(merchantOrderNo, stream));
      const state = await this.orders.read(caller, merchantOrderNo);
      leaving.push(this.streams.seat({ whose: `order ${merchantOrderNo}`, most: MOST_OF_ONE }));
      await this.begin(stream, state, request, response);
    } catch (error) {
      leave();
      throw error;
    }
    if (stream.isOver) leave();
  }

  private async begin(
    stream: OrderStream,
    state: OrderState,
    { caller, seenVersion, until, isHead }: StreamRequest,
    response: ServerResponse,
  ): Promise<void> {
    const { isLast } = await this.shown(state, caller, until);
    if (stream.isOver) return;
    if (isLast && seenVersion === state.order.version) {
      // To an EventSource 204 says: do not come again.
      response.writeHead(204).end();
      return;
    }
    if (isHead) {
      this.streams.answerHead(response);
      return;
    }
    this.streams.begin(stream, response);
    // A version that the order has not reached is not one of ours.
    stream.open(seenVersion !== null && seenVersion <= state.order.version ? seenVersion : 0);
    this.watch.deliver(state);
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
}
