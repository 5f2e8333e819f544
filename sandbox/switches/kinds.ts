import { WrongValue } from './switch.js';
import type { Switch } from './switch.js';

/** One of several words; the first is the default. */
export function word<const T extends string>(
  env: string,
  [fallback, ...others]: readonly [T, ...T[]],
  meaning: string,
): Switch<T> {
  const words = [fallback, ...others];
  const choices = words.join(', ');
  const fromJson = (value: unknown): T => {
    const found = words.find((candidate) => candidate === value);
    if (found === undefined) throw new WrongValue(`must be one of ${choices}`);
    return found;
  };
  return { env, meaning, choices, fallback, fromJson, fromText: fromJson };
}

/** A subset of words in their order; `none` in the environment or an empty list for the empty one. */
export function words<const T extends string>(
  env: string,
  fallback: readonly T[],
  all: readonly T[],
  meaning: string,
): Switch<readonly T[]> {
  const choices = `none, or a list of ${all.join(', ')}`;
  const fromJson = (value: unknown): readonly T[] => {
    const found = all.filter((candidate) => Array.isArray(value) && value.includes(candidate));
    if (!Array.isArray(value) || found.length !== value.length) throw new WrongValue(`must be ${choices}`);
    return found;
  };
  const fromText = (text: string): readonly T[] =>
    fromJson(text === 'none' ? [] : text.split(',').map((part) => part.trim()));
  return { env, meaning, choices, fallback, fromJson, fromText };
}

/** `on` or `off` in the environment, true or false in JSON. */
export function onOff(env: string, fallback: boolean, meaning: string): Switch<boolean> {
  const fromJson = (value: unknown): boolean => {
    if (typeof value !== 'boolean') throw new WrongValue('must be true or false');
    return value;
  };
  const fromText = (text: string): boolean => {
    if (text !== 'on' && text !== 'off') throw new WrongValue('must be one of on, off');
    return text === 'on';
  };
  return { env, meaning, choices: 'on, off', fallback, fromJson, fromText };
}

interface Range {
  readonly min?: number;
  readonly max: number;
}

export function whole(env: string, fallback: number, { min = 0, max }: Range, meaning: string): Switch<number> {
  const fromJson = (value: unknown): number => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
      throw new WrongValue(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
  const fromText = (text: string): number => fromJson(/^-?\d{1,15}$/.test(text) ? Number(text) : null);
  return { env, meaning, choices: `${min} to ${max}`, fallback, fromJson, fromText };
}

/** An HTTP status; 0 as the default means that of all refusals. */
export function httpStatus(env: string, fallback: number, meaning: string): Switch<number> {
  const inner = whole(env, fallback, { max: 599 }, meaning);
  const choices = fallback === 0 ? '0, 200 to 599' : '200 to 599';
  const fromJson = (value: unknown): number => {
    const status = inner.fromJson(value);
    if (status < 200 && !(status === 0 && fallback === 0)) throw new WrongValue(`must be one of ${choices}`);
    return status;
  };
  return { ...inner, choices, fromJson, fromText: (value) => fromJson(inner.fromText(value)) };
}

/** A list of whole numbers, comma-separated in the environment; empty by default. */
export function wholes(env: string, max: number, longest: number, meaning: string): Switch<readonly number[]> {
  const one = whole(env, 0, { max }, meaning);
  const fromJson = (value: unknown): readonly number[] => {
    if (!Array.isArray(value) || value.length > longest) throw new WrongValue(`must be a list of ${longest} at most`);
    return value.map(one.fromJson);
  };
  const fromText = (text: string): readonly number[] => text.split(',').map((part) => one.fromText(part.trim()));
  return { env, meaning, choices: 'a list of whole numbers', fallback: [], fromJson, fromText };
}

/** Text of a format; null as the default means none. */
export function text<T extends string | null>(
  env: string,
  fallback: T,
  form: { readonly accepts: (value: string) => boolean; readonly mustBe: string },
  meaning: string,
): Switch<string | T> {
  const fromText = (value: string): string => {
    if (!form.accepts(value)) throw new WrongValue(`must be ${form.mustBe}`);
    return value;
  };
  const fromJson = (value: unknown): string | T => {
    if (value === null && fallback === null) return fallback;
    return fromText(typeof value === 'string' ? value.trim() : '');
  };
  return { env, meaning, choices: form.mustBe, fallback, fromJson, fromText };
}

/** The provider's name for each of ours, `name=other` in the environment; `names` null: any. */
export function pairs(
  env: string,
  fallback: Readonly<Record<string, string>>,
  names: readonly string[] | null,
  meaning: string,
): Switch<Readonly<Record<string, string>>> {
  const of = names === null ? '' : ` of ${names.join(', ')}`;
  const mustBe = `must be a list of name=text${of}`;
  const checked = (entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, string>> => {
    const fits = entries.every(
      ([name, value]) => typeof value === 'string' && value !== '' && name !== '' && (names?.includes(name) ?? true),
    );
    if (!fits) throw new WrongValue(mustBe);
    return { ...fallback, ...(Object.fromEntries(entries) as Record<string, string>) };
  };
  const fromText = (value: string): Readonly<Record<string, string>> =>
    checked(
      value.split(',').map((pair) => {
        const [name = '', ...rest] = pair.split('=');
        return [name.trim(), rest.join('=').trim()] as const;
      }),
    );
  const fromJson = (value: unknown): Readonly<Record<string, string>> => checked(Object.entries(objectOf(value)));
  return { env, meaning, choices: `a list of name=text${of}`, fallback, fromJson, fromText };
}

/** Any JSON object; empty by default. */
export function fields(env: string, meaning: string): Switch<Readonly<Record<string, unknown>>> {
  const fromText = (value: string): Readonly<Record<string, unknown>> => {
    try {
      return objectOf(JSON.parse(value));
    } catch {
      throw new WrongValue('must be a JSON object');
    }
  };
  return { env, meaning, choices: 'a JSON object', fallback: {}, fromJson: objectOf, fromText };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongValue('must be a JSON object');
  return value as Readonly<Record<string, unknown>>;
}
