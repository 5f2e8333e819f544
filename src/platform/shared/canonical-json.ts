import { isStorable, storableText } from './storable.js';

/** JSON in a canonical form: names sorted at every depth, undefined members left out, texts as stored. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return textJson(value);
  if (typeof value !== 'object' || value === null) return value === undefined ? 'null' : JSON.stringify(value);
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members);
  if (!names.every(isStorable)) return canonicalJson(withStoredNames(members));
  // Appending is three times as fast as lists of members, and each HMAC of a history needs it.
  let text = '';
  for (const name of names.sort()) {
    const part = members[name];
    if (part !== undefined) text += `${text === '' ? '' : ','}${textJson(name)}:${canonicalJson(part)}`;
  }
  return `{${text}}`;
}

const textJson = (text: string): string => JSON.stringify(storableText(text));

/** As Postgres stores them: of two names that become equal, the last wins. */
function withStoredNames(members: Readonly<Record<string, unknown>>): object {
  const present = Object.entries(members).filter(([, part]) => part !== undefined);
  return Object.fromEntries(present.map(([name, part]) => [storableText(name), part]));
}
