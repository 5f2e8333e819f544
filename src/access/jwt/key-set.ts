import { createRemoteJWKSet, customFetch } from 'jose';
import type { JSONWebKeySet, JWK, JWTVerifyGetKey } from 'jose';
import { boundedText } from '../../platform/text/http-response.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { HOUR } from '../../platform/time/time.js';
import { RefusedToken } from './verify-token.js';

/** Shortest interval between fetches caused by unknown keys. */
const COOLDOWN_MS = 5000;

/**
 * The public keys of the identity provider, fetched for an unknown key and each hour. Throws a RefusedToken where they
 * lack the key, and `unavailable` where they cannot be fetched. `onFetch`: `error` null: the keys arrived.
 */
export function keySetAt(url: string, onFetch: (error: unknown) => void): JWTVerifyGetKey {
  const find = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: HOUR,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async () => {
      try {
        const keys = await fetchKeys(url);
        onFetch(null);
        return Response.json(keys);
      } catch (error) {
        onFetch(error);
        throw new Problem('unavailable', PROBLEM_TEXTS.tokenNotVerifiable, { retryAfter: 2 });
      }
    },
  });
  return (header, token) =>
    find(header, token).catch((error: unknown) => {
      throw error instanceof Problem ? error : new RefusedToken('unknown_key');
    });
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
