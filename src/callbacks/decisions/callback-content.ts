import { parse } from 'lossless-json';
import { createHash } from 'node:crypto';
import { isModestJson } from '../../platform/text/json-shape.js';

/** `query` is the raw query string, without the question mark. */
export interface CallbackContent {
  readonly query: string;
  readonly body: Uint8Array;
}

export type CallbackFields = ReadonlyMap<string, JsonValue>;

const FORM_NAME = /^[A-Za-z_][A-Za-z0-9_.[\]-]{0,63}$/;
/** The decoder's replacement character. */
const INVALID_BYTES = '\uFFFD';
const STATUS_WORD = /^[A-Za-z0-9_-]{1,32}$/;

/** The fields of the body, or of the query if the body is empty. null: unreadable or ambiguous. Never throws. */
export function readCallback({ query, body }: CallbackContent): CallbackFields | null {
  return body.length > 0 ? readBody(body) : readForm(query);
}

/** The format is detected from the text, since callbacks often have a missing or wrong content type. */
function readBody(body: Uint8Array): CallbackFields | null {
  const text = textOf(body);
  if (text === null) return null;
  const json = parseJson(text);
  if (json === undefined) return readForm(text);
  return isJsonObject(json) ? new Map(Object.entries(json)) : null;
}

/** Reads `name=value&…` in percent-encoded UTF-8. A duplicate name makes it unreadable. */
function readForm(text: string): CallbackFields | null {
  if (!text.includes('=')) return null;
  const pairs = [...new URLSearchParams(text)];
  const fields = new Map<string, JsonValue>(pairs);
  const isPlain = pairs.every(([name, value]) => FORM_NAME.test(name) && !value.includes(INVALID_BYTES));
  return isPlain && fields.size === pairs.length ? fields : null;
}

/** '' if it is missing or neither text nor a number. */
function textField(fields: CallbackFields, name: string): string {
  const value = fields.get(name) ?? '';
  if (value instanceof JsonDigits) return value.digits;
  return typeof value === 'string' ? value : '';
}

/** The claimed status if it looks like a status: anyone with the URL may have written it. */
export function claimedStatus(fields: CallbackFields | null): string | null {
  const status = fields === null ? '' : textField(fields, 'status');
  return STATUS_WORD.test(status) ? status : null;
}

export function claimedMessage(said: ReadonlyMap<string, string>): string | null {
  const words = ['returnMsg', 'message'].map((name) => said.get(name)?.trim() ?? '');
  return words.find((text) => text !== '') ?? null;
}

export function textFields(fields: CallbackFields | null): ReadonlyMap<string, string> {
  return new Map(fields === null ? [] : [...fields.keys()].map((name) => [name, textField(fields, name)]));
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Fields that differ with each delivery of the same content. */
const OF_THE_DELIVERY: ReadonlySet<string> = new Set(['timestamp', 'sign', 'signature', 'newSignature']);

/** SHA-256 of the content, equal for a repeated callback. Unreadable content is compared by its bytes. */
export function payloadHash({ query, body }: CallbackContent): Buffer {
  const parts = [part(readForm(query), query), part(readBody(body), Buffer.from(body).toString('base64'))];
  return createHash('sha256').update(parts.join('\n')).digest();
}

/** Fields begin with a brace, which tells them apart from raw text. */
function part(fields: CallbackFields | null, raw: string): string {
  if (fields === null) return raw === '' ? '' : `raw ${raw}`;
  const news = [...fields]
    .filter(([name]) => !OF_THE_DELIVERY.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return news.length === 0 ? '' : objectText(news);
}

/** A JSON number kept as its digits, so that it never becomes a float. */
class JsonDigits {
  constructor(readonly digits: string) {}
}

type JsonValue = null | boolean | string | JsonDigits | readonly JsonValue[] | CallbackObject;

interface CallbackObject {
  readonly [name: string]: JsonValue;
}

/** undefined: invalid JSON, too large, or a name with two different values, which two parsers could read differently. */
function parseJson(text: string): JsonValue | undefined {
  if (!isModestJson(text)) return undefined;
  try {
    return parse(text, null, { parseNumber: (digits) => new JsonDigits(digits) }) as JsonValue;
  } catch {
    return undefined;
  }
}

function jsonText(value: JsonValue): string {
  if (value instanceof JsonDigits) return value.digits;
  if (isJsonList(value)) return `[${value.map(jsonText).join(',')}]`;
  return isJsonObject(value) ? objectText(Object.entries(value)) : JSON.stringify(value);
}

/** Keeps the given order of members; an object would sort integer names first. */
export function objectText(members: readonly (readonly [name: string, value: JsonValue])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${jsonText(value)}`).join(',')}}`;
}

function isJsonObject(value: JsonValue): value is CallbackObject {
  return typeof value === 'object' && value !== null && !isJsonList(value) && !(value instanceof JsonDigits);
}

function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
