import type { ServerResponse } from 'node:http';
import type { OrderState } from '../model/order.types.js';
import { eventText, HEARTBEAT_TEXT, RETRY_TEXT } from './event-text.js';
import type { Watcher } from '../changes/watched-orders.js';

/**
 * Why a stream ended: it had `reached` what its reader follows the order to; its time was over (`lifetime`); its reader went away (`gone`), did not read
 * (`slow`), or may not see the order any more (`refused`); the process `stopping`; something `failed`.
 */
export const STREAM_ENDS = ['reached', 'lifetime', 'gone', 'slow', 'refused', 'stopping', 'failed'] as const;
export type StreamEnd = (typeof STREAM_ENDS)[number];

/** The field of the order with which a stream ends. */
export const FOLLOW_UNTIL = ['settled', 'final'] as const;
export type FollowUntil = (typeof FOLLOW_UNTIL)[number];

/** An order as its reader may see it. */
export interface ShownOrder {
  /** One line of JSON. */
  readonly json: string;
  /** It has come as far as its reader follows it. */
  readonly isLast: boolean;
}

export interface StreamOptions {
  /** null: the reader may not see it, or not any more. Asked before each event. */
  readonly show: (state: OrderState) => Promise<ShownOrder | null>;
  readonly heartbeatMs: number;
  readonly lifetimeMs: number;
  readonly onEvent: () => void;
  /** Called once, also when the stream never began. */
  readonly onEnd: (end: StreamEnd) => void;
  readonly onError: (error: unknown) => void;
}

/** A reader who takes nothing for so long is cut off. */
const DRAIN_MS = 30_000;

type Sink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'once' | 'off' | 'destroyed' | 'writableNeedDrain'>;

/**
 * One open stream: writes an order's newest state when there is one that its reader has not got. What comes while the
 * reader is slow is not kept, only the newest is: so a stream costs the same however much happens.
 */
export class OrderStream implements Watcher {
  private newest: OrderState | null = null;
  private sentVersion = 0;
  private isOpen = false;
  private isWriting = false;
  private end: StreamEnd | null = null;
  private heartbeat: NodeJS.Timeout | null = null;
  private lifetime: NodeJS.Timeout | null = null;
  private lastPatience: NodeJS.Timeout | null = null;

  /** `sink` is not closed yet. */
  constructor(
    private readonly sink: Sink,
    private readonly options: StreamOptions,
  ) {
    sink.once('close', () => this.close());
  }

  /** The reader is gone, or the stream is over. */
  get isOver(): boolean {
    return this.end !== null;
  }

  offer(state: OrderState): void {
    if (this.newest !== null && this.newest.order.version > state.order.version) return;
    this.newest = state;
    void this.write();
  }

  /** The head of the answer is written. `seenVersion`: the reader has this one already; 0: none. */
  open(seenVersion: number): void {
    if (this.isOver) return;
    this.isOpen = true;
    this.sentVersion = seenVersion;
    this.sink.write(RETRY_TEXT);
    this.heartbeat = setTimeout(() => this.beat(), this.options.heartbeatMs);
    this.lifetime = setTimeout(() => this.finish('lifetime'), this.options.lifetimeMs);
    void this.write();
  }

  /** Ends the answer in good order; a reader who does not take the rest within `patienceMs` is cut off. */
  finish(end: StreamEnd, patienceMs = DRAIN_MS): void {
    if (this.end === null) {
      this.end = end;
      this.stopTimers();
      this.sink.end();
    }
    if (this.lastPatience !== null) clearTimeout(this.lastPatience);
    if (patienceMs === 0) this.sink.destroy();
    else if (!this.sink.destroyed) this.lastPatience = setTimeout(() => this.sink.destroy(), patienceMs);
  }

  /** One event after the other; what is offered meanwhile waits, and only the newest of it. Never rejects. */
  private async write(): Promise<void> {
    if (!this.isOpen || this.isWriting) return;
    this.isWriting = true;
    try {
      for (let state = this.take(); state !== null; state = this.take()) await this.writeOne(state);
    } catch (error) {
      this.options.onError(error);
      this.finish('failed');
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
    const shown = await this.options.show(state);
    if (this.isOver) return;
    if (shown === null) {
      this.finish('refused');
      return;
    }
    const { version } = state.order;
    if (version <= this.sentVersion) return;
    this.sentVersion = version;
    const isTaken = this.sink.write(eventText(version, shown.json));
    this.options.onEvent();
    this.heartbeat?.refresh();
    if (shown.isLast) this.finish('reached');
    else if (!isTaken) await this.drained();
  }

  /** Until the reader has taken what was written, or is cut off. */
  private drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.sink.off('drain', done);
        this.sink.off('close', done);
        resolve();
      };
      const timer = setTimeout(() => {
        this.finish('slow', 0);
        done();
      }, DRAIN_MS);
      this.sink.once('drain', done);
      this.sink.once('close', done);
    });
  }

  private beat(): void {
    // What a slow reader has not taken is sign enough.
    if (!this.sink.writableNeedDrain) this.sink.write(HEARTBEAT_TEXT);
    this.heartbeat?.refresh();
  }

  /** The answer is out, or its reader is gone. */
  private close(): void {
    this.end ??= 'gone';
    this.stopTimers();
    if (this.lastPatience !== null) clearTimeout(this.lastPatience);
    this.options.onEnd(this.end);
  }

  private stopTimers(): void {
    for (const timer of [this.heartbeat, this.lifetime]) if (timer !== null) clearTimeout(timer);
    this.heartbeat = null;
    this.lifetime = null;
  }
}
