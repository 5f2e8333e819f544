import type { RampFailure, RampResult } from '../ramp/port/ramp.errors.js';
import type { CryptoPair, ListedCryptos } from '../ramp/port/ramp.types.js';
import type { Clock } from '../platform/shared/clock.js';
import { within } from '../platform/shared/within.js';

/** For so long a list is not asked for again. */
const FRESH_MS = 60_000;
/** For so long an older list is handed out at once, while a newer one is fetched; beyond it, the newer one is waited for. */
const SERVED_MS = 10 * 60_000;
/** For so long the newer one is waited for: a provider that hangs must not make callers hang who can have the older one. */
const PATIENCE_MS = 2000;
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
    private readonly fetch: (fiat: string) => Promise<RampResult<ListedCryptos>>,
    private readonly clock: Clock,
  ) {}

  /** The list for a currency, as new as can be had within two seconds; a failure only when there never was one. */
  async get(fiat: string): Promise<CryptoListing | RampFailure> {
    const entry = this.#entry(fiat);
    const age = this.#age(entry);
    if (age < FRESH_MS) return entry.listing ?? unreachable();
    const fetched = this.#refresh(fiat, entry);
    if (entry.listing === null) await fetched;
    else if (age >= SERVED_MS) await within(PATIENCE_MS, fetched, null);
    // Nobody waits for it: if the gateway has a bug, the next one who has to wait hears of it.
    else fetched.catch(() => undefined);
    return entry.listing ?? entry.failure?.cause ?? unreachable();
  }

  /** The same, but null in place of a list that is too old to refuse anything by it. */
  async getRecent(fiat: string): Promise<CryptoListing | null> {
    const got = await this.get(fiat);
    return 'pairs' in got && this.#ageOf(got) < SERVED_MS ? got : null;
  }

  #entry(fiat: string): Entry {
    const known = this.#entries.get(fiat);
    if (known !== undefined) return known;
    const entry: Entry = { listing: null, failure: null, fetching: null };
    this.#entries.set(fiat, entry);
    return entry;
  }

  #age({ listing }: Entry): number {
    return listing === null ? Infinity : this.#ageOf(listing);
  }

  /** A list of the future was dated by a clock that has been set back since: it may be of any age. */
  #ageOf({ asOf }: CryptoListing): number {
    const age = this.clock.now().getTime() - asOf.getTime();
    return age < 0 ? Infinity : age;
  }

  #refresh(fiat: string, entry: Entry): Promise<void> {
    if (entry.fetching !== null) return entry.fetching;
    if (this.#pauses(entry)) return Promise.resolve();
    entry.fetching = this.#fetchInto(fiat, entry).finally(() => {
      entry.fetching = null;
    });
    return entry.fetching;
  }

  #pauses({ failure }: Entry): boolean {
    if (failure === null) return false;
    const since = this.clock.now().getTime() - failure.at;
    return since >= 0 && since < PAUSE_MS;
  }

  async #fetchInto(fiat: string, entry: Entry): Promise<void> {
    const result = await this.fetch(fiat);
    const now = this.clock.now();
    if (result.kind === 'answered') {
      entry.listing = { pairs: result.value.pairs, asOf: now };
      entry.failure = null;
    } else entry.failure = { cause: result, at: now.getTime() };
  }
}

function unreachable(): never {
  throw new Error('a finished fetch leaves a list or a failure behind');
}
