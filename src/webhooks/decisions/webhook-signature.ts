import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Signature schemes, named as in Standard Webhooks: `v1` is HMAC-SHA-256, `v1a` is Ed25519. */
export const SIGNATURE_SCHEMES = ['v1', 'v1a'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

/** A signing key: the secret, stored encrypted, and the text that the receiver gets. */
export interface SigningKey {
  readonly scheme: SignatureScheme;
  /** `whsec_` and 32 bytes in base64, or `whsk_` and an Ed25519 seed. */
  readonly secret: string;
  /** The receiver's key: the same secret, or `whpk_` and the public key. */
  readonly verifier: string;
}

const PREFIXES = { v1: 'whsec_', v1a: 'whsk_' } as const;
/** DER prefix of an Ed25519 private key, before its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const DER_PUBLIC_BYTES = 32;

export function newSigningKey(scheme: SignatureScheme): SigningKey {
  if (scheme === 'v1') {
    const secret = PREFIXES.v1 + randomBytes(32).toString('base64');
    return { scheme, secret, verifier: secret };
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8.length);
  return signingKeyOf(PREFIXES.v1a + seed.toString('base64'));
}

export function signingKeyOf(secret: string): SigningKey {
  if (secret.startsWith(PREFIXES.v1)) return { scheme: 'v1', secret, verifier: secret };
  if (!secret.startsWith(PREFIXES.v1a)) throw new Error('not a secret of an endpoint');
  const spki = createPublicKey(privateKeyOf(secret)).export({ format: 'der', type: 'spki' });
  return { scheme: 'v1a', secret, verifier: `whpk_${spki.subarray(-DER_PUBLIC_BYTES).toString('base64')}` };
}

/**
 * The headers of Standard Webhooks. `at` is the time of this attempt. During a rotation each key adds a signature; the
 * receiver accepts the message if one of them fits.
 */
export function webhookHeaders(
  id: string,
  at: Date,
  body: string,
  keys: readonly SigningKey[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `${key.scheme},${signatureOf(key, signed).toString('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function signatureOf({ scheme, secret }: SigningKey, text: string): Buffer {
  if (scheme === 'v1a') return sign(null, Buffer.from(text, 'utf8'), privateKeyOf(secret));
  return createHmac('sha256', Buffer.from(secret.slice(PREFIXES.v1.length), 'base64'))
    .update(text, 'utf8')
    .digest();
}

function privateKeyOf(secret: string) {
  const seed = Buffer.from(secret.slice(PREFIXES.v1a.length), 'base64');
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}
