import { parse } from 'lossless-json';
import { isModestJson } from '../../platform/text/json-shape.js';

/** A JSON number kept as its digits, so that it never becomes a float. */
export class JsonDigits {
  constructor(readonly digits: string) {}
}

export type JsonValue = null | boolean | string | JsonDigits | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/**
 * Parses JSON. Returns null for invalid JSON, too many values or levels, or a name with two different values, which two
 * parsers could read differently. Never throws.
 */
export function parseJson(text: string): { readonly json: JsonValue } | null {
  if (!isModestJson(text)) return null;
  try {
    const json = parse(text, null, { parseNumber: (digits) => new JsonDigits(digits) }) as JsonValue;
    return { json };
  } catch {
    return null;
  }
}

/** Compact JSON that keeps the order of members and the digits of numbers. */
export function jsonText(value: JsonValue): string {
  if (value instanceof JsonDigits) return value.digits;
  if (isJsonList(value)) return `[${value.map(jsonText).join(',')}]`;
  return isJsonObject(value) ? objectText(Object.entries(value)) : JSON.stringify(value);
}

/** Keeps the given order of members; an object would sort integer names first. */
export function objectText(members: readonly (readonly [name: string, value: JsonValue])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${jsonText(value)}`).join(',')}}`;
}

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !isJsonList(value) && !(value instanceof JsonDigits);
}

function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
