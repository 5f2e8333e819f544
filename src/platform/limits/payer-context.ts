import { AsyncLocalStorage } from 'node:async_hooks';
import { newTraceId, withTraceId } from '../telemetry/trace-context.js';

const storage = new AsyncLocalStorage<string | null>();

/** For whom the work under way is done, as far as shares of the provider's rate go; null: for nobody in particular. */
export function currentPayer(): string | null {
  return storage.getStore() ?? null;
}

/**
 * Runs `work`, and everything that it starts, on the account of `payer`. What is done for all who ask, however many they
 * are, is not to go on the account of whoever came first: it names a payer of its own.
 */
export function withPayer<T>(payer: string | null, work: () => T): T {
  return storage.run(payer, work);
}

/**
 * Begins work that goes on after the request which happened to begin it, and is done for all: under a trace id of its own,
 * on nobody's account.
 */
export function outsideOfRequests<T>(work: () => T): T {
  return withTraceId(newTraceId(), () => withPayer(null, work));
}
