import { createHash } from 'node:crypto';
import { readBody, readForm } from './callback-fields.js';
import type { CallbackContent, CallbackFields } from './callback-fields.js';
import { objectText } from './json-text.js';

/** Fields that differ with each delivery of the same content. */
const OF_THE_DELIVERY: ReadonlySet<string> = new Set(['timestamp', 'sign', 'signature', 'newSignature']);

/**
 * SHA-256 of the content, independent of the method, the order of fields, timestamps and signatures, so that a repeated
 * callback has the same hash. Unreadable content is compared by its bytes.
 */
export function payloadHash({ query, body }: CallbackContent): Buffer {
  const parts = [part(readForm(query), query), part(readBody(body), Buffer.from(body).toString('base64'))];
  return createHash('sha256').update(parts.join('\n')).digest();
}

/** Fields begin with a brace, which tells them apart from raw text. */
function part(fields: CallbackFields | null, raw: string): string {
  if (fields === null) return raw === '' ? '' : `raw ${raw}`;
  const news = [...fields]
    .filter(([name]) => !OF_THE_DELIVERY.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return news.length === 0 ? '' : objectText(news);
}
