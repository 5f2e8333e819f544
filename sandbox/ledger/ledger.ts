import type { Call } from '../wire/call.js';
import type { CallbackEntry, CallEntry, LedgerEntry, LedgerFilter } from './entry.js';
import { fitsFilter } from './entry.js';
import { countInto, emptyTally } from './tally.js';
import type { Tally } from './tally.js';

// Above a drill of 5,000 orders with some 60,000 entries. A load test must not fill the memory.
const KEPT = 100_000;
// Forgetting many at a time makes the copying rare.
const FORGOTTEN_AT_ONCE = 10_000;
const HIDDEN_HEADERS: ReadonlySet<string> = new Set(['sign', 'access-token', 'authorization', 'cookie']);

/** What a callback's entry has before anything has come back. */
export type NewCallback = Omit<CallbackEntry, 'seq' | 'at' | 'kind' | 'httpStatus' | 'reply' | 'error'>;

/**
 * Everything that the sandbox saw and sent, in the order in which it happened. At least the newest 100,000 entries are
 * kept; of older ones only the counts.
 */
export class Ledger {
  private entries: LedgerEntry[] = [];
  private forgotten = emptyTally();
  private seq = 0;

  /** `secretHeaders`: names of headers that show only that they were sent. */
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

  /** Oldest first, so that a reader with a limit goes on after the last number it was given. */
  read(filter: LedgerFilter): readonly LedgerEntry[] {
    const found: LedgerEntry[] = [];
    for (const entry of this.entries) {
      if (found.length >= filter.limit) break;
      if (fitsFilter(entry, filter)) found.push(entry);
    }
    return found;
  }

  /** The number of the newest entry; 0 when there is none. */
  lastSeq(): number {
    return this.seq;
  }

  /** Counts of all that ever happened, forgotten entries included. */
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

/** Secrets show only that they were sent. */
function visibleHeaders(call: Call, secretHeaders: readonly string[]): Record<string, string> {
  const hidden = new Set([...HIDDEN_HEADERS, ...secretHeaders.map((name) => name.toLowerCase())]);
  return Object.fromEntries(
    Object.entries(call.headers).map(([name, value]) => [name, hidden.has(name) ? '[hidden]' : String(value ?? '')]),
  );
}
