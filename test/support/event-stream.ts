import { expect, onTestFinished } from 'vitest';
import type { FeedEvent } from './feed.js';
import type { OrderBody, Service } from './service.js';
import { until } from './service.js';

type Shown = Readonly<Record<string, string>>;

/** A stream of server-sent events, read with `fetch` like a frontend. Left after the test. */
abstract class SentEvents<Event> {
  readonly events: Event[] = [];
  text = '';
  lastId = '';
  /** `end`: complete; `broken`: cut off, or the reader left. */
  over: 'end' | 'broken' | null = null;

  constructor(
    readonly status: number,
    readonly headers: Headers,
    private readonly leaving: AbortController,
  ) {}

  /** Resolves at the response headers, with any status. */
  protected static async begin<Stream extends SentEvents<unknown>>(
    kind: new (status: number, headers: Headers, leaving: AbortController) => Stream,
    url: string,
    init: RequestInit,
  ): Promise<Stream> {
    const leaving = new AbortController();
    const answer = await fetch(url, { ...init, signal: leaving.signal });
    const stream = new kind(answer.status, answer.headers, leaving);
    onTestFinished(() => stream.leave());
    void stream.read(answer.body);
    return stream;
  }

  get newest(): Event | undefined {
    return this.events.at(-1);
  }

  /** The first matching event, past or future. */
  event(what: string, fits: (event: Event) => boolean): Promise<Event> {
    return until(`an event: ${what}`, () => Promise.resolve(this.events.find(fits)));
  }

  ended(): Promise<'end' | 'broken'> {
    return until('the end of the stream', () => Promise.resolve(this.over));
  }

  leave(): void {
    this.leaving.abort();
  }

  protected abstract take(type: string | undefined, data: unknown): void;

  private async read(body: ReadableStream<Uint8Array> | null): Promise<void> {
    try {
      const decoder = new TextDecoder();
      let open = '';
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        const part = decoder.decode(chunk, { stream: true });
        this.text += part;
        const blocks = (open + part).split('\n\n');
        open = blocks.pop() ?? '';
        for (const block of blocks) this.takeBlock(block);
      }
      this.over = 'end';
    } catch {
      this.over = 'broken';
    }
  }

  private takeBlock(block: string): void {
    const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    this.lastId = field('id') ?? this.lastId;
    const data = field('data');
    if (data !== undefined) this.take(field('event'), JSON.parse(data));
  }
}

export interface OrderEvent {
  readonly id: number;
  readonly order: OrderBody & { readonly settled: boolean; readonly final: boolean };
}

export class EventStream extends SentEvents<OrderEvent> {
  static open(serviceUrl: string, merchantOrderNo: string, headers: Shown = {}, method = 'GET', query = '') {
    const url = `${serviceUrl}/v1/orders/${merchantOrderNo}/events${query}`;
    return SentEvents.begin(EventStream, url, { method, headers });
  }

  get versions(): number[] {
    return this.events.map(({ id }) => id);
  }

  protected take(type: string | undefined, data: unknown): void {
    if (type === 'order') this.events.push({ id: Number(this.lastId), order: data as OrderEvent['order'] });
  }
}

export class FeedStream extends SentEvents<FeedEvent> {
  static open({ url }: Service, headers: Shown, query = '') {
    return SentEvents.begin(FeedStream, `${url}/v1/events${query}`, {
      headers: { accept: 'text/event-stream', ...headers },
    });
  }

  protected take(type: string | undefined, data: unknown): void {
    expect(type).toBe((data as FeedEvent).type);
    this.events.push(data as FeedEvent);
  }
}
