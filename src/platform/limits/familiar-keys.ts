import type { Secret } from '../callers/secret.js';

/** API keys that this process recently verified. */
export abstract class FamiliarKeys {
  /**
   * The id of the caller with this key and address, or null if the key is unknown, no longer valid, or not allowed from
   * there. Reads memory only, so a guess costs almost nothing.
   */
  abstract familiarCaller(key: Secret, address: string | null): string | null;
}
