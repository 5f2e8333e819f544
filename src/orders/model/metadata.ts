import { lineFault } from '../../platform/text/text.js';

/** A merchant's own data on an order. The provider and customers never see it. */
export type Metadata = Readonly<Record<string, string>>;

export type MetadataChange = Readonly<Record<string, string | null>>;

export const MOST_NAMES = 20;
export const LONGEST_VALUE = 500;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

export function metadataFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object of strings';
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length > MOST_NAMES) return `must have at most ${MOST_NAMES} names`;
  for (const [name, text] of entries) {
    if (!NAME.test(name)) return 'must have names of 1 to 40 of A-Z a-z 0-9 . _ -, which start with a letter or digit';
    const fault = text === null ? null : lineFault(text, 0, LONGEST_VALUE);
    if (fault !== null) return `${name}: ${fault}`;
  }
  return null;
}

export function metadataChange(change: MetadataChange): { readonly set: Metadata; readonly gone: readonly string[] } {
  const entries = Object.entries(change);
  const isKept = (entry: [string, string | null]): entry is [string, string] => entry[1] !== null && entry[1] !== '';
  return {
    set: Object.fromEntries(entries.filter(isKept)),
    gone: entries.filter((entry) => !isKept(entry)).map(([name]) => name),
  };
}
