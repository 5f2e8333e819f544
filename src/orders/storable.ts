/** The text as Postgres stores it: U+0000 and lone surrogates, which `jsonb` refuses, become U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** A value as JSON text that Postgres stores, so that one strange answer never blocks a record. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
}
