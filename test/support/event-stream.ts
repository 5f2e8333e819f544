import { onTestFinished } from 'vitest';
import type { OrderBody } from './service.js';
import { until } from './service.js';

type Shown = Readonly<Record<string, string>>;

export interface OrderEvent {
  readonly id: number;
  readonly order: OrderBody & { readonly settled: boolean; readonly final: boolean };
}

/** A stream of server-sent events, read with `fetch` like a frontend. Left after the test. */
export class EventStream {
  readonly events: OrderEvent[] = [];
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
  static async open(serviceUrl: string, merchantOrderNo: string, headers: Shown = {}, method = 'GET', query = '') {
    const leaving = new AbortController();
    const url = `${serviceUrl}/v1/orders/${merchantOrderNo}/events${query}`;
    const answer = await fetch(url, { method, headers, signal: leaving.signal });
    const stream = new EventStream(answer.status, answer.headers, leaving);
    onTestFinished(() => stream.leave());
    void stream.read(answer.body);
    return stream;
  }

  get versions(): number[] {
    return this.events.map(({ id }) => id);
  }

  get newest(): OrderEvent | undefined {
    return this.events.at(-1);
  }

  /** The first matching event, past or future. */
  event(what: string, fits: (event: OrderEvent) => boolean): Promise<OrderEvent> {
    return until(`an event: ${what}`, () => Promise.resolve(this.events.find(fits)));
  }

  ended(): Promise<'end' | 'broken'> {
    return until('the end of the stream', () => Promise.resolve(this.over));
  }

  leave(): void {
    this.leaving.abort();
  }

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
    if (data !== undefined && field('event') === 'order') {
      this.events.push({ id: Number(this.lastId), order: JSON.parse(data) as OrderEvent['order'] });
    }
  }
}
