const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

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

/** JSON in a canonical form: names sorted at every depth, undefined members left out, texts as stored. */
export function canonicalJson(value: unknown): string {
  const text = sortedJson(value, false);
  return UNSTORABLE.test(text) ? sortedJson(value, true) : text;
}

/** `replaces`: what Postgres cannot store. Its escapes in the result tell whether any part holds some. */
function sortedJson(value: unknown, replaces: boolean): string {
  if (typeof value === 'string') return JSON.stringify(replaces ? storableText(value) : value);
  if (typeof value !== 'object' || value === null) return value === undefined ? 'null' : JSON.stringify(value);
  if (value instanceof Date) return JSON.stringify(value);
  // Appending is three times as fast as lists of members, and each HMAC of a history needs it.
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${sortedJson(item, replaces)}`;
    return `[${text}]`;
  }
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members);
  if (replaces && !names.every(isStorable)) return sortedJson(withStoredNames(members), true);
  for (const name of names.sort()) {
    const part = members[name];
    if (part !== undefined) text += `${text === '' ? '' : ','}${nameJson(name)}:${sortedJson(part, replaces)}`;
  }
  return `{${text}}`;
}

const MOST_NAMES = 500;
const namesAsJson = new Map<string, string>();

/** Kept for the first names: ours are few, and those of answers come from outside. */
function nameJson(name: string): string {
  const known = namesAsJson.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify(name);
  if (namesAsJson.size < MOST_NAMES) namesAsJson.set(name, text);
  return text;
}

/** As Postgres stores them: of two names that become equal, the last wins. */
function withStoredNames(members: Readonly<Record<string, unknown>>): object {
  const present = Object.entries(members).filter(([, part]) => part !== undefined);
  return Object.fromEntries(present.map(([name, part]) => [storableText(name), part]));
}
