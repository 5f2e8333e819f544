export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** The text as Postgres stores it: U+0000 and lone surrogates, which `jsonb` refuses, become U+FFFD. */
export function storableText(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** A replacer for JSON.stringify: texts, and the names of members, as Postgres stores them. */
function storablePart(_name: string, part: unknown): unknown {
  if (typeof part === 'string') return storableText(part);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [storableText(name), value]));
}

/** NUL or half of a pair, as JSON writes them. Of what only looks so, such as an escaped backslash before it, no harm is done. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** A value as JSON text that Postgres stores, so that one strange answer never blocks a record. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return UNSTORABLE.test(text) ? JSON.stringify(value, storablePart) : text;
}
