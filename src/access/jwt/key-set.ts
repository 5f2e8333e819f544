import { createLocalJWKSet } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWTVerifyGetKey, LocalJWKSet } from 'jose';
import type { Clock } from '../../platform/time/time.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { RefusedToken } from './refused-token.js';

/** Age after which keys are refreshed: the longest life of a withdrawn key. */
const FRESH_MS = 5 * 60_000;
/** Age up to which keys are used while a refresh fails. */
const USABLE_MS = 60 * 60_000;
/** Shortest interval between fetches caused by unknown keys; until then the cached set decides. */
const COOLDOWN_MS = 5000;
/** How long a failed fetch answers further callers. */
const FAILURE_MS = 2000;

/** Hears the outcome of each fetch, for logs and metrics. */
export interface KeySetWatcher {
  fetched(): void;
  failed(error: unknown): void;
}

interface Held {
  readonly keys: LocalJWKSet;
  readonly since: number;
}

type Find = (...asked: Parameters<JWTVerifyGetKey>) => Promise<CryptoKey>;

/**
 * The public keys of the identity provider, cached in memory. Fetched on demand, one fetch for all waiting callers; an
 * unknown key id triggers a refresh.
 */
export class KeySet {
  private held: Held | null = null;
  private fetching: Promise<void> | null = null;
  private triedAt = Number.NEGATIVE_INFINITY;
  private hasFailed = false;

  constructor(
    private readonly fetchKeys: () => Promise<JSONWebKeySet>,
    private readonly clock: Clock,
    private readonly watcher: KeySetWatcher,
  ) {}

  /**
   * The key that the token's header names. Throws a RefusedToken when keys fetched within the cool-down lack it, and
   * `unavailable` while no keys can be fetched, which is not the caller's fault.
   */
  readonly find: Find = async (header, token) => {
    await this.refreshIfOld();
    const cached = await this.lookUp(header, token);
    if (cached !== null) return cached;
    await this.lookAgain();
    const found = await this.lookUp(header, token);
    if (found !== null) return found;
    throw this.isYoungerThan(COOLDOWN_MS) ? new RefusedToken('unknown_key') : this.keysAway();
  };

  private async refreshIfOld(): Promise<void> {
    if (this.isYoungerThan(FRESH_MS)) return;
    if (this.fetching === null && this.hasPassed(this.hasFailed ? FAILURE_MS : 0)) this.begin();
    // With usable keys at hand, don't wait for an identity provider that has just failed.
    const canWait = !(this.hasFailed && this.isYoungerThan(USABLE_MS));
    if (canWait) await this.fetching;
    if (!this.isYoungerThan(USABLE_MS)) throw this.keysAway();
  }

  private async lookAgain(): Promise<void> {
    if (this.isYoungerThan(COOLDOWN_MS)) return;
    if (this.fetching === null && this.hasPassed(this.hasFailed ? FAILURE_MS : 0)) this.begin();
    await this.fetching;
  }

  /** null: no such key, more than one, or an unusable one. */
  private async lookUp(...[header, token]: Parameters<Find>): Promise<CryptoKey | null> {
    return (await this.held?.keys(header, token).catch(() => null)) ?? null;
  }

  private begin(): void {
    this.triedAt = this.now();
    this.fetching = this.fetchKeys()
      .then((keys) => {
        // Age counts from the request: a key withdrawn while the answer travels is still in it.
        this.held = { keys: createLocalJWKSet(keys), since: this.triedAt };
        this.hasFailed = false;
        this.watcher.fetched();
      })
      .catch((error: unknown) => {
        this.hasFailed = true;
        this.watcher.failed(error);
      })
      .finally(() => {
        this.fetching = null;
      });
  }

  private isYoungerThan(milliseconds: number): boolean {
    return this.held !== null && !this.isPast(this.held.since, milliseconds);
  }

  private hasPassed(milliseconds: number): boolean {
    return this.isPast(this.triedAt, milliseconds);
  }

  /** After the clock was set back, keys count as old instead of young for ever. */
  private isPast(since: number, milliseconds: number): boolean {
    const passed = this.now() - since;
    return passed >= milliseconds || passed < 0;
  }

  private keysAway(): Problem {
    const leftMs = this.hasPassed(FAILURE_MS) ? 0 : this.triedAt + FAILURE_MS - this.now();
    return new Problem('unavailable', PROBLEM_TEXTS.tokenNotVerifiable, {
      retryAfter: Math.max(1, Math.ceil(leftMs / 1000)),
    });
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
