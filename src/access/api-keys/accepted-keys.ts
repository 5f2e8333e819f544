import type { Caller } from '../../platform/shared/caller.js';

/** For how long an answer of the database is relied upon: a revocation holds everywhere by then. */
const GOOD_FOR_MS = 2000;
const FAMILIAR_FOR_MS = 300_000;
const MOST = 10_000;

interface Accepted {
  readonly caller: Caller;
  readonly at: number;
  readonly until: number;
}

/** The keys that this process has accepted lately, by their digests; never more than ten thousand. */
export class AcceptedKeys {
  readonly #byDigest = new Map<string, Accepted>();

  /** `now`: milliseconds that only go forward. */
  constructor(readonly now: () => number) {}

  /** null: it has to be asked for anew. */
  callerOf(digest: string): Caller | null {
    const accepted = this.#byDigest.get(digest);
    return accepted !== undefined && this.now() < accepted.until ? accepted.caller : null;
  }

  /** Whose key it was when it was last looked at; null: it was not lately, or was refused since. */
  familiarCaller(digest: string): Caller | null {
    const accepted = this.#byDigest.get(digest);
    return accepted !== undefined && this.now() - accepted.at < FAMILIAR_FOR_MS ? accepted.caller : null;
  }

  /** `asked`: when the database was asked, so that a late answer is not relied upon for longer. `leftMs`: until it expires. */
  remember(digest: string, caller: Caller, asked: number, leftMs: number): void {
    this.#byDigest.delete(digest);
    this.#byDigest.set(digest, { caller, at: asked, until: asked + Math.min(GOOD_FOR_MS, leftMs) });
    const [oldest] = this.#byDigest.keys();
    if (this.#byDigest.size > MOST && oldest !== undefined) this.#byDigest.delete(oldest);
  }

  forget(digest: string): void {
    this.#byDigest.delete(digest);
  }
}
