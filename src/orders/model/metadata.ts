import { lineFault } from '../../platform/shared/plain-text.js';

/** What a merchant's server has noted on an order for itself: names and texts. The provider and customers never see it. */
export type Metadata = Readonly<Record<string, string>>;

/** What to note; an empty text or null takes a name away. */
export type MetadataChange = Readonly<Record<string, string | null>>;

export const MOST_NAMES = 20;
export const LONGEST_VALUE = 500;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/** What is wrong with it, whatever it is; null: nothing. */
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

/** A change, as what is to be set and which names are to go. */
export function partsOf(change: MetadataChange): { readonly set: Metadata; readonly gone: readonly string[] } {
  const entries = Object.entries(change);
  const isKept = (entry: [string, string | null]): entry is [string, string] => entry[1] !== null && entry[1] !== '';
  return {
    set: Object.fromEntries(entries.filter(isKept)),
    gone: entries.filter((entry) => !isKept(entry)).map(([name]) => name),
  };
}
