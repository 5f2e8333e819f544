import type { Caller } from '../../platform/callers/caller.js';
import type { Time } from '../../platform/time/time.js';

/** The longest delay until a revocation takes effect everywhere. */
const VALID_MS = 2000;
const FAMILIAR_MS = 300_000;
const MAX_KEYS = 10_000;

export interface AcceptedKey {
  readonly caller: Caller;
  /** null: the address is unknown. */
  readonly isAllowedFrom: (address: string | null) => boolean;
}

export class AcceptedKeys {
  readonly #byDigest = new Map<string, { readonly key: AcceptedKey; readonly at: number; readonly until: number }>();

  constructor(private readonly time: Time) {}

  /** null: check the database. */
  find(digest: string): AcceptedKey | null {
    const entry = this.#byDigest.get(digest);
    return entry !== undefined && this.time.monotonic() < entry.until ? entry.key : null;
  }

  /** The key as last checked; null: not checked recently, or refused since. */
  findFamiliar(digest: string): AcceptedKey | null {
    const entry = this.#byDigest.get(digest);
    return entry !== undefined && this.time.monotonic() - entry.at < FAMILIAR_MS ? entry.key : null;
  }

  /** The time counts from the query, so a slow answer lives no longer. `leftMs`: until the key expires. */
  remember(digest: string, key: AcceptedKey, queriedAt: number, leftMs: number): void {
    this.#byDigest.delete(digest);
    this.#byDigest.set(digest, { key, at: queriedAt, until: queriedAt + Math.min(VALID_MS, leftMs) });
    const [oldest] = this.#byDigest.keys();
    if (this.#byDigest.size > MAX_KEYS && oldest !== undefined) this.#byDigest.delete(oldest);
  }

  forget(digest: string): void {
    this.#byDigest.delete(digest);
  }
}
