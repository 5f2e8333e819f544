import type { Secret } from '../shared/secret.js';

/** API keys that this process has lately found to be good. */
export abstract class FamiliarKeys {
  /**
   * The id of the caller who shows this key from this address; null: the key is not known, not any more, or not from there.
   * Answers at once, without asking anybody: a guess costs no more than a look into memory.
   */
  abstract familiarCaller(key: Secret, address: string | null): string | null;
}
