import { ConnectionError } from '../errors.js';
import type { HeaderFields } from '../http/credentials.js';
import { retryAfterMs } from '../http/retry-after.js';
import { throwIfAborted, TimeLimit, unlessAborted } from '../http/time-limit.js';
import type { Transport } from '../http/transport.js';
import type { Order } from '../types.js';
import { EventParser } from './event-parser.js';
import type { StreamItem } from './event-parser.js';
import { orderIn } from './order-in.js';
import type { StreamEnd } from './rhythm.js';

/** A stream sends data at once; if none comes in this time, a proxy buffers the response. */
const BEGINS_WITHIN_MS = 5000;
/** The service sends a heartbeat every 15 seconds; two may be late. */
const SPEAKS_WITHIN_MS = 40_000;
/** A stream that lasted this long counts as good, even if it broke. */
const HELD_MS = 30_000;

/** One stream: its request and its callbacks. */
export interface Following {
  readonly merchantOrderNo: string;
  readonly until: 'settled' | 'final';
  readonly headers: () => Promise<HeaderFields>;
  readonly signal: AbortSignal;
  /** Ends this stream so that another is opened. */
  readonly wake: AbortSignal;
  onOpen(): void;
  /** Returns whether the order is news. */
  onOrder(order: Order): boolean;
  onRetry(ms: number): void;
}

/** Reads one event stream of an order until it ends. Throws only the errors of `signal` and `headers`. */
export async function followStream(transport: Transport, following: Following): Promise<StreamEnd> {
  const { signal, wake } = following;
  const limit = new TimeLimit(BEGINS_WITHIN_MS, signal);
  const cut = (): void => limit.end();
  wake.addEventListener('abort', cut, { once: true });
  try {
    const response = await unlessAborted(limit.signal, open(transport, following, limit.signal));
    return refusalOf(response) ?? (await readBody(response, limit, following));
  } catch (error) {
    throwIfAborted(signal);
    if (wake.aborted) return { kind: 'woken' };
    if (limit.isOver) return { kind: 'withheld' };
    if (error instanceof ConnectionError) return { kind: 'lost' };
    throw error;
  } finally {
    wake.removeEventListener('abort', cut);
    // Also closes the connection of a stream that was not read to its end.
    limit.end();
  }
}

async function open(
  transport: Transport,
  { merchantOrderNo, until, headers }: Following,
  signal: AbortSignal,
): Promise<Response> {
  // Without Last-Event-ID, the order comes first: a known version may be another state since the service lost commits.
  const fields: HeaderFields = { ...(await headers()), Accept: 'text/event-stream' };
  const path = `/v1/orders/${encodeURIComponent(merchantOrderNo)}/events`;
  return transport.open(until === 'final' ? `${path}?until=final` : path, { headers: fields, signal });
}

/** null if the response is a stream. Other responses are not parsed: a read of the order shows the reason. */
function refusalOf({ status, headers }: Response): StreamEnd | null {
  const isStream = /^text\/event-stream\b/i.test(headers.get('Content-Type') ?? '');
  if (status === 200 && isStream) return null;
  return { kind: 'refused', status, retryAfterMs: retryAfterMs(headers.get('Retry-After'), Date.now()) };
}

/** Each piece of data restarts `limit`. */
async function readBody({ body }: Response, limit: TimeLimit, following: Following): Promise<StreamEnd> {
  // React Native's own `fetch` has no response body stream, and some engines no TextDecoder.
  if (body == null || typeof TextDecoder === 'undefined') return { kind: 'unreadable' };
  const [reader, decoder, parser] = [body.getReader(), new TextDecoder(), new EventParser()];
  const open = { at: null as number | null, spokeAt: 0, hasNews: false };
  try {
    for (;;) {
      const { done, value } = await unlessAborted(limit.signal, reader.read());
      if (done) return { kind: 'ended', held: open.hasNews || lasted(open.at, performance.now()) };
      limit.restart(SPEAKS_WITHIN_MS);
      open.spokeAt = performance.now();
      if (open.at === null) {
        open.at = open.spokeAt;
        following.onOpen();
      }
      for (const item of parser.push(decoder.decode(value, { stream: true }))) {
        const found = take(item, following);
        open.hasNews ||= found === 'news';
        if (found === 'reached') return { kind: 'reached' };
      }
    }
  } catch (error) {
    // Rethrow an abort. Only a timeout after the first byte, or a lost connection, ends this stream alone.
    const isOurs = following.signal.aborted || following.wake.aborted || (limit.isOver && open.at === null);
    if (isOurs) throw error;
    if (limit.isOver) return { kind: 'silent', held: lasted(open.at, open.spokeAt) };
    return { kind: 'ended', held: open.hasNews || lasted(open.at, performance.now()) };
  } finally {
    // On some platforms aborting the request does not close the connection.
    reader.cancel().catch(() => undefined);
  }
}

const lasted = (from: number | null, until: number): boolean => from !== null && until - from >= HELD_MS;

/** Throws a ConnectionError for an unreadable order. */
function take(item: StreamItem, following: Following): 'news' | 'reached' | null {
  if (item.kind === 'retry') {
    following.onRetry(item.ms);
    return null;
  }
  if (item.name !== 'order') return null;
  const order = orderIn(item.data);
  const isNews = following.onOrder(order);
  if (order[following.until]) return 'reached';
  return isNews ? 'news' : null;
}
