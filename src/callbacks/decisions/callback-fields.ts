import { isJsonObject, JsonDigits, parseJson } from './json-text.js';
import type { JsonValue } from './json-text.js';

/** The part of a callback that can say something. `query` is without its question mark, as it came. */
export interface CallbackContent {
  readonly query: string;
  readonly body: Uint8Array;
}

/** What a callback says, by name. Out of JSON a value may be anything, out of a form or a query it is a text. */
export type CallbackFields = ReadonlyMap<string, JsonValue>;

const FORM_NAME = /^[A-Za-z_][A-Za-z0-9_.[\]-]{0,63}$/;
/** What stands for bytes that are no character. */
const REPLACEMENT = '\uFFFD';
const STATUS_WORD = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * What a callback says: in its body or, where that is empty, in its query. null: it cannot be read in one way only, so
 * that nothing but its bytes is kept. Never throws.
 */
export function readCallback({ query, body }: CallbackContent): CallbackFields | null {
  return body.length > 0 ? readBody(body) : readForm(query);
}

/** A JSON object or a form, told apart by their looks: the content types of callbacks are often missing or wrong. */
export function readBody(body: Uint8Array): CallbackFields | null {
  const text = textOf(body);
  if (text === null) return null;
  const parsed = parseJson(text);
  if (parsed === null) return readForm(text);
  return isJsonObject(parsed.json) ? new Map(Object.entries(parsed.json)) : null;
}

/** `name=value&…`, percent-encoded UTF-8, each name once. */
export function readForm(text: string): CallbackFields | null {
  if (!text.includes('=')) return null;
  const pairs = [...new URLSearchParams(text)];
  const fields = new Map<string, JsonValue>(pairs);
  const isPlain = pairs.every(([name, value]) => FORM_NAME.test(name) && !value.includes(REPLACEMENT));
  return isPlain && fields.size === pairs.length ? fields : null;
}

/** A field as text, a number by its digits; '' when it is missing, empty or anything else. */
export function textField(fields: CallbackFields, name: string): string {
  const value = fields.get(name) ?? '';
  if (value instanceof JsonDigits) return value.digits;
  return typeof value === 'string' ? value : '';
}

/** The status that it claims, when it looks like a status: whoever has the address may have written anything there. */
export function claimedStatus(fields: CallbackFields | null): string | null {
  const status = fields === null ? '' : textField(fields, 'status');
  return STATUS_WORD.test(status) ? status : null;
}

/** What it says in words beside the status, such as why a payment failed. */
export function claimedMessage(said: ReadonlyMap<string, string>): string | null {
  const words = ['returnMsg', 'message'].map((name) => said.get(name)?.trim() ?? '');
  return words.find((text) => text !== '') ?? null;
}

/** All that is text or a number, by name; nothing of what cannot be read. */
export function textFields(fields: CallbackFields | null): ReadonlyMap<string, string> {
  return new Map(fields === null ? [] : [...fields.keys()].map((name) => [name, textField(fields, name)]));
}

/** UTF-8, a byte order mark is passed over; null: other bytes. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
