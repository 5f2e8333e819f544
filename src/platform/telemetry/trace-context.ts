import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const storage = new AsyncLocalStorage<string>();

/** The trace id of the work under way: 32 hexadecimal digits; null outside of any. */
export function currentTraceId(): string | null {
  return storage.getStore() ?? null;
}

/** Runs `work`, and everything that it starts, under one trace id. */
export function withTraceId<T>(traceId: string, work: () => T): T {
  return storage.run(traceId, work);
}

/** A new random trace id in the form of W3C Trace Context: 32 lower-case hexadecimal digits. */
export function newTraceId(): string {
  // Node draws these in advance, many at a time.
  return randomUUID().replaceAll('-', '');
}
