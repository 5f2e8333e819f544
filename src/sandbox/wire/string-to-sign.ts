import { isLosslessNumber, stringify } from 'lossless-json';
import type { Call } from './call.js';

/**
 * v3: `name=value` of appid, timestamp and all query and body fields, sorted by name whatever the letter case, joined
 * with `&`, unencoded, without empty values. null when a value is nested: no rule says how such a value is signed.
 */
export function v3StringToSign(appId: string, timestamp: string, call: Call): string | null {
  const fields = new Map<string, unknown>([...call.query, ...(call.body ?? [])]);
  // What the headers say goes last: a field of the same name must not take their place.
  fields.set('appid', appId).set('timestamp', timestamp);
  const pairs: [string, string][] = [];
  for (const [name, value] of fields) {
    if (isEmpty(value)) continue;
    const text = scalarText(value);
    if (text === null) return null;
    pairs.push([name, text]);
  }
  return pairs
    .sort(([a], [b]) => compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b))
    .map(([name, text]) => `${name}=${text}`)
    .join('&');
}

/** v4: timestamp, method, path, `?` and the sorted query if there is one, then the body as {@link sortedJson}. */
export function v4StringToSign(timestamp: string, call: Call): string {
  const query = [...call.query]
    .filter(([, value]) => !isEmpty(value))
    .sort(([a], [b]) => compare(a, b))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const body = call.body === null ? '' : sortedJson(call.body);
  return `${timestamp}${call.method}${call.path}${query === '' ? '' : `?${query}`}${body}`;
}

/** Compact JSON with the top-level keys sorted and empty values left out; numbers keep their source text. */
export function sortedJson(fields: Iterable<readonly [string, unknown]>): string {
  const kept = [...fields].filter(([, value]) => !isEmpty(value)).sort(([a], [b]) => compare(a, b));
  return stringify(Object.fromEntries(kept)) ?? '{}';
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return isLosslessNumber(value) ? value.value : null;
}

// By code unit: a sort by language would put names in another order on another machine.
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
