/** One field in its one text form: `text` for signatures and URLs, `json` for bodies. */
export interface FrozenField {
  readonly name: string;
  readonly text: string;
  readonly json: string;
}

export type FrozenFields = readonly FrozenField[];

export interface SerializationRules {
  /** Fields that are null or empty text. */
  readonly empty: 'omit' | 'keep';
  readonly nested: 'refuse' | 'json';
  /** By name in byte order, or in the request's own order. */
  readonly order: 'sorted' | 'given';
}

export const SORTED_SCALARS: SerializationRules = { empty: 'omit', nested: 'refuse', order: 'sorted' };

/**
 * One text form for signing and sending, so that the two cannot differ. Throws a TypeError for a nested value (unless
 * JSON is allowed), a fraction or a number beyond 2^53: no text form is agreed for them. Decimals travel as text.
 */
export function freezeFields(
  fields: Readonly<Record<string, unknown>>,
  { empty, nested, order }: SerializationRules = SORTED_SCALARS,
): FrozenFields {
  const frozen = Object.entries(fields)
    .map(([name, value]): [string, unknown] => [name, value === null ? '' : value])
    .filter(([, value]) => value !== undefined && (value !== '' || empty === 'keep'))
    .map(([name, value]) => freeze(name, value, nested));
  return order === 'given' ? frozen : frozen.sort((a, b) => compareNames(a.name, b.name));
}

function freeze(name: string, value: unknown, nested: SerializationRules['nested']): FrozenField {
  if (typeof value === 'string') {
    const text = value.toWellFormed();
    return { name, text, json: JSON.stringify(text) };
  }
  const isNested = typeof value === 'object' && value !== null;
  const text = isNested && nested === 'refuse' ? null : compactJson(value);
  if (text === null) throw new TypeError(`the field ${name} has no text form that could be signed`);
  return { name, text, json: text };
}

/** null: a part has no agreed text form. */
function compactJson(value: unknown): string | null {
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed());
  if (value === null || typeof value === 'boolean' || Number.isSafeInteger(value)) return JSON.stringify(value);
  if (typeof value !== 'object') return null;
  if (Array.isArray(value)) {
    const items = value.map(compactJson);
    return items.includes(null) ? null : `[${items.join(',')}]`;
  }
  const members = Object.entries(value).map(([name, item]) => [JSON.stringify(name.toWellFormed()), compactJson(item)]);
  return members.some(([, item]) => item === null) ? null : `{${members.map((member) => member.join(':')).join(',')}}`;
}

/** Compact JSON: these characters are signed by v4 and sent by every scheme. */
export function jsonBody(fields: FrozenFields): string {
  return `{${fields.map(({ name, json }) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** `a=1&b=2`, percent-encoded as the URL parser would, which then changes nothing. */
export function queryString(fields: FrozenFields): string {
  return fields.map(({ name, text }) => `${encode(name)}=${encode(text)}`).join('&');
}

function encode(text: string): string {
  // encodeURIComponent leaves the apostrophe, which the URL parser would encode later.
  return encodeURIComponent(text).replaceAll("'", '%27');
}

export function compareNames(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
