import { storableText } from '../text/stored-json.js';

export const MASKED = '[masked]';

/** Replaces erased values. Not a URL, so no checkout can have it as its redirect. */
export const ERASED = '[erased]';

/** Shorter values occur inside other texts. */
export const SHORTEST_VALUE = 6;

/** Shorter texts could be guessed from their ends. */
const SHORTEST_WITH_ENDS = 20;

/** Matches e-mail addresses inside a text; the lengths are those of RFC 5321. */
export const EMAIL = /[^\s@"'<>()[\]:;,=&?/\\]{1,64}@[^\s@"'<>()[\]:;,=&?/\\]{1,255}/g;

/** `0x5290…9EE7`: the ends by which people recognise an address. null if the text is too short. */
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

export const OWNER_FORMS = {
  /** `Jane van Doe` becomes `J*** v*** D***`. */
  initials: (name: string): string => {
    const words = name.trim().split(/\s+/);
    return words.map((word) => `${[...word].slice(0, 1).join('')}***`).join(' ');
  },
  /** The last four characters, fewer of a short text; of an e-mail address its first letter and its domain. */
  end: (text: string): string => {
    const at = text.lastIndexOf('@');
    if (at >= 0) return `${[...text.slice(0, at).trim()].slice(0, 1).join('')}***@${text.slice(at + 1)}`;
    const characters = [...text];
    const shown = Math.min(4, Math.floor(characters.length / 2));
    return `****${characters.slice(characters.length - shown).join('')}`;
  },
};

/** Longer values are found by their beginning, and end the text. */
const LONGEST_VALUE = 2048;
const LONGEST_EMAIL = 64 + '@'.length + 255;

export function withoutValues(text: string, values: readonly string[]): string {
  return values.reduce((left, value) => {
    if (value.length < SHORTEST_VALUE) return left;
    if (value.length <= LONGEST_VALUE) return left.replaceAll(value, MASKED);
    const at = left.indexOf(value.slice(0, LONGEST_VALUE));
    return at === -1 ? left : left.slice(0, at) + MASKED;
  }, text);
}

/**
 * The masked beginning of a text; Postgres can store it. It is cut before it is masked, so that a long text costs little, and
 * again afterwards: the first cut may split a value, and leave its beginning at the end.
 */
export function maskText(text: string, secrets: readonly string[], length: number): string {
  const longest = Math.min(LONGEST_VALUE, Math.max(LONGEST_EMAIL, ...secrets.map((secret) => secret.length)));
  const beginning = text.slice(0, length + longest);
  const withoutSecrets = withoutValues(beginning, secrets);
  const masked = withoutSecrets.includes('@') ? withoutSecrets.replace(EMAIL, maskEmail) : withoutSecrets;
  const isAll = beginning.length === text.length;
  const whole = isAll ? masked : masked.slice(0, Math.max(0, masked.length - longest));
  return storableText(isAll && whole.length <= length ? whole : `${whole.slice(0, length)}…`);
}

/** A URL with its query and fragment masked, and its user and password removed. */
export function withoutQuery(url: string): string {
  return url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
    .replace(/#.*$/s, `#${MASKED}`)
    .replace(/\?[^#]*/, `?${MASKED}`);
}

/** A URL with the last segment of its path masked, and everything after it: in a callback URL that is the token. */
export function withoutToken(url: string): string {
  const path = withoutQuery(url).replace(/[?#].*$/s, '');
  return /^[a-z]+:\/\/[^/]+\/./i.test(path) ? path.replace(/[^/]*\/?$/, MASKED) : MASKED;
}

const ASCII = /^[\x20-\x7e]*$/;

type Replacer = (text: string, replacement: (found: string) => string) => string;

/** Replaces any of the values, in any letter case. Values shorter than `shortest` match only as separate words. */
export function replacerOf(values: readonly string[], shortest: number): Replacer {
  const lower = values.map((value) => value.toLowerCase());
  const areAscii = values.every((value) => ASCII.test(value));
  let pattern: RegExp | null = null;
  return (text, replacement) => {
    // Compiling the pattern costs more than all else, and most texts hold no value. Beyond ASCII, folding of letters differs.
    if (areAscii && ASCII.test(text)) {
      const lowerText = text.toLowerCase();
      if (!lower.some((value) => lowerText.includes(value))) return text;
    }
    pattern ??= patternOf(values, shortest);
    return text.replace(pattern, replacement);
  };
}

function patternOf(values: readonly string[], shortest: number): RegExp {
  const wherever = (value: string): string => {
    const escaped = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    // Non-ASCII values match anywhere, because some scripts do not separate words by spaces.
    const isPart = value.length < shortest && ASCII.test(value);
    return isPart ? `(?<![\\p{L}\\p{N}.])${escaped}(?![\\p{L}\\p{N}]|\\.\\p{N})` : escaped;
  };
  // Longest first, because a short value may be part of a long one.
  const patterns = values.toSorted((a, b) => b.length - a.length).map(wherever);
  return new RegExp(patterns.length === 0 ? '(?!)' : patterns.join('|'), 'giu');
}
