import type { Caller } from '../shared/caller.js';

const callers = new WeakMap<object, Caller>();

/** Notes who sent a request, once that is known. */
export function rememberCaller(request: object, caller: Caller): void {
  callers.set(request, caller);
}

/** Who sent a request; null while that is not known. */
export function callerOf(request: object): Caller | null {
  return callers.get(request) ?? null;
}
