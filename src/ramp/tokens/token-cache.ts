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

export type FetchToken = (user: string) => Promise<IssuedToken | NoToken>;

const MOST_USERS = 10_000;
/** Share of the life at its end when the token is no longer used, since it must reach the provider in time. */
const MARGIN = 0.05;
const LONGEST_MARGIN_MS = 60_000;
/** Longest wait for a token: the wait and the create must fit into the lease. */
const WAIT_MS = 5000;
const FAILURE_MS = 2000;

interface CacheEntry {
  held: { readonly token: Secret; readonly until: number } | null;
  fetching: Promise<IssuedToken | NoToken> | null;
  failure: { readonly what: NoToken; readonly until: number } | null;
}

/** In memory. One request at a time per user, and none soon after a failure. */
export class TokenCache {
  private readonly entries = new Map<string, CacheEntry>();

  constructor(
    private readonly fetchToken: FetchToken,
    private readonly time: Time,
  ) {}

  /** Takes at most five seconds. */
  async get(user: string): Promise<TokenFinding> {
    const entry = this.touch(user);
    const { held, failure } = entry;
    const now = this.time.monotonic();
    if (held !== null && now < held.until) return { kind: 'token', token: held.token };
    if (failure !== null && now < failure.until) return failure.what;
    const late = noToken('access_token_away', `no access token within ${WAIT_MS} ms`);
    const found = await within(this.time, WAIT_MS, entry.fetching ?? this.fetch(user, entry), late);
    return found.kind === 'none' ? found : { kind: 'token', token: found.token };
  }

  /** Drops this very token; a newer one stays. */
  discard(user: string, token: Secret): void {
    if (this.entries.get(user)?.held?.token.reveal() === token.reveal()) this.entries.delete(user);
  }

  private touch(user: string): CacheEntry {
    const entry = this.entries.get(user) ?? { held: null, fetching: null, failure: null };
    this.entries.delete(user);
    this.entries.set(user, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > MOST_USERS && oldest !== undefined) this.entries.delete(oldest);
    return entry;
  }

  private fetch(user: string, entry: CacheEntry): Promise<IssuedToken | NoToken> {
    const askedAt = this.time.monotonic();
    entry.fetching = this.fetchToken(user)
      .then((found) => {
        if (found.kind === 'issued') {
          const { token, lifetimeMs } = found;
          const margin = Math.min(LONGEST_MARGIN_MS, lifetimeMs * MARGIN);
          entry.held = { token, until: askedAt + lifetimeMs - margin };
        } else entry.failure = { what: found, until: this.time.monotonic() + FAILURE_MS };
        return found;
      })
      .finally(() => {
        entry.fetching = null;
      });
    return entry.fetching;
  }
}
