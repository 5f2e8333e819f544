import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Settings } from '../../platform/config/settings.js';
import type { Caller } from '../../platform/callers/caller.js';
import { Problem } from '../../platform/problems/problem.js';
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
  readonly block: string;
  /** Identifies the caller again; throws if the credentials are no longer valid. */
  readonly identify: () => Promise<Caller>;
  readonly seenVersion: number | null;
  readonly until: FollowUntil;
  readonly isHead: boolean;
}

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
   * Streams the caller's order, at once and at each change, until it is settled or final. Like a read, it requests a
   * poll. If it throws, no response was begun: `not_found`, also for another caller's order; `unavailable` if the
   * process is full; `rate_limited` if the order, customer, address block or guests have too many streams.
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
      // Join before reading the order, so that no change is missed in between.
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
      // 204 tells an EventSource not to reconnect.
      response.writeHead(204).end();
      return;
    }
    if (isHead) {
      this.streams.answerHead(response);
      return;
    }
    this.streams.begin(stream, response);
    // A version above the order's is invalid.
    stream.open(seenVersion !== null && seenVersion <= state.order.version ? seenVersion : 0);
    this.watch.deliver(state);
  }

  /** Returns null if the caller may no longer see the order, or the permission cannot be checked. */
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
