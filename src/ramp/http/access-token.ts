import type { Secret } from '../../shared/secret.js';

/** What a header can carry unchanged; the client would drop other characters without a word. */
const SENDABLE = /^[\x21-\x7e]{1,4096}$/;

/**
 * The access token with which a trade is created: the one that the merchant's own server handed in for its customer,
 * else the configured one. null: there is none that could be sent. (How tokens are issued the contract does not show.)
 */
export function chooseAccessToken(handedIn: string | null, configured: Secret | null): string | null {
  const token = handedIn === null || handedIn === '' ? (configured?.reveal() ?? '') : handedIn;
  return SENDABLE.test(token) ? token : null;
}
