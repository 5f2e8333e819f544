import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Time, Timer } from '../../platform/time/time.js';

/** The client's reconnection delay in milliseconds (WHATWG HTML, 9.2). */
export const RETRY_TEXT = 'retry: 2000\n\n';
/** A comment, ignored by clients. It keeps proxies from closing a quiet stream. */
export const HEARTBEAT_TEXT = ': \n\n';
const DRAIN_MS = 30_000;

/** `json` must be a single line. */
export const eventText = (name: string, id: string, json: string): string =>
  `event: ${name}\nid: ${id}\ndata: ${json}\n\n`;

/** `lifetime`, `epoch`: clients must reconnect; `refused`: the reader's permission has ended. */
export const STREAM_ENDS = ['reached', 'lifetime', 'epoch', 'gone', 'slow', 'refused', 'stopping', 'failed'] as const;
export type StreamEnd = (typeof STREAM_ENDS)[number];

export interface StreamOptions {
  readonly time: Time;
  readonly heartbeatMs: number;
  readonly lifetimeMs: number;
  readonly onEvent: () => void;
  /** Called once, even if the stream never began. */
  readonly onEnd: (end: StreamEnd, hasBegun: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** A response of server-sent events. A subclass writes the events. */
export abstract class EventStream {
  private readonly closed = new AbortController();
  private end: StreamEnd | null = null;
  protected hasBegun = false;
  private heartbeat: Timer | null = null;
  private lifetime: Timer | null = null;
  private lastPatience: Timer | null = null;

  /** `sink` must not be closed yet. */
  constructor(
    private readonly sink: ServerResponse,
    private readonly options: StreamOptions,
  ) {
    sink.once('close', () => this.close());
  }

  /** Aborts when the connection is closed. */
  get gone(): AbortSignal {
    return this.closed.signal;
  }

  get isOver(): boolean {
    return this.end !== null;
  }

  /** Ends the response; a reader that does not take the rest within `patienceMs` is disconnected. */
  finish(end: StreamEnd, patienceMs = DRAIN_MS): void {
    if (this.end === null) {
      this.end = end;
      this.stopTimers();
      this.sink.end();
    }
    this.lastPatience?.cancel();
    if (patienceMs === 0) this.sink.destroy();
    else if (!this.sink.destroyed) this.lastPatience = this.options.time.after(patienceMs, () => this.sink.destroy());
  }

  /** Call it after the response head is sent. */
  protected begin(): void {
    this.hasBegun = true;
    this.sink.write(RETRY_TEXT);
    this.planHeartbeat();
    this.lifetime = this.options.time.after(this.options.lifetimeMs, () => this.finish('lifetime'));
  }

  /** Returns false if the reader must drain the buffer first: {@link drained}. */
  protected send(text: string): boolean {
    const isTaken = this.sink.write(text);
    this.options.onEvent();
    this.planHeartbeat();
    return isTaken;
  }

  /** Resolves when the reader has drained the buffer or is disconnected. */
  protected async drained(): Promise<void> {
    const timer = this.options.time.after(DRAIN_MS, () => this.finish('slow', 0));
    // Rejects when the connection closes.
    await once(this.sink, 'drain', { signal: this.gone }).catch(() => undefined);
    timer.cancel();
  }

  protected fail(error: unknown): void {
    this.options.onError(error);
    this.finish('failed');
  }

  private beat(): void {
    // A slow reader has pending data, so it needs no heartbeat.
    if (!this.sink.writableNeedDrain) this.sink.write(HEARTBEAT_TEXT);
    this.planHeartbeat();
  }

  private planHeartbeat(): void {
    this.heartbeat?.cancel();
    if (!this.isOver) this.heartbeat = this.options.time.after(this.options.heartbeatMs, () => this.beat());
  }

  private close(): void {
    this.end ??= 'gone';
    this.closed.abort();
    this.stopTimers();
    this.lastPatience?.cancel();
    this.options.onEnd(this.end, this.hasBegun);
  }

  private stopTimers(): void {
    for (const timer of [this.heartbeat, this.lifetime]) timer?.cancel();
    this.heartbeat = null;
    this.lifetime = null;
  }
}
