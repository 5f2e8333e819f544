import { storableText } from '../shared/storable.js';

/** What stands in place of a value that must not be kept or shown. */
export const MASKED = '[masked]';

/** Shorter values would be found in every other text. */
export const SHORTEST_VALUE = 6;

/** Of a text of this length so much is left out that nobody can guess it from its ends. */
const SHORTEST_WITH_ENDS = 20;

/** Parts of a text that look like an e-mail address; the lengths are those of RFC 5321. */
export const EMAIL = /[^\s@"'<>()[\]:;,=&?/\\]{1,64}@[^\s@"'<>()[\]:;,=&?/\\]{1,255}/g;

/** `0x5290…9EE7`: people recognise an address by its ends. null: it is too short for them. */
export function ends(text: string): string | null {
  if (text.length < SHORTEST_WITH_ENDS) return null;
  const characters = [...text];
  return `${characters.slice(0, 6).join('')}…${characters.slice(-4).join('')}`;
}

/** `jane@example.com` becomes `j***@e***`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at <= 0 ? MASKED : `${address.trim().slice(0, 1)}***@${address.slice(at + 1, at + 2)}***`;
}

/** A payee as its owner is shown it: recognisable for whom it belongs to, and of no use to others. */
export const OWNER_FORMS = {
  /** `Jane van Doe` becomes `J*** v*** D***`. */
  initials: (name: string): string => {
    const words = name.trim().split(/\s+/);
    return words.map((word) => `${[...word].slice(0, 1).join('')}***`).join(' ');
  },
  /** The last four characters, of a short text fewer; of an e-mail address its first letter and its domain. */
  end: (text: string): string => {
    const at = text.lastIndexOf('@');
    if (at >= 0) return `${[...text.slice(0, at).trim()].slice(0, 1).join('')}***@${text.slice(at + 1)}`;
    const characters = [...text];
    const shown = Math.min(4, Math.floor(characters.length / 2));
    return `****${characters.slice(characters.length - shown).join('')}`;
  },
};

/** The text without any of the values, wherever it quotes them. */
export function withoutValues(text: string, values: readonly string[]): string {
  return values.reduce((left, value) => (value.length < SHORTEST_VALUE ? left : left.replaceAll(value, MASKED)), text);
}

/**
 * Free text with our own `secrets` and everything that looks like an e-mail address masked, cut after `length`
 * characters. Secrets go first and out of the whole text, so that the cut never leaves half of one; nor is anything left
 * that Postgres cannot keep as text.
 */
export function maskText(text: string, secrets: readonly string[], length: number): string {
  const masked = withoutValues(text, secrets);
  const cut = masked.length > length ? `${masked.slice(0, length)}…` : masked;
  return storableText(cut.includes('@') ? cut.replace(EMAIL, maskEmail) : cut);
}

/** An address with its query and fragment masked, and a name and password before the host taken out. */
export function withoutQuery(url: string): string {
  return url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
    .replace(/#.*$/s, `#${MASKED}`)
    .replace(/\?[^#]*/, `?${MASKED}`);
}

/** An address with the last part of its path masked, and everything behind it: in a callback's that is its token. */
export function withoutToken(url: string): string {
  const path = withoutQuery(url).replace(/[?#].*$/s, '');
  return /^[a-z]+:\/\/[^/]+\/./i.test(path) ? path.replace(/[^/]*\/?$/, MASKED) : MASKED;
}

/** Finds any of the values, in any letter case: where they are shorter than `shortest`, only by themselves. */
export function finderOf(values: readonly string[], shortest: number): RegExp {
  const wherever = (value: string): string => {
    const escaped = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    // Letters of a script that puts no blanks between words stand for themselves.
    const isPart = value.length < shortest && /^[\x20-\x7e]*$/.test(value);
    return isPart ? `(?<![\\p{L}\\p{N}.])${escaped}(?![\\p{L}\\p{N}]|\\.\\p{N})` : escaped;
  };
  // The longest first: a short one may be a part of it.
  const patterns = values.toSorted((a, b) => b.length - a.length).map(wherever);
  return new RegExp(patterns.length === 0 ? '(?!)' : patterns.join('|'), 'giu');
}
