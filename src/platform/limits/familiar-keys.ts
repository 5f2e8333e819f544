import type { Secret } from '../callers/secret.js';

/** API keys that this process recently verified. */
export abstract class FamiliarKeys {
  /** null: unknown, no longer valid, or not allowed from there. Reads memory only, so a guess costs almost nothing. */
  abstract familiarCaller(key: Secret, address: string | null): string | null;
}

const counted = new WeakSet();

/** Marks a request as counted for its API key's account before the key was verified. */
export function markCounted(request: object): void {
  counted.add(request);
}

export function isCounted(request: object): boolean {
  return counted.has(request);
}
