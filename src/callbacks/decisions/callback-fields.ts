import { isJsonObject, JsonDigits, parseJson } from './json-text.js';
import type { JsonValue } from './json-text.js';

/** `query` is the raw query string, without the question mark. */
export interface CallbackContent {
  readonly query: string;
  readonly body: Uint8Array;
}

/** Fields of a callback by name. JSON values can have any type; form and query values are text. */
export type CallbackFields = ReadonlyMap<string, JsonValue>;

const FORM_NAME = /^[A-Za-z_][A-Za-z0-9_.[\]-]{0,63}$/;
/** The decoder's replacement for invalid bytes. */
const REPLACEMENT = '\uFFFD';
const STATUS_WORD = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * Reads the fields from the body, or from the query if the body is empty. Returns null if they are unreadable or
 * ambiguous. Never throws.
 */
export function readCallback({ query, body }: CallbackContent): CallbackFields | null {
  return body.length > 0 ? readBody(body) : readForm(query);
}

/**
 * Reads a JSON object or a form. The format is detected from the text, since callbacks often have a missing or wrong
 * content type.
 */
export function readBody(body: Uint8Array): CallbackFields | null {
  const text = textOf(body);
  if (text === null) return null;
  const parsed = parseJson(text);
  if (parsed === null) return readForm(text);
  return isJsonObject(parsed.json) ? new Map(Object.entries(parsed.json)) : null;
}

/** Reads `name=value&…` in percent-encoded UTF-8. A duplicate name makes it unreadable. */
export function readForm(text: string): CallbackFields | null {
  if (!text.includes('=')) return null;
  const pairs = [...new URLSearchParams(text)];
  const fields = new Map<string, JsonValue>(pairs);
  const isPlain = pairs.every(([name, value]) => FORM_NAME.test(name) && !value.includes(REPLACEMENT));
  return isPlain && fields.size === pairs.length ? fields : null;
}

/** A text or number field; '' if it is missing or of another type. */
export function textField(fields: CallbackFields, name: string): string {
  const value = fields.get(name) ?? '';
  if (value instanceof JsonDigits) return value.digits;
  return typeof value === 'string' ? value : '';
}

/** The claimed status if it looks like a status: anyone with the URL may have written it. */
export function claimedStatus(fields: CallbackFields | null): string | null {
  const status = fields === null ? '' : textField(fields, 'status');
  return STATUS_WORD.test(status) ? status : null;
}

/** The explanation beside the status, such as why a payment failed. */
export function claimedMessage(said: ReadonlyMap<string, string>): string | null {
  const words = ['returnMsg', 'message'].map((name) => said.get(name)?.trim() ?? '');
  return words.find((text) => text !== '') ?? null;
}

export function textFields(fields: CallbackFields | null): ReadonlyMap<string, string> {
  return new Map(fields === null ? [] : [...fields.keys()].map((name) => [name, textField(fields, name)]));
}

/** Decodes UTF-8 without its byte order mark, or returns null. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
