import { createLocalJWKSet } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWTVerifyGetKey, LocalJWKSet } from 'jose';
import type { Clock } from '../../platform/shared/clock.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import { RefusedToken } from './refused-token.js';

/** For so long keys are used without looking whether they are still there: a withdrawn one lives no longer. */
const FRESH_MS = 5 * 60_000;
/** While newer ones cannot be had, keys are used for so long after they came. */
const USABLE_MS = 60 * 60_000;
/** Tokens with unknown keys cause a fetch at most this often; until then the last one says that the key is unknown. */
const COOLDOWN_MS = 5000;
/** For so long a failure stands for those who come next. */
const FAILURE_MS = 2000;

/** What became of a look at the address; told for logs and metrics. */
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
 * The public keys of the identity provider, in the memory of this process. They are fetched when somebody needs them, once
 * for all who wait; a token whose key is not among them makes us look for newer ones.
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
   * The key that signed a token, by what the token's header says. Throws a RefusedToken when keys that were fetched within
   * the cool-down lack it, and `unavailable` while none can be fetched: that is not the caller's fault.
   */
  readonly find: Find = async (header, token) => {
    await this.refreshIfOld();
    const known = await this.lookUp(header, token);
    if (known !== null) return known;
    await this.lookAgain();
    const found = await this.lookUp(header, token);
    if (found !== null) return found;
    throw this.isYoungerThan(COOLDOWN_MS) ? new RefusedToken('unknown_key') : this.keysAway();
  };

  private async refreshIfOld(): Promise<void> {
    if (this.isYoungerThan(FRESH_MS)) return;
    if (this.fetching === null && this.hasPassed(this.hasFailed ? FAILURE_MS : 0)) this.begin();
    // Who can do with the keys at hand does not wait for an identity provider that has just been found to be away.
    const canWait = !(this.hasFailed && this.isYoungerThan(USABLE_MS));
    if (canWait) await this.fetching;
    if (!this.isYoungerThan(USABLE_MS)) throw this.keysAway();
  }

  private async lookAgain(): Promise<void> {
    if (this.isYoungerThan(COOLDOWN_MS)) return;
    if (this.fetching === null && this.hasPassed(this.hasFailed ? FAILURE_MS : 0)) this.begin();
    await this.fetching;
  }

  /** null: there is no such key, more than one, or one that cannot be used. */
  private async lookUp(...[header, token]: Parameters<Find>): Promise<CryptoKey | null> {
    return (await this.held?.keys(header, token).catch(() => null)) ?? null;
  }

  private begin(): void {
    this.triedAt = this.now();
    this.fetching = this.fetchKeys()
      .then((keys) => {
        // Counted from the question: a key that is withdrawn while the answer is on its way is among them.
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

  /** A clock that was set back makes keys old, not young for ever. */
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
