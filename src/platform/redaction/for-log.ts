import { visibilityOf } from './sensitive-fields.js';

/** A second line of defence: code should not log secrets and personal data at all. */
const HIDDEN = '[redacted]';
const HIDDEN_VALUES = '[a database error; see its code]';
const MAX_DEPTH = 8;
const MAX_ITEMS = 100;
const MAX_TEXT = 4000;

/** A quick test for any of the patterns below, because most texts contain none. */
const MAY_HIDE = /@|:\/\/|(?:rck|cs)_|eyJ|\/callbacks\/|bearer|basic/i;

/** By form: e-mail addresses, tokens, API keys, client secrets, JWTs, and passwords and queries of URLs. */
export function redactText(text: string): string {
  const bounded = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  if (!MAY_HIDE.test(bounded)) return bounded;
  return bounded
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{4,}/gi, `$1 ${HIDDEN}`)
    .replace(/\b(?:rck|cs)_[A-Za-z0-9]{1,16}_[\w-]{20,}/g, HIDDEN)
    .replace(/\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*/g, HIDDEN)
    .replace(/(\w:\/\/)[^\s/@]{1,512}@/g, `$1${HIDDEN}@`)
    .replace(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, HIDDEN)
    .replace(/(\/callbacks\/ramp\/)(?!:)[^\s/?#"']+/gi, `$1${HIDDEN}`)
    .replace(/(\w:\/\/[^\s?"'<>]{1,2048}\?)[^\s"'<>]+/g, `$1${HIDDEN}`);
}

export function redact(value: unknown): unknown {
  return walk(value, 0, []);
}

/** Errors of HTTP clients carry headers and bodies, and database errors carry parameters. None of these are kept. */
function redactError(error: Error, depth: number, above: readonly object[]): Record<string, unknown> {
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    message: isOfDatabase(error) ? HIDDEN_VALUES : redactText(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.stack === undefined || isOfDatabase(error) ? {} : { stack: redactText(error.stack) }),
    ...(error.cause instanceof Error ? { cause: walk(error.cause, depth + 1, [...above, error]) } : {}),
  };
}

/** Only Postgres errors have a severity. Their messages quote values, so only the code is logged. */
function isOfDatabase(error: Error): boolean {
  return 'severity' in error || 'driverError' in error;
}

/** Elsewhere `address` is a wallet address, which never has this form. */
const NETWORK_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]+::\/64|unknown)$/;

function isHidden(name: string, value: unknown): boolean {
  if (name === 'address' && typeof value === 'string' && NETWORK_ADDRESS.test(value)) return false;
  return value !== null && visibilityOf(name).log === 'hidden';
}

function walk(value: unknown, depth: number, above: readonly object[]): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Error) return redactError(value, depth, above);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (hasToJson(value)) return walk(value.toJSON(), depth + 1, [...above, value]);
  const inside = [...above, value];
  if (value instanceof Map) return walk(Object.fromEntries(value), depth, inside);
  if (Array.isArray(value) || value instanceof Set) {
    return [...(value as Iterable<unknown>)].slice(0, MAX_ITEMS).map((item) => walk(item, depth + 1, inside));
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, item]) => [name, isHidden(name, item) ? HIDDEN : walk(item, depth + 1, inside)]),
  );
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
