import { createLocalJWKSet } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWK, JWTVerifyGetKey, LocalJWKSet } from 'jose';
import { boundedText } from '../../platform/text/http-response.js';
import type { Time } from '../../platform/time/time.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { RefusedToken } from './verify-token.js';

/** Age after which keys are refreshed: the longest life of a withdrawn key. */
const FRESH_MS = 5 * 60_000;
/** Age up to which keys are used while a refresh fails. */
const USABLE_MS = 60 * 60_000;
/** Shortest interval between fetches caused by unknown keys; until then the cached set decides. */
const COOLDOWN_MS = 5000;
/** How long a failed fetch answers further callers. */
const FAILURE_MS = 2000;

type FindKey = (...token: Parameters<JWTVerifyGetKey>) => Promise<CryptoKey>;

/** The public keys of the identity provider, fetched on demand, once for all waiting callers. */
export class KeySet {
  private cached: { readonly keys: LocalJWKSet; readonly since: number } | null = null;
  private fetching: Promise<void> | null = null;
  private triedAt = Number.NEGATIVE_INFINITY;
  private hasFailed = false;

  constructor(
    private readonly fetchKeys: () => Promise<JSONWebKeySet>,
    private readonly time: Time,
    /** `error` null: the keys arrived. */
    private readonly onFetch: (error: unknown) => void,
  ) {}

  /** Throws a RefusedToken when keys fetched within the cool-down lack it, and `unavailable` without any keys. */
  readonly find: FindKey = async (header, token) => {
    await this.refreshIfOld();
    const cached = await this.lookUp(header, token);
    if (cached !== null) return cached;
    if (!this.isYoungerThan(COOLDOWN_MS)) {
      this.beginFetch();
      await this.fetching;
    }
    const found = await this.lookUp(header, token);
    if (found !== null) return found;
    throw this.isYoungerThan(COOLDOWN_MS) ? new RefusedToken('unknown_key') : this.keysAway();
  };

  private async refreshIfOld(): Promise<void> {
    if (this.isYoungerThan(FRESH_MS)) return;
    this.beginFetch();
    // With usable keys at hand, don't wait for an identity provider that has just failed.
    const canWait = !(this.hasFailed && this.isYoungerThan(USABLE_MS));
    if (canWait) await this.fetching;
    if (!this.isYoungerThan(USABLE_MS)) throw this.keysAway();
  }

  /** null: no such key, more than one, or an unusable one. */
  private async lookUp(...[header, token]: Parameters<FindKey>): Promise<CryptoKey | null> {
    return (await this.cached?.keys(header, token).catch(() => null)) ?? null;
  }

  private beginFetch(): void {
    if (this.fetching !== null || !this.hasPassed(this.hasFailed ? FAILURE_MS : 0)) return;
    this.triedAt = this.now();
    this.fetching = this.fetchKeys()
      .then((keys) => {
        // Age counts from the request: a key withdrawn while the answer travels is still in it.
        this.cached = { keys: createLocalJWKSet(keys), since: this.triedAt };
        this.hasFailed = false;
        this.onFetch(null);
      })
      .catch((error: unknown) => {
        this.hasFailed = true;
        this.onFetch(error);
      })
      .finally(() => {
        this.fetching = null;
      });
  }

  private isYoungerThan(milliseconds: number): boolean {
    return this.cached !== null && !this.isPast(this.cached.since, milliseconds);
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
    return this.time.now().getTime();
  }
}

const FETCH_TIMEOUT_MS = 5000;
/** A key takes a few hundred bytes, with certificates a few thousand. */
const MAX_BYTES = 256 * 1024;

export async function fetchKeys(url: string): Promise<JSONWebKeySet> {
  const response = await fetch(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    // A redirect could let others supply keys.
    redirect: 'manual',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the answer has the status ${response.status}`);
  }
  const keys = usableKeys(parsed(await boundedText(response, MAX_BYTES)));
  if (keys === null) throw new Error('the answer is not a key set');
  return keys;
}

/** Hides the parser's message, which quotes the answer. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the answer is not JSON');
  }
}

/** RFC 7518, 3.3: shorter keys are breakable at a price. */
const MIN_RSA_BITS = 2048;

/** The keys of a key set (RFC 7517), without unfit ones: one bad key must not disable the rest. null: not a key set. */
export function usableKeys(answer: unknown): JSONWebKeySet | null {
  if (!isObject(answer) || !Array.isArray(answer['keys'])) return null;
  return { keys: answer['keys'].filter(isUsable) };
}

function isUsable(key: unknown): key is JWK {
  if (!isObject(key)) return false;
  // A private key published by mistake is compromised.
  if (key['d'] !== undefined) return false;
  if (key['kty'] === 'RSA') return rsaBits(key['n']) >= MIN_RSA_BITS;
  return key['kty'] === 'EC' || key['kty'] === 'OKP';
}

function rsaBits(modulus: unknown): number {
  if (typeof modulus !== 'string') return 0;
  const hex = Buffer.from(modulus, 'base64url').toString('hex');
  return BigInt(`0x0${hex}`).toString(2).length;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
