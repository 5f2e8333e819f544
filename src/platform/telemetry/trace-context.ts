import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const storage = new AsyncLocalStorage<string>();

export function currentTraceId(): string | null {
  return storage.getStore() ?? null;
}

export function withTraceId<T>(traceId: string, work: () => T): T {
  return storage.run(traceId, work);
}

export function newTraceId(): string {
  // Node draws these in advance, many at a time.
  return randomUUID().replaceAll('-', '');
}
