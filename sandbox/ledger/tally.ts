import type { CallbackEntry, CallEntry, LedgerEntry } from './entry.js';

type Counts = Record<string, number>;

export interface Tally {
  /** By endpoint, outcome and returnCode; `none` without a code. */
  readonly calls: Record<string, Record<string, Counts>>;
  /** Faults and chaos by endpoint and act. */
  readonly faults: Record<string, Counts>;
  readonly callbacks: {
    /** Attempts sent, including forged ones, duplicates and retries. */
    sent: number;
    answered: number;
    failed: number;
    dropped: number;
    forged: number;
    duplicates: number;
    delayed: number;
    retries: number;
  };
}

export function emptyTally(): Tally {
  const callbacks = { sent: 0, answered: 0, failed: 0, dropped: 0, forged: 0, duplicates: 0, delayed: 0, retries: 0 };
  return { calls: {}, faults: {}, callbacks };
}

export function countInto(tally: Tally, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) {
    if (entry.kind === 'call') countCall(tally, entry);
    else countCallback(tally.callbacks, entry);
  }
}

function countCall({ calls, faults }: Tally, { endpoint, outcome, returnCode, fault }: CallEntry): void {
  countWord(((calls[endpoint] ??= {})[outcome] ??= {}), returnCode ?? 'none');
  if (fault !== null) countWord((faults[endpoint] ??= {}), fault);
}

function countCallback(callbacks: Tally['callbacks'], entry: CallbackEntry): void {
  if (entry.outcome === 'dropped') callbacks.dropped += 1;
  else callbacks.sent += 1;
  if (entry.outcome === 'answered') callbacks.answered += 1;
  if (entry.outcome === 'failed') callbacks.failed += 1;
  if (entry.forged) callbacks.forged += 1;
  if (entry.duplicate) callbacks.duplicates += 1;
  if (entry.delayedMs > 0) callbacks.delayed += 1;
  if (entry.attempt > 1) callbacks.retries += 1;
}

function countWord(counts: Counts, word: string): void {
  counts[word] = (counts[word] ?? 0) + 1;
}
