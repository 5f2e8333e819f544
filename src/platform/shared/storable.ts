export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** The text as Postgres stores it: U+0000 and lone surrogates, which `jsonb` refuses, become U+FFFD. */
export function storableText(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

function storablePart(_name: string, part: unknown): unknown {
  if (typeof part === 'string') return storableText(part);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [storableText(name), value]));
}

/** Escapes of NUL and surrogates in JSON. A false match, such as after an escaped backslash, is harmless. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/** JSON that Postgres can store, so that one odd answer never blocks a record. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return UNSTORABLE.test(text) ? JSON.stringify(value, storablePart) : text;
}
