import type { JSONWebKeySet, JWK } from 'jose';

/** Bits; shorter keys are breakable at a price (RFC 7518, 3.3). */
const LEAST_RSA_BITS = 2048;

/**
 * The keys of a key set (RFC 7517) that may verify signatures: public, asymmetric and not weak. Others are skipped, so
 * that one bad key does not disable the rest. null: not a key set.
 */
export function usableKeys(answer: unknown): JSONWebKeySet | null {
  if (!isObject(answer) || !Array.isArray(answer['keys'])) return null;
  return { keys: answer['keys'].filter(isUsable) };
}

function isUsable(key: unknown): key is JWK {
  if (!isObject(key)) return false;
  // A private key published by mistake is compromised.
  if (key['d'] !== undefined) return false;
  if (key['kty'] === 'RSA') return rsaBits(key['n']) >= LEAST_RSA_BITS;
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
