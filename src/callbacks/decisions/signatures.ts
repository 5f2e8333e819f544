import { createHash, createHmac } from 'node:crypto';
import type { CallbackVerification } from '../../platform/config/settings.js';
import { textField } from './callback-fields.js';
import type { CallbackFields } from './callback-fields.js';
import { objectText } from './json-text.js';

const SIGNATURES: ReadonlySet<string> = new Set(['signature', 'newSignature']);

export interface SignedRequest {
  /** Of the `timestamp` header. */
  readonly timestamp: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
}

type HmacForm = Pick<CallbackVerification, 'digest' | 'encoding'>;

/** `newSignature`: HMAC-SHA256, Base64, over timestamp, method, path, and the filled fields as JSON with sorted names. */
export function bodySignature(secret: string, request: SignedRequest, fields: CallbackFields): string {
  const signed = [...fields]
    .filter(([name, value]) => value !== null && value !== '' && !SIGNATURES.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${request.timestamp}${request.method}${request.path}${objectText(signed)}`;
  return createHmac('sha256', secret).update(text, 'utf8').digest('base64');
}

/**
 * The older `signature`: SHA-1, hex, over appId, secret, number, crypto, network and address; in one variant the appId
 * stands a second time before the number. Covers neither status nor amount.
 */
export function fieldsSignature(secret: string, appId: string, fields: CallbackFields, isAppIdTwice: boolean): string {
  const values = ['orderNo', 'crypto', 'network', 'address'].map((name) => textField(fields, name));
  const text = [appId, secret, isAppIdTwice ? appId : '', ...values].join('');
  return createHash('sha1').update(text, 'utf8').digest('hex');
}

/** An HMAC over bytes as they came, with `prefix` before them. */
export function rawSignature(secret: string, prefix: string, bytes: Uint8Array, form: HmacForm): string {
  return createHmac(form.digest, secret).update(prefix, 'utf8').update(bytes).digest(form.encoding);
}
