import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { Settings } from '../../platform/config/settings.js';
import type { Caller } from '../../platform/callers/caller.js';
import { Problem } from '../../platform/problems/problem.js';
import { EpochService } from '../../orders/epoch/epoch.service.js';
import type { OrderState } from '../../orders/model/order.types.js';
import { OrderView } from '../../reading/api/order-view.presenter.js';
import { Watches } from '../../orders/storage/watches.service.js';
import { OrderWatch } from '../changes/order-watch.service.js';
import type { Watcher } from '../changes/watched-orders.js';
import { OrdersService } from '../../reading/orders.service.js';
import { EventStream, eventText } from './event-stream.js';
import type { StreamOptions } from './event-stream.js';
import { limitsFor, MOST_OF_ONE, OpenStreams } from './open-streams.service.js';

const REQUEST_POLLS_EVERY_MS = 15_000;
/** An order unchanged for this long may wait for hours, and scheduled polls are enough. */
const FRESH_MS = 15 * 60_000;

export const FOLLOW_UNTIL = ['settled', 'final'] as const;
export type FollowUntil = (typeof FOLLOW_UNTIL)[number];

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
    private readonly epochs: EpochService,
    private readonly view: OrderView,
    private readonly streams: OpenStreams,
    private readonly settings: Settings,
    private readonly watches: Watches,
    tasks: BackgroundTasks,
  ) {
    tasks.repeat('polls_of_followed_orders', 'api', REQUEST_POLLS_EVERY_MS, () => this.requestPolls());
  }

  /** On an error no response was begun: `not_found`, `unavailable` (process full), `rate_limited` (other limits). */
  async follow(request: StreamRequest, response: ServerResponse): Promise<void> {
    const { merchantOrderNo, caller } = request;
    this.streams.requireRunning();
    // Just started; the next epoch is noticed only by comparison.
    if (this.epochs.known === null) await this.epochs.look();
    if (response.destroyed) return;
    const held: (() => void)[] = [];
    const release = (): void => held.splice(0).forEach((one) => one());
    const stream = new OrderStream(response, {
      ...this.streams.optionsFor(response, release),
      show: (state) => this.show(state, request),
    });
    try {
      held.push(this.streams.acquire(limitsFor(request, this.settings.streams.most)));
      // Join before reading the order, so that no change is missed in between.
      held.push(this.watch.join(merchantOrderNo, stream));
      const state = await this.orders.readAndPoll(caller, merchantOrderNo);
      held.push(this.streams.acquireOne({ whose: `order ${merchantOrderNo}`, most: MOST_OF_ONE }));
      await this.begin(stream, state, request, response);
    } catch (error) {
      release();
      throw error;
    }
    if (stream.isOver) release();
  }

  private async begin(
    stream: OrderStream,
    state: OrderState,
    { caller, seenVersion, until, isHead }: StreamRequest,
    response: ServerResponse,
  ): Promise<void> {
    const { isLast } = await this.shown(state, caller, until);
    if (stream.isOver) return;
    // Before commits were lost the same version may have been another state. Readers ask again within that doubt.
    const mayDiffer = this.epochs.known?.doubted === true && this.epochs.isOlder(state.order);
    const hasIt = seenVersion === state.order.version && !mayDiffer;
    if (isLast && hasIt) {
      // 204 tells an EventSource not to reconnect.
      response.writeHead(204).end();
      return;
    }
    if (isHead) {
      this.streams.answerHead(response);
      return;
    }
    this.streams.begin(stream, response);
    if (stream.open(hasIt ? seenVersion : 0)) this.watch.deliver(state);
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

  /** As repeated reads would. Otherwise, without callbacks, a follower would learn of a payment later than a reader. */
  private async requestPolls(): Promise<void> {
    const tradeNos = this.watch.followedTrades();
    if (tradeNos.length > 0) await this.watches.requestPollsOfFreshTrades(tradeNos, 'order-followed', FRESH_MS);
  }
}

export interface ShownOrder {
  readonly json: string;
  readonly isLast: boolean;
}

interface OrderStreamOptions extends StreamOptions {
  /** Returns null if the reader may not see the order, or no longer. Called before each event. */
  readonly show: (state: OrderState) => Promise<ShownOrder | null>;
}

/** Keeps only the newest state for a slow reader, so that memory does not grow with the changes. */
export class OrderStream extends EventStream implements Watcher {
  private newest: OrderState | null = null;
  private sentVersion = 0;
  private isWriting = false;
  private isRenewed = false;

  constructor(
    sink: ServerResponse,
    private readonly order: OrderStreamOptions,
  ) {
    super(sink, order);
  }

  offer(state: OrderState): void {
    if (this.newest !== null && this.newest.order.version > state.order.version) return;
    this.newest = state;
    void this.write();
  }

  renew(): void {
    this.isRenewed = true;
    if (this.hasBegun) this.finish('epoch');
  }

  /**
   * Call it after the response head is sent. `seenVersion` is the version that the reader has; 0: none. False: another
   * epoch has begun meanwhile, and the stream ends.
   */
  open(seenVersion: number): boolean {
    if (this.isOver) return false;
    this.sentVersion = seenVersion;
    this.begin();
    if (this.isRenewed) this.finish('epoch');
    void this.write();
    return !this.isRenewed;
  }

  /** Writes one event at a time; of states offered meanwhile only the newest is kept. Never rejects. */
  private async write(): Promise<void> {
    if (!this.hasBegun || this.isWriting) return;
    this.isWriting = true;
    try {
      while (this.newest !== null && !this.isOver) {
        const state = this.newest;
        this.newest = null;
        await this.writeOne(state);
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.isWriting = false;
    }
  }

  private async writeOne(state: OrderState): Promise<void> {
    const shown = await this.order.show(state);
    if (this.isOver) return;
    if (shown === null) {
      this.finish('refused');
      return;
    }
    const { version } = state.order;
    if (version <= this.sentVersion) return;
    this.sentVersion = version;
    const isTaken = this.send(eventText('order', String(version), shown.json));
    if (shown.isLast) this.finish('reached');
    else if (!isTaken) await this.drained();
  }
}
