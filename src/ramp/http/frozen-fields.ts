import { wellFormed } from './wire-text.js';

/** One field in its one text form: `text` goes into a signature or an address, `json` into a body. */
export interface FrozenField {
  readonly name: string;
  readonly text: string;
  readonly json: string;
}

/** Sorted by name, byte order. */
export type FrozenFields = readonly FrozenField[];

/**
 * Gives each field the one text form in which it is signed and sent, so that the two cannot differ. Fields that are
 * null, undefined or empty are neither signed nor sent.
 *
 * Throws a TypeError for a nested value, a fraction or a number beyond 2^53: that is a mistake of ours, there is no
 * agreed text form to sign. Decimals travel as text: the contract calls the quote's `amount` a decimal without saying
 * how JSON carries it, and text keeps the caller's digits.
 */
export function freezeFields(fields: Readonly<Record<string, unknown>>): FrozenFields {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => freeze(name, value))
    .sort((a, b) => compareNames(a.name, b.name));
}

function freeze(name: string, value: unknown): FrozenField {
  if (typeof value === 'string') {
    const text = wellFormed(value);
    return { name, text, json: JSON.stringify(text) };
  }
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) {
    return { name, text: String(value), json: String(value) };
  }
  throw new TypeError(`the field ${name} has no text form that could be signed`);
}

/** Compact JSON, names sorted: these characters are signed by v4 and sent by every preset. */
export function jsonBody(fields: FrozenFields): string {
  return `{${fields.map(({ name, json }) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** `a=1&b=2`, names sorted, percent-encoded so that a URL parser has nothing left to change. */
export function queryString(fields: FrozenFields): string {
  return fields.map(({ name, text }) => `${encode(name)}=${encode(text)}`).join('&');
}

function encode(text: string): string {
  // encodeURIComponent leaves the apostrophe, which the URL parser would then encode behind our back.
  return encodeURIComponent(text).replaceAll("'", '%27');
}

export function compareNames(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
