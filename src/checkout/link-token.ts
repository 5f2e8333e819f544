import type { KeyRing } from '../platform/crypto/key-ring.js';
import type { LinkTerms } from '../platform/terms/terms.js';

const PURPOSE = 'checkout-link';

export interface SignedTerms {
  readonly terms: LinkTerms;
  readonly expiresAt: Date;
}

/** The terms as JSON, a key id, and an HMAC over the JSON: `<base64url>.<key id>.<base64url>`. */
export function linkToken(ring: KeyRing, { terms, expiresAt }: SignedTerms): string {
  const payload = Buffer.from(JSON.stringify({ terms, expiresAt })).toString('base64url');
  const mac = ring.mac(PURPOSE, payload);
  if (mac === null) throw new Error('there is no key for checkout links');
  return `${payload}.${ring.newestId}.${mac.toString('base64url')}`;
}

/** The signed terms; null: not signed by this service, or its key is gone. */
export function termsOfToken(ring: KeyRing, token: string): SignedTerms | null {
  const [, payload, keyId, mac] = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9]{1,16})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (payload === undefined || keyId === undefined || mac === undefined) return null;
  if (!ring.verifyText(PURPOSE, payload, keyId, mac)) return null;
  const { terms, expiresAt } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {
    terms: LinkTerms;
    expiresAt: string;
  };
  return { terms, expiresAt: new Date(expiresAt) };
}
