import type { Call } from './wire/call.js';

/** A call to the merchant API as it was seen, and what became of it. */
export interface CallEntry {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'call';
  /** create, query, quote, list, token or unknown. */
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly query: Record<string, string>;
  /** The very text that was received; '' for none. */
  readonly rawBody: string;
  /** The same, parsed; null when there was none or it was unreadable. */
  readonly body: unknown;
  merchantOrderNo: string | null;
  /** The provider's number of the order that was made or found. */
  orderNo: string | null;
  /** The act of the fault that struck, if any. */
  fault: string | null;
  /** Whether the endpoint did its work, whatever was answered. */
  acted: boolean;
  /** `silence`: nothing was ever sent; `broken`: the connection was cut. */
  outcome: 'pending' | 'answered' | 'silence' | 'broken';
  httpStatus: number | null;
  returnCode: string | null;
  returnMsg: string | null;
}

/** A callback that was sent to a merchant, once, and what came back. */
export interface CallbackEntry {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'callback';
  readonly url: string;
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  readonly status: string;
  readonly timestamp: string;
  readonly body: Record<string, unknown>;
  outcome: 'pending' | 'answered' | 'failed';
  httpStatus: number | null;
  /** Beginning of the answer's body. */
  reply: string | null;
  error: string | null;
}

export type LedgerEntry = CallEntry | CallbackEntry;

// A load test must not fill the memory; nobody reads more entries than this.
const KEPT = 50_000;
const HIDDEN_HEADERS: ReadonlySet<string> = new Set(['sign', 'access-token', 'authorization', 'cookie']);

/** Everything that the sandbox saw and sent, in the order in which it happened. The newest 50,000 entries are kept. */
export class Ledger {
  private entries: LedgerEntry[] = [];
  private seq = 0;

  recordCall(endpoint: string, call: Call, at: string): CallEntry {
    return this.add<CallEntry>({
      seq: this.nextSeq(),
      at,
      kind: 'call',
      endpoint,
      method: call.method,
      path: call.path,
      headers: visibleHeaders(call),
      query: Object.fromEntries(call.query),
      rawBody: call.rawBody,
      body: call.body === null ? null : (JSON.parse(call.rawBody) as unknown),
      merchantOrderNo: null,
      orderNo: null,
      fault: null,
      acted: false,
      outcome: 'pending',
      httpStatus: null,
      returnCode: null,
      returnMsg: null,
    });
  }

  recordCallback(
    sent: Pick<CallbackEntry, 'url' | 'orderNo' | 'merchantOrderNo' | 'status' | 'timestamp' | 'body'>,
    at: string,
  ): CallbackEntry {
    return this.add<CallbackEntry>({
      seq: this.nextSeq(),
      at,
      kind: 'callback',
      ...sent,
      outcome: 'pending',
      httpStatus: null,
      reply: null,
      error: null,
    });
  }

  /** Oldest first; `since` leaves out entries up to that number. */
  read(filter: { readonly merchantOrderNo: string | null; readonly since: number }): readonly LedgerEntry[] {
    return this.entries
      .slice(-KEPT)
      .filter(({ seq }) => seq > filter.since)
      .filter((entry) => filter.merchantOrderNo === null || entry.merchantOrderNo === filter.merchantOrderNo);
  }

  clear(): void {
    this.entries = [];
    this.seq = 0;
  }

  private add<T extends LedgerEntry>(entry: T): T {
    this.entries.push(entry);
    // Cutting at twice the limit makes the copying rare.
    if (this.entries.length > 2 * KEPT) this.entries = this.entries.slice(-KEPT);
    return entry;
  }

  private nextSeq(): number {
    this.seq += 1;
    return this.seq;
  }
}

/** Secrets show only that they were sent. */
function visibleHeaders(call: Call): Record<string, string> {
  return Object.fromEntries(
    Object.entries(call.headers).map(([name, value]) => [
      name,
      HIDDEN_HEADERS.has(name) ? '[hidden]' : String(value ?? ''),
    ]),
  );
}
