import type { Secret } from '../../platform/shared/secret.js';
import { within } from '../../platform/shared/within.js';
import type { MonotonicTime } from '../../platform/shared/monotonic-time.js';
import { noToken } from './access-tokens.js';
import type { NoToken, TokenFinding } from './access-tokens.js';

export interface IssuedToken {
  readonly kind: 'issued';
  readonly token: Secret;
  /** How long it may be used, counted from the moment when it was asked for; milliseconds. */
  readonly lifetimeMs: number;
}

/** Asks for the token of one user. `ahead`: nobody waits for it, the present one is still good. */
export type FetchToken = (user: string, when: 'now' | 'ahead') => Promise<IssuedToken | NoToken>;

const MOST_USERS = 10_000;
/** The part of its life after which a token is replaced while it is still good. */
const REFRESH_AFTER = 0.8;
/** Before its end it must have reached the provider. */
const MARGIN = 0.05;
const LONGEST_MARGIN_MS = 60_000;
/** Whoever wants a token waits so long for it at most: with it, a create has to fit into its lease. */
const WAIT_MS = 5000;
/** For so long a failure stands for those who come next. */
const FAILURE_MS = 2000;
/** After so many silences in a row, one request a second finds out whether the server is there again. */
const SILENCES = 3;
const PROBE_EVERY_MS = 1000;

interface Held {
  readonly token: Secret;
  readonly refreshAt: number;
  readonly usableUntil: number;
}

interface Entry {
  held: Held | null;
  fetching: Promise<IssuedToken | NoToken> | null;
  failure: { readonly what: NoToken; readonly until: number } | null;
}

/**
 * The tokens of the users of one application, in the memory of this process. For one user there is one request at a time,
 * however many trades wait for it; a token is replaced ahead of its end while the old one is still good. What failed is
 * not tried again at once, neither for the same user nor, when nobody answers, for all the others.
 */
export class TokenCache {
  /** The one that was used last stands last. */
  private readonly entries = new Map<string, Entry>();
  private silences = 0;
  private lastSilence: NoToken | null = null;
  private nextProbeAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly fetchToken: FetchToken,
    private readonly time: MonotonicTime,
  ) {}

  /** The user's token, or why there is none, after five seconds at most. */
  async get(user: string): Promise<TokenFinding> {
    const entry = this.touch(user);
    const { held } = entry;
    const now = this.time.now();
    if (held !== null && now < held.usableUntil) {
      if (now >= held.refreshAt && this.mayFetch(entry)) this.fetchAhead(user, entry);
      return { kind: 'token', token: held.token };
    }
    const late = noToken('access_token_away', `no access token within ${WAIT_MS} ms`);
    const found = await within(WAIT_MS, entry.fetching ?? this.fetchUnlessFailed(user, entry), late);
    return found.kind === 'none' ? found : { kind: 'token', token: found.token };
  }

  /** That very token is not given again; one that came after it stays. */
  discard(user: string, token: Secret): void {
    const entry = this.entries.get(user);
    // A request that is under way may bring the same token again: nobody joins it any more.
    if (entry?.held?.token.reveal() === token.reveal()) this.entries.delete(user);
  }

  private touch(user: string): Entry {
    const entry = this.entries.get(user) ?? { held: null, fetching: null, failure: null };
    this.entries.delete(user);
    this.entries.set(user, entry);
    if (this.entries.size > MOST_USERS) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    return entry;
  }

  private mayFetch(entry: Entry): boolean {
    return entry.fetching === null && this.standingFailure(entry) === null;
  }

  private fetchUnlessFailed(user: string, entry: Entry): Promise<IssuedToken | NoToken> {
    const failure = this.standingFailure(entry);
    return failure === null ? this.fetch(user, entry, 'now') : Promise.resolve(failure);
  }

  private standingFailure({ failure }: Entry): NoToken | null {
    const now = this.time.now();
    if (failure !== null && now < failure.until) return failure.what;
    return this.silences >= SILENCES && now < this.nextProbeAt ? this.lastSilence : null;
  }

  private fetch(user: string, entry: Entry, when: 'now' | 'ahead'): Promise<IssuedToken | NoToken> {
    const askedAt = this.time.now();
    this.nextProbeAt = askedAt + PROBE_EVERY_MS;
    entry.fetching = this.fetchToken(user, when)
      .then((found) => {
        this.note(found);
        if (found.kind === 'issued') this.keep(entry, found, askedAt);
        else entry.failure = { what: found, until: this.time.now() + FAILURE_MS };
        return found;
      })
      .finally(() => {
        entry.fetching = null;
      });
    return entry.fetching;
  }

  private fetchAhead(user: string, entry: Entry): void {
    this.fetch(user, entry, 'ahead').catch(() => {
      // A mistake of ours: whoever needs a new token asks for one, and meets it.
    });
  }

  private keep(entry: Entry, { token, lifetimeMs }: IssuedToken, askedAt: number): void {
    const margin = Math.min(LONGEST_MARGIN_MS, lifetimeMs * MARGIN);
    entry.failure = null;
    entry.held = {
      token,
      refreshAt: askedAt + lifetimeMs * REFRESH_AFTER,
      usableUntil: askedAt + lifetimeMs - margin,
    };
  }

  private note(found: IssuedToken | NoToken): void {
    const isSilence = found.kind === 'none' && found.reason === 'access_token_away';
    this.silences = isSilence ? this.silences + 1 : 0;
    if (isSilence) this.lastSilence = found;
  }
}
