import { AsyncLocalStorage } from 'node:async_hooks';
import { withoutRequestTime } from '../shared/request-time.js';
import { newTraceId, withTraceId } from '../telemetry/trace-context.js';

/** On whose account calls to the provider go. */
export interface Payer {
  readonly id: string;
  /** Nobody in particular: everybody else's calls go before his. */
  readonly isGuest: boolean;
}

const storage = new AsyncLocalStorage<Payer | null>();

/** For whom the work under way is done, as far as shares of the provider's rate go; null: for nobody in particular. */
export function currentPayer(): Payer | null {
  return storage.getStore() ?? null;
}

/**
 * Runs `work`, and everything that it starts, on the account of `payer`. What is done for all who ask, however many they
 * are, is not to go on the account of whoever came first: it names a payer of its own.
 */
export function withPayer<T>(payer: Payer | null, work: () => T): T {
  return storage.run(payer, work);
}

/**
 * Begins work that goes on after the request which happened to begin it, and is done for all: under a trace id of its own,
 * on nobody's account, without the request's deadline.
 */
export function outsideOfRequests<T>(work: () => T): T {
  return withTraceId(newTraceId(), () => withPayer(null, () => withoutRequestTime(work)));
}
