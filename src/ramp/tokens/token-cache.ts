import type { Secret } from '../../platform/callers/secret.js';
import { within } from '../../platform/time/promises.js';
import type { Time } from '../../platform/time/time.js';
import type { NoTokenReason } from '../port/ramp.errors.js';

export interface NoToken {
  readonly kind: 'none';
  readonly reason: NoTokenReason;
  /** Without tokens and personal data. */
  readonly detail: string;
}

export type TokenFinding = { readonly kind: 'token'; readonly token: Secret } | NoToken;

export const noToken = (reason: NoTokenReason, detail: string): NoToken => ({ kind: 'none', reason, detail });

export interface IssuedToken {
  readonly kind: 'issued';
  readonly token: Secret;
  /** Milliseconds of validity, counted from the request for it. */
  readonly lifetimeMs: number;
}

/** `ahead`: no trade waits, since the present token is still valid. */
export type FetchToken = (user: string, when: 'now' | 'ahead') => Promise<IssuedToken | NoToken>;

const MOST_USERS = 10_000;
const REFRESH_AFTER = 0.8;
/** Share of the life at its end when the token is no longer used, since it must reach the provider in time. */
const MARGIN = 0.05;
const LONGEST_MARGIN_MS = 60_000;
/** Longest wait for a token: the wait and the create must fit into the lease. */
const WAIT_MS = 5000;
const FAILURE_MS = 2000;
/** After this many silences in a row, one request a second checks whether the server is back. */
const SILENCES = 3;
const PROBE_EVERY_MS = 1000;

interface CacheEntry {
  held: { readonly token: Secret; readonly refreshAt: number; readonly usableUntil: number } | null;
  fetching: Promise<IssuedToken | NoToken> | null;
  failure: { readonly what: NoToken; readonly until: number } | null;
}

/**
 * In memory. One request at a time per user; a token is refreshed ahead of its end. A failure is not retried at once:
 * not for the same user and, while the server is silent, not for others.
 */
export class TokenCache {
  private readonly entries = new Map<string, CacheEntry>();
  private silences = 0;
  private lastSilence: NoToken | null = null;
  private nextProbeAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly fetchToken: FetchToken,
    private readonly time: Time,
  ) {}

  /** Takes at most five seconds. */
  async get(user: string): Promise<TokenFinding> {
    const entry = this.touch(user);
    const { held } = entry;
    const now = this.time.monotonic();
    if (held !== null && now < held.usableUntil) {
      const mayFetch = entry.fetching === null && this.standingFailure(entry) === null;
      if (now >= held.refreshAt && mayFetch) {
        this.fetch(user, entry, 'ahead').catch(() => {
          // A bug of ours: the next caller fetches again, and its error surfaces there.
        });
      }
      return { kind: 'token', token: held.token };
    }
    const late = noToken('access_token_away', `no access token within ${WAIT_MS} ms`);
    const found = await within(this.time, WAIT_MS, entry.fetching ?? this.fetchUnlessFailed(user, entry), late);
    return found.kind === 'none' ? found : { kind: 'token', token: found.token };
  }

  /** Drops this very token; a newer one stays. */
  discard(user: string, token: Secret): void {
    const entry = this.entries.get(user);
    // A request in flight may return the same token, so no later caller joins it.
    if (entry?.held?.token.reveal() === token.reveal()) this.entries.delete(user);
  }

  private touch(user: string): CacheEntry {
    const entry = this.entries.get(user) ?? { held: null, fetching: null, failure: null };
    this.entries.delete(user);
    this.entries.set(user, entry);
    if (this.entries.size > MOST_USERS) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    return entry;
  }

  private fetchUnlessFailed(user: string, entry: CacheEntry): Promise<IssuedToken | NoToken> {
    const failure = this.standingFailure(entry);
    return failure === null ? this.fetch(user, entry, 'now') : Promise.resolve(failure);
  }

  private standingFailure({ failure }: CacheEntry): NoToken | null {
    const now = this.time.monotonic();
    if (failure !== null && now < failure.until) return failure.what;
    return this.silences >= SILENCES && now < this.nextProbeAt ? this.lastSilence : null;
  }

  private fetch(user: string, entry: CacheEntry, when: 'now' | 'ahead'): Promise<IssuedToken | NoToken> {
    const askedAt = this.time.monotonic();
    this.nextProbeAt = askedAt + PROBE_EVERY_MS;
    entry.fetching = this.fetchToken(user, when)
      .then((found) => {
        this.note(found);
        if (found.kind === 'issued') this.keep(entry, found, askedAt);
        else entry.failure = { what: found, until: this.time.monotonic() + FAILURE_MS };
        return found;
      })
      .finally(() => {
        entry.fetching = null;
      });
    return entry.fetching;
  }

  private keep(entry: CacheEntry, { token, lifetimeMs }: IssuedToken, askedAt: number): void {
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
