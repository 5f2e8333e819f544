import type { Caller } from '../callers/caller.js';

const callers = new WeakMap<object, Caller>();

export function rememberCaller(request: object, caller: Caller): void {
  callers.set(request, caller);
}

export function callerOf(request: object): Caller | null {
  return callers.get(request) ?? null;
}

/** The longest accepted URL in characters, path and query together; browsers and proxies pass as many. */
export const MAX_URL = 4096;
