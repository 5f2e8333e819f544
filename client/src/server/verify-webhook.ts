import type { WebhookEvent } from './types.js';

/** Request headers, as in `fetch` or Node.js. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Accepted difference of the timestamp in seconds; 300 by default. */
  readonly toleranceS?: number | undefined;
  /** Milliseconds since 1970; the local clock by default. */
  readonly now?: number | undefined;
}

/** The request is not from the service, or is not recent. Answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const TOLERANCE_S = 300;
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;
const SCHEMES = {
  whsec_: { version: 'v1', algorithm: HMAC },
  whpk_: { version: 'v1a', algorithm: { name: 'Ed25519' } },
} as const;

/**
 * Verifies a webhook (Standard Webhooks) and returns its event: HMAC with `whsec_…`, Ed25519 with `whpk_…`, by any of
 * several secrets during a rotation. `body` must be the received bytes: JSON that was parsed and serialised again
 * does not verify. Throws a WebhookVerificationError, and a TypeError for a malformed secret.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: string | readonly string[],
  { toleranceS = TOLERANCE_S, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('a webhook header is missing');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('the time cannot be read');
  // Written so that a tolerance of NaN refuses.
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceS)) {
    throw new WebhookVerificationError('it was not sent just now: compare the clocks');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    if (await fits(secret, signatures.split(' '), signed))
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  }
  throw new WebhookVerificationError('no signature fits');
}

/** True if one of the signatures was made with this secret. Compares in constant time. */
async function fits(secret: string, signatures: readonly string[], signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [, prefix, text] = /^(whsec_|whpk_)(.+)$/.exec(secret) ?? [];
  const keyBytes = text === undefined ? null : bytesOf(text);
  if (keyBytes === null) throw new TypeError('a secret of a webhook begins with whsec_ or whpk_');
  const { version, algorithm } = SCHEMES[prefix as keyof typeof SCHEMES];
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify']);
  for (const signature of signatures) {
    const decoded = signature.startsWith(`${version},`) ? bytesOf(signature.slice(version.length + 1)) : null;
    if (decoded !== null && (await crypto.subtle.verify(algorithm.name, key, decoded, signed))) return true;
  }
  return false;
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  const full = `webhook-${name}`;
  if (typeof headers.get === 'function') return (headers as { get(name: string): string | null }).get(full);
  const fields: readonly (readonly [string, unknown])[] = Object.entries(headers);
  const found = fields.filter(([one]) => one.toLowerCase() === full);
  const [value] = found.map(([, header]) => header);
  // A header sent twice is ambiguous.
  return found.length === 1 && typeof value === 'string' ? value : null;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
