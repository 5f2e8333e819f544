import type { Secret } from '../shared/secret.js';

/** API keys that this process has lately found to be good. */
export abstract class FamiliarKeys {
  /** Answers at once, without asking anybody: a guess costs no more than a look into memory. */
  abstract isFamiliar(key: Secret): boolean;
}
