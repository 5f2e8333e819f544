import { domainToASCII } from 'node:url';

/** Replaces control characters, so that untrusted text cannot colour, move or hide lines in a terminal. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');
}

/** Characters that end a line, control a terminal, or change the text direction and so what people read. */
const STEERING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Returns what is wrong with a line of free text, or null. Lengths are in characters. */
export function lineFault(value: unknown, min: number, max: number): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const { length } = [...value];
  if (length < min || length > max) return `must have ${min} to ${max} characters`;
  return STEERING.test(value) ? 'must be one line, without control or text direction characters' : null;
}

/** As `lineFault`, for text that may have several lines and tabs. */
export function linesFault(value: unknown, min: number, max: number): string | null {
  const line = typeof value === 'string' ? value.replace(/[\n\t]/g, ' ') : value;
  return lineFault(line, min, max)?.replace('one line, ', 'text ') ?? null;
}

const SENDABLE = /^[\x21-\x7e]{1,4096}$/;

/** Whether a header can carry this text; clients silently drop other characters. */
export function isHeaderValue(text: string): boolean {
  return SENDABLE.test(text);
}

/** One form for all spellings of an address: letter case, composed or decomposed marks, a domain as Unicode or punycode. */
export function canonicalEmail(email: string): string {
  const plain = email.trim().normalize('NFC').toLowerCase();
  const at = plain.lastIndexOf('@') + 1;
  const domain = plain.slice(at);
  return `${plain.slice(0, at)}${domainToASCII(domain) || domain}`;
}

/** A return code in the form in which codes are compared: `429`, ` 429` and `0429` are one code. */
export const returnCodeKey = (code: string): string => code.trim().replace(/^0+(?=\d+$)/, '');

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Check first, because Postgres throws when a UUID is compared with other text. */
export const isUuid = (text: string): boolean => UUID.test(text);
