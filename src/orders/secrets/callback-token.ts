import type { KeyRing } from '../../platform/crypto/key-ring.js';

const PURPOSE = 'callback-token';

/** The token in a trade's callback URL: its number, a key id and an HMAC over the number. */
export function callbackToken(ring: KeyRing, tradeNo: string): string {
  const mac = ring.mac(PURPOSE, tradeNo);
  if (mac === null) throw new Error('there is no key for callback tokens');
  return `${tradeNo}~${ring.newestId}~${mac.toString('base64url')}`;
}

/** The trade that a token names, or null if the token is not ours. Neither number nor key id can contain `~`. */
export function tradeOfToken(ring: KeyRing, token: string): string | null {
  const [, tradeNo, keyId, mac] = /^([A-Za-z0-9._-]{1,64})~([A-Za-z0-9]{1,16})~([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (tradeNo === undefined || keyId === undefined || mac === undefined) return null;
  return ring.verifyText(PURPOSE, tradeNo, keyId, mac) ? tradeNo : null;
}
