import { AsyncLocalStorage } from 'node:async_hooks';
import type { Chance } from '../chance.js';

const storage = new AsyncLocalStorage<string>();

export function currentTraceId(): string | null {
  return storage.getStore() ?? null;
}

export function withTraceId<T>(traceId: string, work: () => T): T {
  return storage.run(traceId, work);
}

export function newTraceId(chance: Chance): string {
  return chance.uuid().replaceAll('-', '');
}
