import type { RampFailure, RampResult } from '../ramp/ramp.errors.js';
import type { CryptoPair } from '../ramp/ramp.types.js';
import type { Clock } from '../shared/clock.js';

/** For so long a list is not asked for again. */
const FRESH_MS = 60_000;
/** For so long an older list is handed out at once, while a newer one is fetched; beyond it, the newer one is waited for. */
const SERVED_MS = 10 * 60_000;
/** For so long nobody asks again after the provider did not give the list. */
const PAUSE_MS = 5000;

export interface CryptoListing {
  readonly pairs: readonly CryptoPair[];
  /** When the provider gave this list. */
  readonly asOf: Date;
}

interface Entry {
  listing: CryptoListing | null;
  failure: { readonly cause: RampFailure; readonly at: number } | null;
  fetching: Promise<void> | null;
}

/**
 * The provider's crypto lists, one for each currency, kept in memory. However many ask, the provider is asked once at a
 * time, and what it said before is good enough while it is away. The keys are known currencies: they are few.
 */
export class CryptoLists {
  readonly #entries = new Map<string, Entry>();

  constructor(
    private readonly fetch: (fiat: string) => Promise<RampResult<readonly CryptoPair[]>>,
    private readonly clock: Clock,
  ) {}

  /** The list for a currency, as new as can be had; a failure only when there never was one. */
  async get(fiat: string): Promise<CryptoListing | RampFailure> {
    const entry = this.#entry(fiat);
    const age = this.#age(entry);
    if (age < FRESH_MS) return entry.listing ?? unreachable();
    const fetched = this.#refresh(fiat, entry);
    if (age >= SERVED_MS) await fetched;
    // Nobody waits for it: if the gateway has a bug, the next one who has to wait hears of it.
    else fetched.catch(() => undefined);
    return entry.listing ?? entry.failure?.cause ?? unreachable();
  }

  /** The same, but null in place of a list that is too old to refuse anything by it. */
  async getRecent(fiat: string): Promise<CryptoListing | null> {
    const got = await this.get(fiat);
    return 'pairs' in got && this.clock.now().getTime() - got.asOf.getTime() < SERVED_MS ? got : null;
  }

  #entry(fiat: string): Entry {
    const known = this.#entries.get(fiat);
    if (known !== undefined) return known;
    const entry: Entry = { listing: null, failure: null, fetching: null };
    this.#entries.set(fiat, entry);
    return entry;
  }

  #age({ listing }: Entry): number {
    return listing === null ? Infinity : this.clock.now().getTime() - listing.asOf.getTime();
  }

  #refresh(fiat: string, entry: Entry): Promise<void> {
    if (entry.fetching !== null) return entry.fetching;
    if (entry.failure !== null && this.clock.now().getTime() - entry.failure.at < PAUSE_MS) return Promise.resolve();
    entry.fetching = this.#fetchInto(fiat, entry).finally(() => {
      entry.fetching = null;
    });
    return entry.fetching;
  }

  async #fetchInto(fiat: string, entry: Entry): Promise<void> {
    const result = await this.fetch(fiat);
    const now = this.clock.now();
    if (result.kind === 'answered') {
      entry.listing = { pairs: result.value, asOf: now };
      entry.failure = null;
    } else entry.failure = { cause: result, at: now.getTime() };
  }
}

function unreachable(): never {
  throw new Error('a finished fetch leaves a list or a failure behind');
}
