import type { Order } from '../src/index.js';

export interface Seen {
  /** The call's name, or the URL of another request. */
  readonly what: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly redirect: string | undefined;
  readonly at: number;
}

const CALLS = [
  ['stream', /\/v1\/orders\/[^/]+\/events(?:\?until=final)?$/],
  ['retry', /\/v1\/orders\/[^/]+\/retry$/],
  ['order', /\/v1\/orders\/[^/]+$/],
  ['checkout', /\/v1\/checkouts$/],
] as const;
type Call = (typeof CALLS)[number][0];

type Reply = () => Response | Promise<Response>;

/** A scripted service in place of `fetch`. The last script repeats. */
export class ScriptedService {
  readonly seen: Seen[] = [];
  readonly #replies = new Map<string, Reply[]>();

  readonly fetch = (async (url: string, init: RequestInit) => {
    const what = CALLS.find(([, path]) => path.test(url))?.[0] ?? url;
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
    this.seen.push({ what, url, headers, body, redirect: init.redirect, at: performance.now() });
    const replies = this.#replies.get(what) ?? [];
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply === undefined) throw new TypeError(`nobody told what to answer: ${what}`);
    init.signal?.throwIfAborted();
    return endedBy(init.signal ?? null, reply());
  }) as unknown as typeof fetch;

  on(what: Call, ...replies: readonly Reply[]): this {
    this.#replies.set(what, [...(this.#replies.get(what) ?? []), ...replies]);
    return this;
  }

  now(what: Call, ...replies: readonly Reply[]): void {
    this.#replies.set(what, [...replies]);
  }

  count(what: Call): number {
    return this.seen.filter((request) => request.what === what).length;
  }
}

/** As in `fetch`, an aborted signal ends waiting and reading. */
async function endedBy(signal: AbortSignal | null, reply: Response | Promise<Response>): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  return Promise.race([reply, aborted]);
}

export const order = (version: number, given: Partial<Order> = {}): Order =>
  ({
    merchantOrderNo: 'A-1',
    side: 'BUY',
    status: 'AWAITING_PAYMENT',
    settled: false,
    final: false,
    version,
    ...given,
  }) as Order;

export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const problem = (code: string, status: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  json({ type: 't', title: 't', status, detail: 'said', code, traceId: 'x' }, status, headers);

export const offline: Reply = () => Promise.reject(new TypeError('fetch failed'));
export const hangs: Reply = () => new Promise(() => undefined);

export class ScriptedStream {
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #isOpen = true;
  isCancelled = false;

  readonly reply: Reply = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          this.#controller = controller;
          for (const text of this.first) this.say(text);
        },
        cancel: () => {
          this.isCancelled = true;
        },
      }),
      { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
    );

  constructor(private readonly first: readonly string[] = ['retry: 2000\n\n']) {}

  say(text: string): void {
    if (this.#isOpen) this.#controller.enqueue(new TextEncoder().encode(text));
  }

  tell(told: Order): void {
    this.say(`event: order\nid: ${told.version}\ndata: ${JSON.stringify(told)}\n\n`);
  }

  close(): void {
    this.#isOpen = false;
    this.#controller.close();
  }

  break(): void {
    this.#isOpen = false;
    this.#controller.error(new TypeError('terminated'));
  }
}
