import type { Secret } from '../shared/secret.js';

/** API keys that this process has lately found to be good. */
export abstract class FamiliarKeys {
  /**
   * The id of the caller who shows this key; null: the key is not known, or not any more. Answers at once, without asking
   * anybody: a guess costs no more than a look into memory.
   */
  abstract familiarCaller(key: Secret): string | null;
}
