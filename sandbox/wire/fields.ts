import { isLosslessNumber } from 'lossless-json';
import type { Call } from './call.js';
import { refusals } from './refusal.js';

/** Reads fields of a call; refuses missing or mistyped ones by name. */
export class Fields {
  constructor(private readonly values: ReadonlyMap<string, unknown>) {}

  static ofBody(call: Call): Fields {
    return new Fields(call.body ?? new Map());
  }

  static ofQuery(call: Call): Fields {
    return new Fields(call.query);
  }

  /** A non-empty string. */
  text(name: string): string {
    const value = this.optionalText(name);
    if (value === '') throw refusals.parameter(name, 'is required');
    return value;
  }

  /** A string; '' if missing, null or empty. */
  optionalText(name: string): string {
    const value = this.values.get(name) ?? '';
    if (typeof value !== 'string') throw refusals.parameter(name, 'must be a string');
    return value;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback?: T): T {
    const value = fallback !== undefined && this.optionalText(name) === '' ? fallback : this.text(name);
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw refusals.parameter(name, `must be ${allowed.join(' or ')}`);
    return found;
  }

  /** An upper-case code of `letters` letters, such as a currency or country. */
  code(name: string, letters: number, fallback?: string): string {
    const value = fallback !== undefined && this.optionalText(name) === '' ? fallback : this.text(name);
    if (!/^[A-Z]+$/.test(value) || value.length !== letters) {
      throw refusals.parameter(name, `must be a code of ${letters} capital letters`);
    }
    return value;
  }

  /** A JSON number equal to this integer; the text "2" is refused. */
  integer(name: string, expected: number): void {
    const value = this.values.get(name) ?? null;
    if (value === null) throw refusals.parameter(name, 'is required');
    if (!isLosslessNumber(value) || value.value !== String(expected)) {
      throw refusals.parameter(name, `must be the integer ${expected}`);
    }
  }

  /** Plain decimal text such as "10.50"; `numbers` may allow a JSON number, read by its source text. */
  decimal(name: string, numbers: 'strings only' | 'numbers too'): string {
    const value = this.values.get(name);
    const text = numbers === 'numbers too' && isLosslessNumber(value) ? value.value : this.text(name);
    if (!/^\d{1,18}(\.\d{1,18})?$/.test(text)) throw refusals.parameter(name, 'must be a decimal number');
    return text;
  }

  /** An absolute URL with an allowed scheme; '' if missing. */
  optionalAddress(name: string, allows: RegExp): string {
    const value = this.optionalText(name);
    if (value !== '' && (!URL.canParse(value) || !allows.test(new URL(value).protocol))) {
      throw refusals.parameter(name, 'must be an absolute address');
    }
    return value;
  }
}
