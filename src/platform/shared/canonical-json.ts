import { isStorable, storableText } from './storable.js';

/** JSON in one form only: names sorted at every depth, members without a value left out, texts as they are stored. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return textJson(value);
  if (typeof value !== 'object' || value === null) return value === undefined ? 'null' : JSON.stringify(value);
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members);
  if (!names.every(isStorable)) return canonicalJson(withStoredNames(members));
  // Grown by appending: each HMAC of a history needs it, and lists of members cost three times as much.
  let text = '';
  for (const name of names.sort()) {
    const part = members[name];
    if (part !== undefined) text += `${text === '' ? '' : ','}${textJson(name)}:${canonicalJson(part)}`;
  }
  return `{${text}}`;
}

const textJson = (text: string): string => JSON.stringify(storableText(text));

/** As Postgres keeps them: of two names that are one when they are stored, the last. */
function withStoredNames(members: Readonly<Record<string, unknown>>): object {
  const present = Object.entries(members).filter(([, part]) => part !== undefined);
  return Object.fromEntries(present.map(([name, part]) => [storableText(name), part]));
}
