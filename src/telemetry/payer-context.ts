import { AsyncLocalStorage } from 'node:async_hooks';

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
