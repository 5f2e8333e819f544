import { parse } from 'lossless-json';
import { isModestJson } from '../../platform/shared/json-shape.js';

/** A JSON number by its digits as they stood in the text: it never becomes a float. */
export class JsonDigits {
  constructor(readonly digits: string) {}
}

export type JsonValue = null | boolean | string | JsonDigits | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/**
 * What the text says; null: it is no JSON, has too many values or levels, or gives one name twice with different values, so that two readers
 * could take it for two things. Never throws.
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

/** Compact JSON; members stand in their own order and numbers keep their digits. */
export function jsonText(value: JsonValue): string {
  if (value instanceof JsonDigits) return value.digits;
  if (isJsonList(value)) return `[${value.map(jsonText).join(',')}]`;
  return isJsonObject(value) ? objectText(Object.entries(value)) : JSON.stringify(value);
}

/** The same of members in a given order, which an object would not keep for names that are numbers. */
export function objectText(members: readonly (readonly [name: string, value: JsonValue])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${jsonText(value)}`).join(',')}}`;
}

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !isJsonList(value) && !(value instanceof JsonDigits);
}

function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
