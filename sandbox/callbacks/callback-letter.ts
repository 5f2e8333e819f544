import { createHmac } from 'node:crypto';
import type { Signing } from './callback-body.js';
import type { CallbackForm } from './callback-form.js';

export interface CallbackLetter {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Puts the fields where the form wants them and adds the signatures that are headers. */
export function callbackLetter(
  url: string,
  fields: Readonly<Record<string, unknown>>,
  { form, method }: Pick<CallbackForm, 'form' | 'method'>,
  signing: Signing,
): CallbackLetter {
  const base = { timestamp: signing.timestamp };
  if (method === 'GET' || form === 'query') {
    const query = formText(fields);
    const headers = { ...base, ...signatureHeaders(query, signing) };
    return { method, url: `${url}${url.includes('?') ? '&' : '?'}${query}`, headers, body: null };
  }
  const [type, body] =
    form === 'json'
      ? ['application/json', JSON.stringify(fields)]
      : ['application/x-www-form-urlencoded', formText(fields)];
  return { method, url, headers: { 'content-type': type, ...base, ...signatureHeaders(body, signing) }, body };
}

function formText(fields: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(texts).toString();
}

/** Hex HMACs over the sent text: the body or, without one, the query. */
function signatureHeaders(text: string, { secret, timestamp, signatures }: Signing): Record<string, string> {
  const hmac = (signed: string): string => createHmac('sha256', secret).update(signed).digest('hex');
  return {
    ...(signatures.includes('raw-hmac') ? { signature: hmac(text) } : {}),
    ...(signatures.includes('stamped-hmac')
      ? { 'signature-v2': `t=${timestamp},s=${hmac(`${timestamp}.${text}`)}` }
      : {}),
  };
}
