import { createHash } from 'node:crypto';
import { readBody, readForm } from './callback-fields.js';
import type { CallbackContent, CallbackFields } from './callback-fields.js';
import { objectText } from './json-text.js';

/** Each delivery of the same news is stamped and signed anew. */
const OF_THE_DELIVERY: ReadonlySet<string> = new Set(['timestamp', 'sign', 'signature', 'newSignature']);

/**
 * SHA-256 over what a callback says, whatever the method, the order of its fields, and its stamp and signatures: the same
 * news told again has the same hash. What cannot be read is the same only when its bytes are.
 */
export function payloadHash({ query, body }: CallbackContent): Buffer {
  const said = [part(readForm(query), query), part(readBody(body), Buffer.from(body).toString('base64'))];
  return createHash('sha256').update(said.join('\n')).digest();
}

/** Fields are told from raw text by their brace. */
function part(fields: CallbackFields | null, raw: string): string {
  if (fields === null) return raw === '' ? '' : `raw ${raw}`;
  const news = [...fields]
    .filter(([name]) => !OF_THE_DELIVERY.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return news.length === 0 ? '' : objectText(news);
}
