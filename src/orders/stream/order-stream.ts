import type { ServerResponse } from 'node:http';
import type { OrderState } from '../model/order.types.js';
import type { Watcher } from '../changes/watched-orders.js';
import { EventStream } from './event-stream.js';
import type { StreamOptions } from './event-stream.js';
import { eventText } from './event-text.js';

/** The field of the order at which a stream ends. */
export const FOLLOW_UNTIL = ['settled', 'final'] as const;
export type FollowUntil = (typeof FOLLOW_UNTIL)[number];

export interface ShownOrder {
  /** A single line. */
  readonly json: string;
  /** The order has reached the state at which the stream ends. */
  readonly isLast: boolean;
}

interface OrderStreamOptions extends StreamOptions {
  /** Returns null if the reader may not see the order, or no longer. Called before each event. */
  readonly show: (state: OrderState) => Promise<ShownOrder | null>;
}

/**
 * One open stream of an order: writes the newest state that the reader lacks. While the reader is slow only the newest
 * state is kept, so that memory does not grow with the changes.
 */
export class OrderStream extends EventStream implements Watcher {
  private readonly show: OrderStreamOptions['show'];
  private newest: OrderState | null = null;
  private sentVersion = 0;
  private isWriting = false;

  constructor(sink: ServerResponse, { show, ...options }: OrderStreamOptions) {
    super(sink, options);
    this.show = show;
  }

  offer(state: OrderState): void {
    if (this.newest !== null && this.newest.order.version > state.order.version) return;
    this.newest = state;
    void this.write();
  }

  /** Call it after the response head is sent. `seenVersion` is the version that the reader has; 0: none. */
  open(seenVersion: number): void {
    if (this.isOver) return;
    this.sentVersion = seenVersion;
    this.begin();
    void this.write();
  }

  /** Writes one event at a time; of states offered meanwhile only the newest is kept. Never rejects. */
  private async write(): Promise<void> {
    if (!this.hasBegun || this.isWriting) return;
    this.isWriting = true;
    try {
      for (let state = this.take(); state !== null; state = this.take()) await this.writeOne(state);
    } catch (error) {
      this.fail(error);
    } finally {
      this.isWriting = false;
    }
  }

  private take(): OrderState | null {
    const state = this.isOver ? null : this.newest;
    this.newest = null;
    return state;
  }

  private async writeOne(state: OrderState): Promise<void> {
    const shown = await this.show(state);
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
