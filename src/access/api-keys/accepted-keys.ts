import type { Caller } from '../../platform/shared/caller.js';

/** For how long an answer of the database is relied upon: a revocation holds everywhere by then. */
const GOOD_FOR_MS = 2000;
const FAMILIAR_FOR_MS = 300_000;
const MOST = 10_000;

/** A key that was found good. */
export interface GoodKey {
  readonly caller: Caller;
  /** Does it count from this network address? null: nobody knows where it came from. */
  readonly countsFrom: (address: string | null) => boolean;
}

interface Accepted {
  readonly key: GoodKey;
  readonly at: number;
  readonly until: number;
}

/** The keys that this process has accepted lately, by their digests; never more than ten thousand. */
export class AcceptedKeys {
  readonly #byDigest = new Map<string, Accepted>();

  /** `now`: milliseconds that only go forward. */
  constructor(readonly now: () => number) {}

  /** null: it has to be asked for anew. */
  find(digest: string): GoodKey | null {
    const accepted = this.#byDigest.get(digest);
    return accepted !== undefined && this.now() < accepted.until ? accepted.key : null;
  }

  /** As it was when it was last looked at; null: it was not lately, or was refused since. */
  findFamiliar(digest: string): GoodKey | null {
    const accepted = this.#byDigest.get(digest);
    return accepted !== undefined && this.now() - accepted.at < FAMILIAR_FOR_MS ? accepted.key : null;
  }

  /** `asked`: when the database was asked, so that a late answer is not relied upon for longer. `leftMs`: until it expires. */
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
