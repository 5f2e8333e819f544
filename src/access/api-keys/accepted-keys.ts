import type { Caller } from '../../platform/callers/caller.js';

/** How long a checked key is cached: the longest delay until a revocation takes effect everywhere. */
const GOOD_FOR_MS = 2000;
const FAMILIAR_FOR_MS = 300_000;
const MOST = 10_000;

export interface GoodKey {
  readonly caller: Caller;
  /** Is the key allowed from this network address? null: the address is unknown. */
  readonly countsFrom: (address: string | null) => boolean;
}

interface Accepted {
  readonly key: GoodKey;
  readonly at: number;
  readonly until: number;
}

/** A cache of recently accepted keys by digest, at most ten thousand. */
export class AcceptedKeys {
  readonly #byDigest = new Map<string, Accepted>();

  /** `now`: monotonic milliseconds. */
  constructor(readonly now: () => number) {}

  /** null: check the database. */
  find(digest: string): GoodKey | null {
    const accepted = this.#byDigest.get(digest);
    return accepted !== undefined && this.now() < accepted.until ? accepted.key : null;
  }

  /** The key as last checked; null: not checked recently, or refused since. */
  findFamiliar(digest: string): GoodKey | null {
    const accepted = this.#byDigest.get(digest);
    return accepted !== undefined && this.now() - accepted.at < FAMILIAR_FOR_MS ? accepted.key : null;
  }

  /**
   * `asked`: when the database query was sent; the cache time counts from there, so a slow answer lives no longer.
   * `leftMs`: until the key expires.
   */
  remember(digest: string, key: GoodKey, asked: number, leftMs: number): void {
    this.#byDigest.delete(digest);
    this.#byDigest.set(digest, { key, at: asked, until: asked + Math.min(GOOD_FOR_MS, leftMs) });
    const [oldest] = this.#byDigest.keys();
    if (this.#byDigest.size > MOST && oldest !== undefined) this.#byDigest.delete(oldest);
  }

  forget(digest: string): void {
    this.#byDigest.delete(digest);
  }
}
