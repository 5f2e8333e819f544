import { parse } from 'lossless-json';

/** A JSON number by its digits in the answer: it never becomes a float. */
export class WireNumber {
  constructor(readonly digits: string) {}
}

export type WireValue = null | boolean | string | WireNumber | readonly WireValue[] | WireRecord;

export interface WireRecord {
  readonly [name: string]: WireValue;
}

/** The value, or a short reason without content of the answer. */
export type ReadResult<T> = { readonly value: T } | { readonly problem: string };

interface ParsedWire {
  readonly json: WireValue;
  /** An object has different values under one name: parsers disagree on which one wins. */
  readonly isAmbiguous: boolean;
}

/**
 * Ignores a byte order mark. Invalid UTF-8 becomes replacement characters: a customer's name in another encoding must
 * not make a status unreadable for ever. Different values under one name become their list. null: not JSON.
 */
export function parseWire(bytes: Uint8Array): ParsedWire | null {
  try {
    let isAmbiguous = false;
    const json = parse(new TextDecoder().decode(bytes), null, {
      parseNumber: (digits) => new WireNumber(digits),
      onDuplicateKey: ({ oldValue, newValue }) => {
        isAmbiguous = true;
        return [oldValue, newValue];
      },
    });
    return { json: json as WireValue, isAmbiguous };
  } catch {
    // A SyntaxError, or a RangeError of the recursive parser on thousands of nested brackets: neither is an answer.
    return null;
  }
}

/** Parsed once for all readers. */
export interface WireAnswer {
  readonly status: number;
  readonly date: string | null;
  /** null: too large, or broken compression. */
  readonly body: Uint8Array | null;
  /** Ambiguous JSON too; for evidence only. */
  readonly shown: ParsedWire | null;
  /** null: no JSON, or ambiguous. */
  readonly parsed: ParsedWire | null;
}

export function openAnswer(status: number, date: string | null, body: Uint8Array | null): WireAnswer {
  const shown = body === null ? null : parseWire(body);
  return { status, date, body, shown, parsed: shown?.isAmbiguous === true ? null : shown };
}

export const parseFault = ({ shown }: Pick<WireAnswer, 'shown'>): string =>
  shown === null ? 'not JSON' : 'ambiguous: one name has two values';

export function isWireRecord(value: WireValue | undefined): value is WireRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WireNumber);
}

export function isWireList(value: WireValue | undefined): value is readonly WireValue[] {
  return Array.isArray(value);
}

/** Never an inherited one such as `constructor`. */
export function member(record: WireRecord, name: string): WireValue | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function isPresent(value: WireValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}
