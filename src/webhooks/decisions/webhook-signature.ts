import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { DAY } from '../../platform/time/time.js';
import type { Chance } from '../../platform/chance.js';

/** Signature schemes, named as in Standard Webhooks: `v1` is HMAC-SHA-256, `v1a` is Ed25519. */
export const SIGNATURE_SCHEMES = ['v1', 'v1a'] as const;
export type WebhookScheme = (typeof SIGNATURE_SCHEMES)[number];

/** The secret, stored encrypted, and the text that the receiver gets. */
export interface WebhookKey {
  readonly scheme: WebhookScheme;
  /** `whsec_` and 32 bytes in base64, or `whsk_` and an Ed25519 seed. */
  readonly secret: string;
  /** `whpk_` and the public key, or the same secret. */
  readonly verifier: string;
}

/** `until` is null for the current key; a replaced key is valid until then. */
export interface EndpointKey {
  readonly key: WebhookKey;
  readonly until: Date | null;
}

const PREFIXES = { v1: 'whsec_', v1a: 'whsk_' } as const;
/** DER prefix of an Ed25519 private key, before its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const DER_PUBLIC_BYTES = 32;
/** How long messages are also signed with a replaced secret. */
const OVERLAP_MS = DAY;
/** Each key adds a signature header to every message, so the oldest beyond this number are dropped. */
const MOST_KEYS = 10;

/** Any 32 bytes are an Ed25519 seed (RFC 8032, 5.1.5). */
export function newSigningKey(scheme: WebhookScheme, chance: Chance): WebhookKey {
  return signingKeyOf(PREFIXES[scheme] + chance.bytes(32).toString('base64'));
}

export function signingKeyOf(secret: string): WebhookKey {
  if (secret.startsWith(PREFIXES.v1)) return { scheme: 'v1', secret, verifier: secret };
  if (!secret.startsWith(PREFIXES.v1a)) throw new Error('not a secret of an endpoint');
  const spki = createPublicKey(privateKeyOf(secret)).export({ format: 'der', type: 'spki' });
  return { scheme: 'v1a', secret, verifier: `whpk_${spki.subarray(-DER_PUBLIC_BYTES).toString('base64')}` };
}

export const firstKeys = (key: WebhookKey): EndpointKey[] => [{ key, until: null }];

/** Newest first. Each former key keeps its own expiry, because a receiver may still hold any of them. */
export function rotatedKeys(keys: readonly EndpointKey[], key: WebhookKey, now: Date): EndpointKey[] {
  const end = new Date(now.getTime() + OVERLAP_MS);
  const former = keys
    .filter((one) => one.key.secret !== key.secret && (one.until === null || one.until > now))
    .map((one) => ({ key: one.key, until: one.until ?? end }));
  return [...firstKeys(key), ...former].slice(0, MOST_KEYS);
}

export const validKeys = (keys: readonly EndpointKey[], now: Date): WebhookKey[] =>
  keys.filter(({ until }) => until === null || until > now).map(({ key }) => key);

/** Storage format: a line per key, with its expiry after a space. */
export const keysText = (keys: readonly EndpointKey[]): string =>
  keys.map(({ key, until }) => (until === null ? key.secret : `${key.secret} ${until.toISOString()}`)).join('\n');

export const keysOfText = (text: string): EndpointKey[] =>
  text.split('\n').map((line) => {
    const [secret = '', until] = line.split(' ');
    return { key: signingKeyOf(secret), until: until === undefined ? null : new Date(until) };
  });

/** The headers of Standard Webhooks. During a rotation each key adds a signature, of which one must fit. */
export function webhookHeaders(
  id: string,
  at: Date,
  body: string,
  keys: readonly WebhookKey[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `${key.scheme},${signatureOf(key, signed).toString('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function signatureOf({ scheme, secret }: WebhookKey, text: string): Buffer {
  if (scheme === 'v1a') return sign(null, Buffer.from(text, 'utf8'), privateKeyOf(secret));
  const key = Buffer.from(secret.slice(PREFIXES.v1.length), 'base64');
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

function privateKeyOf(secret: string) {
  const seed = Buffer.from(secret.slice(PREFIXES.v1a.length), 'base64');
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}
