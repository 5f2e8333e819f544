import { storableText } from './storable.js';

/** JSON in one form only: names sorted at every depth, members without a value left out, texts as they are stored. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(storableText(value));
  if (typeof value !== 'object' || value === null) return value === undefined ? 'null' : JSON.stringify(value);
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).filter(([, part]) => part !== undefined);
  // As Postgres keeps them: of two names that are one when they are stored, the last.
  const stored = new Map<string, unknown>(members.map(([name, part]) => [storableText(name), part]));
  const sorted = [...stored].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(',')}}`;
}
