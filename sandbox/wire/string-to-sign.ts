import { isLosslessNumber, stringify } from 'lossless-json';
import type { Behaviour } from '../switches/behaviour.js';
import type { Call } from './call.js';

/** Rules for `name=value` pairs, named as the switches. */
export type PairRules = Pick<Behaviour, 'signatureNames' | 'signatureSort' | 'signatureEmpty' | 'signatureNested'>;

/**
 * `name=value` of appid, timestamp and all query and body fields, in the order of the rules, joined with `&`,
 * unencoded. null: a value is nested and no rule covers it.
 */
export function pairsToSign(appId: string, timestamp: string, call: Call, rules: PairRules): string | null {
  // Headers last: a field of the same name must not replace them.
  const headers = { appid: appId, timestamp };
  const fields = new Map<string, unknown>(Object.entries(headers));
  for (const [name, value] of [...call.query, ...(call.body ?? []), ...Object.entries(headers)])
    fields.set(name, value);
  const signed = rules.signatureNames === 'all' ? null : new Set(rules.signatureNames.split(','));
  const pairs: [string, string][] = [];
  for (const [name, value] of fields) {
    if (signed?.has(name) === false || (isEmpty(value) && rules.signatureEmpty === 'omit')) continue;
    const text = isEmpty(value) ? '' : (scalarText(value) ?? nestedText(value, rules.signatureNested));
    if (text === null) return null;
    pairs.push([name, text]);
  }
  return sorted(pairs, rules.signatureSort)
    .map(([name, text]) => `${name}=${text}`)
    .join('&');
}

function sorted(pairs: readonly [string, string][], order: PairRules['signatureSort']): readonly [string, string][] {
  switch (order) {
    case 'ignore-case':
      return pairs.toSorted(([a], [b]) => compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b));
    case 'bytes':
      return pairs.toSorted(([a], [b]) => compare(a, b));
    case 'as-sent':
      return pairs;
  }
}

function nestedText(value: unknown, policy: PairRules['signatureNested']): string | null {
  return policy === 'json' ? (stringify(value) ?? null) : null;
}

/** v4: timestamp, method, path, `?` and the sorted query if any, then the body as {@link sortedJson}. */
export function v4StringToSign(timestamp: string, call: Call): string {
  const query = [...call.query]
    .filter(([, value]) => !isEmpty(value))
    .sort(([a], [b]) => compare(a, b))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const body = call.body === null ? '' : sortedJson(call.body);
  return `${timestamp}${call.method}${call.path}${query === '' ? '' : `?${query}`}${body}`;
}

/** Compact JSON with sorted top-level keys and without empty values; numbers keep their source text. */
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

// By code unit: a locale's order would differ between machines.
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
