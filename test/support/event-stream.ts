import type { OrderBody } from './service.js';
import { until } from './service.js';

export interface OrderEvent {
  readonly id: number;
  readonly order: OrderBody & { readonly settled: boolean; readonly final: boolean };
}

/** An order's event stream, read with `fetch` like a frontend. */
export class EventStream {
  readonly events: OrderEvent[] = [];
  /** The raw text. */
  text = '';
  /** `end`: complete; `broken`: cut off, or the reader left. */
  over: 'end' | 'broken' | null = null;

  private constructor(
    readonly status: number,
    readonly headers: Headers,
    private readonly leaving: AbortController,
    body: ReadableStream<Uint8Array> | null,
  ) {
    void this.read(body);
  }

  /** Resolves at the response headers, with any status. */
  static async open(
    serviceUrl: string,
    merchantOrderNo: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
    query = '',
  ): Promise<EventStream> {
    const leaving = new AbortController();
    const url = `${serviceUrl}/v1/orders/${merchantOrderNo}/events${query}`;
    const answer = await fetch(url, { method, headers, signal: leaving.signal });
    return new EventStream(answer.status, answer.headers, leaving, answer.body);
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
        for (const block of blocks) this.take(block);
      }
      this.over = 'end';
    } catch {
      this.over = 'broken';
    }
  }

  private take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]));
    if (fields.get('event') !== 'order') return;
    const order = JSON.parse(fields.get('data') ?? '') as OrderEvent['order'];
    this.events.push({ id: Number(fields.get('id')), order });
  }
}
