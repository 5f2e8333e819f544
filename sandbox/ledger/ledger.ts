import type { Call } from '../wire/call.js';
import type { CallbackEntry, CallEntry, LedgerEntry, LedgerFilter } from './entry.js';
import { fitsFilter } from './entry.js';
import { countInto, emptyTally } from './tally.js';
import type { Tally } from './tally.js';

// Bounds the memory of load tests; a drill of 5,000 orders has some 60,000 entries.
const KEPT = 100_000;
// Dropping many at once makes copying rare.
const FORGOTTEN_AT_ONCE = 10_000;
const HIDDEN_HEADERS: ReadonlySet<string> = new Set(['sign', 'access-token', 'authorization', 'cookie']);

/** A callback's entry before its result. */
export type NewCallback = Omit<CallbackEntry, 'seq' | 'at' | 'kind' | 'httpStatus' | 'reply' | 'error'>;

/** All calls and callbacks in order. Keeps at least the newest 100,000 entries, and counts of all. */
export class Ledger {
  private entries: LedgerEntry[] = [];
  private forgotten = emptyTally();
  private seq = 0;

  /** `secretHeaders`: headers whose values are hidden. */
  recordCall(endpoint: string, call: Call, at: string, secretHeaders: readonly string[] = []): CallEntry {
    return this.add<CallEntry>({
      seq: this.nextSeq(),
      at,
      kind: 'call',
      endpoint,
      method: call.method,
      path: call.path,
      headers: visibleHeaders(call, secretHeaders),
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

  recordCallback(callback: NewCallback, at: string): CallbackEntry {
    const answer = { httpStatus: null, reply: null, error: null };
    return this.add<CallbackEntry>({ seq: this.nextSeq(), at, kind: 'callback', ...callback, ...answer });
  }

  /** Oldest first, so that a reader with a limit can continue after the last number. */
  read(filter: LedgerFilter): readonly LedgerEntry[] {
    const found: LedgerEntry[] = [];
    for (const entry of this.entries) {
      if (found.length >= filter.limit) break;
      if (fitsFilter(entry, filter)) found.push(entry);
    }
    return found;
  }

  /** Number of the newest entry; 0: none. */
  lastSeq(): number {
    return this.seq;
  }

  /** Counts of all entries, dropped ones included. */
  tally(): Tally {
    const all = structuredClone(this.forgotten);
    countInto(all, this.entries);
    return all;
  }

  clear(): void {
    this.entries = [];
    this.forgotten = emptyTally();
    this.seq = 0;
  }

  private add<T extends LedgerEntry>(entry: T): T {
    this.entries.push(entry);
    if (this.entries.length >= KEPT + FORGOTTEN_AT_ONCE) {
      countInto(this.forgotten, this.entries.slice(0, -KEPT));
      this.entries = this.entries.slice(-KEPT);
    }
    return entry;
  }

  private nextSeq(): number {
    this.seq += 1;
    return this.seq;
  }
}

/** Hides the values of secret headers. */
function visibleHeaders(call: Call, secretHeaders: readonly string[]): Record<string, string> {
  const hidden = new Set([...HIDDEN_HEADERS, ...secretHeaders.map((name) => name.toLowerCase())]);
  return Object.fromEntries(
    Object.entries(call.headers).map(([name, value]) => [name, hidden.has(name) ? '[hidden]' : String(value ?? '')]),
  );
}
