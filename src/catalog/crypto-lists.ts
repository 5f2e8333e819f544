import type { RampFailure, RampResult } from '../ramp/port/ramp.errors.js';
import type { CryptoPair, ListedCryptos } from '../ramp/port/ramp.types.js';
import type { Time } from '../platform/time/time.js';
import { within } from '../platform/time/promises.js';

/** A list is not fetched again this soon. */
const FRESH_MS = 60_000;
/** How long an older list is served while a newer one is fetched. After that, callers wait for the newer one. */
const SERVED_MS = 10 * 60_000;
/** Longest wait for a refresh before the older list is served. */
const PATIENCE_MS = 2000;
/** Delay after a failed fetch. */
const PAUSE_MS = 5000;

export interface CryptoListing {
  readonly pairs: readonly CryptoPair[];
  readonly asOf: Date;
}

interface CachedList {
  listing: CryptoListing | null;
  failure: RampFailure | null;
  /** When no list came, or an empty one. */
  failedAt: number | null;
  fetching: Promise<void> | null;
}

/** Concurrent callers share one fetch; the older list is served while the provider is down. */
export class CryptoLists {
  readonly #entries = new Map<string, CachedList>();

  constructor(
    private readonly fetch: (fiat: string) => Promise<RampResult<ListedCryptos>>,
    private readonly time: Time,
  ) {}

  /** The newest list available within two seconds. A failure only if there was never a list. */
  async get(fiat: string): Promise<CryptoListing | RampFailure> {
    const entry = this.#entry(fiat);
    const age = this.#age(entry);
    if (age < FRESH_MS) return entry.listing ?? unreachable();
    const fetched = this.#refresh(fiat, entry);
    if (entry.listing === null) await fetched;
    else if (age >= SERVED_MS) await within(this.time, PATIENCE_MS, fetched, null);
    // Not awaited. A bug in the gateway surfaces at the next caller that waits.
    else fetched.catch(() => undefined);
    return entry.listing ?? entry.failure ?? unreachable();
  }

  /** As `get`, but null instead of a list too old, or too empty, to refuse a checkout by. */
  async getRecent(fiat: string): Promise<CryptoListing | null> {
    const got = await this.get(fiat);
    return 'pairs' in got && got.pairs.length > 0 && this.#ageOf(got) < SERVED_MS ? got : null;
  }

  #entry(fiat: string): CachedList {
    const existing = this.#entries.get(fiat);
    if (existing !== undefined) return existing;
    const entry: CachedList = { listing: null, failure: null, failedAt: null, fetching: null };
    this.#entries.set(fiat, entry);
    return entry;
  }

  #age({ listing }: CachedList): number {
    return listing === null ? Infinity : this.#ageOf(listing);
  }

  /** A list dated in the future was dated before the clock was set back, so its age is unknown. */
  #ageOf({ asOf }: CryptoListing): number {
    const age = this.time.now().getTime() - asOf.getTime();
    return age < 0 ? Infinity : age;
  }

  #refresh(fiat: string, entry: CachedList): Promise<void> {
    if (entry.fetching !== null) return entry.fetching;
    if (this.#pauses(entry)) return Promise.resolve();
    entry.fetching = this.#fetchInto(fiat, entry).finally(() => {
      entry.fetching = null;
    });
    return entry.fetching;
  }

  #pauses({ failedAt }: CachedList): boolean {
    if (failedAt === null) return false;
    const since = this.time.now().getTime() - failedAt;
    return since >= 0 && since < PAUSE_MS;
  }

  async #fetchInto(fiat: string, entry: CachedList): Promise<void> {
    const result = await this.fetch(fiat);
    const now = this.time.now();
    const isList = result.kind === 'answered' && (result.value.pairs.length > 0 || entry.listing === null);
    if (isList) entry.listing = { pairs: result.value.pairs, asOf: now };
    entry.failure = result.kind === 'answered' ? null : result;
    entry.failedAt = isList ? null : now.getTime();
  }
}

function unreachable(): never {
  throw new Error('a finished fetch leaves a list or a failure behind');
}
