import type { IncomingHttpHeaders } from 'node:http';
import { isLosslessNumber, parse } from 'lossless-json';

export interface Call {
  readonly method: string;
  /** As in the request line, without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Decoded, in the received order. */
  readonly query: ReadonlyMap<string, string>;
  readonly rawBody: string;
  /** Top-level fields; numbers are `LosslessNumber`, which keeps their source text. null: no body. */
  readonly body: ReadonlyMap<string, unknown> | null;
  /** Why the request is unreadable; null: it is readable. */
  readonly malformed: string | null;
}

interface Received {
  readonly method: string;
  readonly originalUrl: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Parses a request with a raw body. Never throws: `malformed` says why a request is unreadable. */
export function readCall({ method, originalUrl, headers, body }: Received): Call {
  const [path = '', ...rest] = originalUrl.split('?');
  const pairs = [...new URLSearchParams(rest.join('?'))];
  const query = new Map(pairs);
  const rawBody = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  const fields = readObject(rawBody);
  const malformed =
    query.size < pairs.length
      ? 'query: a name comes twice'
      : fields === 'unreadable'
        ? 'body: not a JSON object'
        : null;
  return { method, path, headers, query, rawBody, body: fields === 'unreadable' ? null : fields, malformed };
}

/** The value of a header; '' if it is missing. */
export function header(call: Call, name: string): string {
  const value = call.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
}

/** A field of the body or the query as text; null: missing or not text. */
export function fieldText(call: Call, name: string): string | null {
  const value = call.body?.get(name) ?? call.query.get(name) ?? null;
  return typeof value === 'string' ? value : isLosslessNumber(value) ? value.value : null;
}

function readObject(text: string): ReadonlyMap<string, unknown> | null | 'unreadable' {
  if (text === '') return null;
  try {
    const value = parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
    return isObject ? new Map(Object.entries(value)) : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
